//! What is started: a program, or this one, to serve the shuffle of a native library.

use crate::{Folder, stream::process::Process};
use std::{
    io,
    path::{Path, PathBuf},
    sync::OnceLock,
    time::Duration,
};

/// What writes the decks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Service {
    /// The program and its arguments.
    Command(Vec<String>),
    /// A shuffle of a native library, by `shuffle-audit` itself in a process of its own: a library that
    /// crashes or hangs takes no audit with it.
    Library {
        /// The library.
        path: String,
        /// The name of the shuffle in it.
        symbol: String,
    },
}

impl Service {
    /// The program that is started, and its arguments; a library by its path from this folder.
    pub(super) fn arguments(&self, folder: &Folder) -> Vec<String> {
        match self {
            Self::Command(arguments) => arguments.clone(),
            Self::Library { path, symbol } => {
                let server = SERVER
                    .get()
                    .map_or_else(String::new, |server| server.to_string_lossy().into_owned());
                let path = absolute(&folder.join(path));
                let words = ["serve-library", "--library", &path, "--symbol", symbol];
                std::iter::once(server).chain(words.map(ToOwned::to_owned)).collect()
            }
        }
    }

    /// Loads the library, if it is one, and asks it for no deck.
    ///
    /// A library that crashes when it is loaded, or takes too long, will do it again, and is told of it then.
    pub(crate) fn load(&self, folder: &Folder) -> Result<(), String> {
        let Self::Library { path, .. } = self else { return Ok(()) };
        if SERVER.get().is_none() {
            return Err(format!(
                "the library `{path}` can be audited by the program shuffle-audit only"
            ));
        }
        let environment = ["SHUFFLE_CARDS", "SHUFFLE_DEAL", "SHUFFLE_TRIALS", "SHUFFLE_SEED"]
            .map(|name| (name, "0".to_owned()));
        let started = folder
            .command(&self.arguments(folder))
            .and_then(|command| Process::start(command, &environment));
        let Ok((mut process, _stdout)) = started else { return Ok(()) };
        match process.wait(LOADING, || false) {
            Some(status) if status.code() == Some(NOT_THERE) => {
                let said = process.said();
                let said = said.trim();
                Err(said.split_once(": ").map_or(said, |(_, said)| said).to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// The path of a library from everywhere; where the system does not tell it, the path as it is.
fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).to_string_lossy().into_owned()
}

/// The program that serves libraries.
static SERVER: OnceLock<PathBuf> = OnceLock::new();

/// Says that this very program serves native libraries when it is started as `serve-library`: it is then started
/// so, whatever its name is, and never another of the same name. Without that no library can be audited.
///
/// # Errors
///
/// That of [`std::env::current_exe`].
pub fn serve_libraries() -> io::Result<()> {
    let program = std::env::current_exe()?;
    SERVER.get_or_init(|| program);
    Ok(())
}

/// How long a library may take to be loaded.
const LOADING: Duration = Duration::from_secs(30);

/// The status with which `serve-library` says that there is no such library or shuffle.
const NOT_THERE: i32 = 2;
