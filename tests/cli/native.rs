//! `check --library`: shuffles of native libraries, compiled here with the system's compilers.

use crate::support::{Desk, Ended, root, skipped_but_in_ci};
use std::{path::PathBuf, process::Command};

/// The libraries, compiled once for each test into its own folder; `None`, with a message, if there is no
/// compiler: users need none.
fn compiled(desk: &Desk, compiler: &str, source: &str, library: &str) -> Option<PathBuf> {
    let path = desk.path(library);
    let output = Command::new(compiler)
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I"])
        .arg(root().join("crates/cli/include"))
        .arg("-o")
        .arg(&path)
        .arg(root().join("tests/native").join(source))
        .output();
    match output {
        Err(error) => {
            skipped_but_in_ci(&format!("there is no `{compiler}` ({error})"));
            None
        }
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            Some(path)
        }
    }
}

fn check(desk: &Desk, library: &str, symbol: &str, more: &str) -> Ended {
    desk.run(&format!("check --library ./{library} --symbol {symbol} {more}"))
}

#[test]
fn a_sound_shuffle_in_c_passes_and_a_biased_one_fails() {
    let desk = Desk::new();
    if compiled(&desk, "cc", "subjects.c", "libsubjects.so").is_none() {
        return;
    }
    let decks = "--trials 20_000 --metrics degree,position";
    check(&desk, "libsubjects.so", "fisher_yates", decks).expect_code(0);
    let naive = check(&desk, "libsubjects.so", "naive", decks).expect_code(1);
    assert!(naive.out.starts_with("FAIL: `./libsubjects.so: naive` on 52 cards"), "{}", naive.out);
    let again = check(&desk, "libsubjects.so", "naive", decks).expect_code(1);
    assert_eq!(again.out, naive.out, "the audit's generator is seeded");
    let large = format!("--cards 300 --deal 9 {decks}");
    check(&desk, "libsubjects.so", "fisher_yates", &large).expect_code(0);
}

#[test]
fn std_shuffle_of_cpp_passes() {
    let desk = Desk::new();
    if compiled(&desk, "c++", "std_shuffle.cpp", "libstd.so").is_some() {
        check(&desk, "libstd.so", "std_shuffle", "--trials 20_000").expect_code(0);
    }
}

#[test]
fn what_a_library_does_wrong_is_the_subjects_fault() {
    let desk = Desk::new();
    if compiled(&desk, "cc", "subjects.c", "libsubjects.so").is_none() {
        return;
    }
    for (symbol, said) in [
        ("crashes", "SIGABRT"),
        // It computes without end, so it is given ten times as long.
        (
            "hangs",
            "computes, but wrote nothing for 3s after 0 of 1000 decks: `hangs` loops forever",
        ),
        ("writes_beyond", "the shuffle wrote beyond the deck"),
        ("doubles_a_card", "card 4 twice"),
    ] {
        let flags = "--cards 5 --trials 1_000 --stall 300ms --out report";
        let ended = check(&desk, "libsubjects.so", symbol, flags).expect_code(4);
        assert!(ended.err.contains(said), "{symbol}: {}", ended.err);
        assert_eq!(ended.out, "", "no verdict on partial data");
        assert!(!desk.path("report").exists(), "nothing half-written");
    }
}

#[test]
fn a_wrong_symbol_is_a_wrong_flag_and_the_loader_is_quoted() {
    let desk = Desk::new();
    if compiled(&desk, "cc", "subjects.c", "libsubjects.so").is_none() {
        return;
    }
    let ended = check(&desk, "libsubjects.so", "shufle", "--trials 100").expect_code(2);
    let line = ended.only_line();
    let library = desk.path("libsubjects.so");
    let says = format!(
        "shuffle-audit: there is no function `shufle` in the library `{}`: ",
        library.display()
    );
    assert!(line.starts_with(&says) && line.contains("undefined symbol"), "{line}");
}

#[test]
fn a_renamed_binary_starts_itself() {
    let desk = Desk::new();
    if compiled(&desk, "cc", "subjects.c", "libsubjects.so").is_none() {
        return;
    }
    let renamed = desk.path("auditor");
    std::fs::copy(crate::support::binary(), &renamed).unwrap();
    // Another of our name comes first in PATH.
    desk.write("shuffle-audit", "#!/bin/sh\necho another >&2\nexit 9\n");
    let output = Command::new(&renamed)
        .args("check --library ./libsubjects.so --symbol fisher_yates --trials 2_000".split(' '))
        .current_dir(desk.path(""))
        .env("PATH", desk.path(""))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*said), (Some(0), ""));
}
