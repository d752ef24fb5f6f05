//! `shuffle-audit generate`: writes the completions and man pages that packages of the command contain.

use crate::exit::{Exit, Failure};
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use std::{fs, io, path::PathBuf};

#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    /// The folder in which `completions` and `man` are made
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// Writes the files for this command.
pub(crate) fn generate(args: &GenerateArgs, command: Command) -> Result<Exit, Failure> {
    let write = || -> io::Result<()> {
        let [completions, man] = ["completions", "man"].map(|name| args.folder.join(name));
        fs::create_dir_all(&completions)?;
        fs::create_dir_all(&man)?;
        for &shell in Shell::value_variants() {
            clap_complete::generate_to(
                shell,
                &mut command.clone(),
                command.get_name(),
                &completions,
            )?;
        }
        clap_mangen::generate_to(command, man)
    };
    write().map_err(|error| Failure::usage(format!("{}: {error}", args.folder.display())))?;
    Ok(Exit::Expected)
}
