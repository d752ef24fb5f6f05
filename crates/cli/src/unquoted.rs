//! The error of a pattern that a shell has expanded: `--file` takes one value, and the other files are unknown arguments.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::{ffi::OsString, path::Path};

/// The flags whose value may be a pattern.
const FLAGS: [&str; 2] = ["--file", "--against-file"];

/// The error, with a tip if its argument is a file behind one of these flags.
pub(crate) fn explained(mut error: Error) -> Error {
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(unknown)) if error.kind() == ErrorKind::UnknownArgument => {
            unknown
        }
        _ => return error,
    };
    let is_flag =
        |word: OsString| FLAGS.iter().any(|flag| word.to_string_lossy().starts_with(flag));
    if Path::new(unknown).exists() && std::env::args_os().any(is_flag) {
        let tip = "many files are one pattern, in quotes, so that the shell leaves it as it is: --file 'logs/*.csv'";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}
