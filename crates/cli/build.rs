//! Names the commit for `--version`: the one that a packager gives, that a crate was packaged from, or of a clone.

use std::{env, fs, path::Path, process::Command};

fn main() {
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    println!("cargo::rerun-if-env-changed=SHUFFLE_AUDIT_COMMIT");
    let given = env::var("SHUFFLE_AUDIT_COMMIT").ok().filter(|commit| !commit.is_empty());
    let said = match given.or_else(packaged).or_else(cloned) {
        Some(commit) => format!("{version} ({})", commit.get(..10).unwrap_or(&commit)),
        None => version,
    };
    println!("cargo::rustc-env=VERSION_AND_COMMIT={said}");
}

/// The commit that `cargo package` wrote down.
fn packaged() -> Option<String> {
    println!("cargo::rerun-if-changed=Cargo.toml"); // else each file of the package would be one
    let said = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, commit) = said.split_once("\"sha1\": \"")?;
    Some(commit.split_once('"')?.0.to_owned())
}

fn cloned() -> Option<String> {
    let log = "../../.git/logs/HEAD"; // a line for each commit
    if !Path::new(log).exists() {
        return None;
    }
    println!("cargo::rerun-if-changed={log}");
    let said = Command::new("git").args(["rev-parse", "HEAD"]).output().ok()?;
    let commit = String::from_utf8(said.stdout).ok()?;
    Some(commit.trim().to_owned()).filter(|commit| said.status.success() && !commit.is_empty())
}
