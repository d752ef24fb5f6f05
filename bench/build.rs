//! Passes the compiler's version to the program, which prints it with its times.

use std::{env, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    if let Some(version) = version.ok().and_then(|output| String::from_utf8(output.stdout).ok()) {
        println!("cargo::rustc-env=BUILT_BY_RUSTC={}", version.trim());
    }
}
