//! The process that writes decks: a program, or this program itself, which serves the shuffle of a native library.

use crate::{Folder, stream::process::Process};
use std::{io, path::Path, sync::OnceLock, time::Duration};

/// The writer of the decks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Service {
    /// The program and its arguments.
    Command(Vec<String>),
    /// A shuffle of a native library, run by `shuffle-audit` itself in a process of its own: a library that
    /// crashes or hangs does not end the audit.
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
                let server = SERVER.get().cloned().unwrap_or_default();
                let path = absolute(&folder.join(path));
                let words = ["serve-library", "--library", &path, "--symbol", symbol];
                server.into_iter().chain(words.map(ToOwned::to_owned)).collect()
            }
        }
    }

    /// Loads the library, if it is one, without any deck.
    ///
    /// No error if the library crashes while it is loaded, or takes too long: the audit itself will report that.
    pub(crate) fn load(&self, folder: &Folder) -> Result<(), String> {
        let Self::Library { path, .. } = self else { return Ok(()) };
        if SERVER.get().is_none() {
            return Err(format!("only the program shuffle-audit can audit the library `{path}`"));
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

/// The absolute path of a library, or the path as it is, if the absolute path cannot be found.
fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).to_string_lossy().into_owned()
}

/// The program that serves libraries.
static SERVER: OnceLock<Vec<String>> = OnceLock::new();

/// Registers the program that serves native libraries when it is started with `serve-library` behind these words; if there are none, the
/// running executable. Without this call no library can be audited.
///
/// # Errors
///
/// The error of [`std::env::current_exe`].
pub fn serve_libraries(mut server: Vec<String>) -> io::Result<()> {
    if server.is_empty() {
        server.push(std::env::current_exe()?.to_string_lossy().into_owned());
    }
    SERVER.get_or_init(|| server);
    Ok(())
}

/// The longest time that a library may take to be loaded.
const LOADING: Duration = Duration::from_secs(30);

/// The status with which `serve-library` says that there is no such library or shuffle.
const NOT_THERE: i32 = 2;
