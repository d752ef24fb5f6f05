//! The binary `shuffle-audit`.

use std::process::ExitCode;

fn main() -> ExitCode {
    shuffle_audit_cli::main(std::env::args_os(), Vec::new()).into()
}
