//! The error of a file that stands without its flag: alone, or since a shell has expanded a pattern into many files.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use shuffle_audit::command::quoted;
use std::{ffi::OsString, path::Path};

/// The flags whose value may be a pattern.
const PATTERNS: [&str; 2] = ["--file", "--against-file"];

/// Flags that name another subject, so that the file cannot be one.
const SUBJECTS: [&str; 4] = ["--algorithm", "--exec", "--library", "--counts"];

/// The error, with a tip if its argument is a file.
pub(crate) fn explained(mut error: Error) -> Error {
    let is_check = std::env::args_os().nth(1).is_some_and(|word| word == "check");
    let (wrong, command) = match error.kind() {
        ErrorKind::UnknownArgument if is_check => (ContextKind::InvalidArg, ""),
        ErrorKind::InvalidSubcommand => (ContextKind::InvalidSubcommand, "check "),
        _ => return error,
    };
    let Some(ContextValue::String(word)) = error.get(wrong) else { return error };
    let file = Path::new(word);
    let has = |flags: &[&str]| {
        let is_one =
            |word: OsString| flags.iter().any(|flag| word.to_string_lossy().starts_with(flag));
        std::env::args_os().any(is_one)
    };
    if !file.is_file() {
        return error;
    }
    let tip = if is_check && has(&PATTERNS) {
        "many files are one pattern, in quotes, so that the shell leaves it as it is: --file 'logs/*.csv'".to_owned()
    } else if is_check && has(&SUBJECTS) {
        return error;
    } else if !is_check && file.extension().is_some_and(|it| it == "toml") {
        format!("to run a plan: run {}", quoted(word))
    } else {
        format!("to judge the decks in a file: {command}--file {}", quoted(word))
    };
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}
