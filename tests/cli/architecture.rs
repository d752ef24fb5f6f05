//! The arrows of the design: which crate may use what, so that each can be read, used and tested alone.

use crate::support::{files_under, root};
use std::{collections::BTreeMap, fs};

/// Who may use whom. A crate that is not here must be added, with a reason.
const ARROWS: &[(&str, &[&str])] = &[
    // What is dealt side by side is counted side by side, by crates that do not know each other.
    ("shuffle-columns", &[]),
    // Of use to anybody, without the rest.
    ("shuffle-algorithms", &["shuffle-columns"]),
    ("shuffle-metrics", &["shuffle-columns"]),
    // The same bodies over every path of the dice.
    ("shuffle-exact", &["shuffle-algorithms"]),
    // Bytes into decks, of use without any audit; a card is the same card everywhere.
    ("shuffle-decks", &["shuffle-algorithms"]),
    // Its findings hold the exact values beside the observed ones; power needs the exact laws; programs and
    // files send bytes.
    (
        "shuffle-audit",
        &[
            "shuffle-columns",
            "shuffle-algorithms",
            "shuffle-metrics",
            "shuffle-exact",
            "shuffle-decks",
        ],
    ),
    // Pictures of plain data, of use without the rest of the house.
    ("shuffle-charts", &[]),
    (
        "shuffle-report",
        &[
            "shuffle-charts",
            "shuffle-algorithms",
            "shuffle-metrics",
            "shuffle-exact",
            "shuffle-audit",
        ],
    ),
    (
        "shuffle-audit-cli",
        &[
            "shuffle-columns",
            "shuffle-algorithms",
            "shuffle-metrics",
            "shuffle-exact",
            "shuffle-audit",
            "shuffle-report",
        ],
    ),
];

/// What only one crate may use.
const ONLY_IN: &[(&str, &str)] = &[
    ("rayon", "shuffle-audit"),
    ("plotters", "shuffle-charts"),
    ("plotters-backend", "shuffle-charts"),
    ("csv", "shuffle-report"),
    ("anyhow", "shuffle-audit-cli"),
    ("clap", "shuffle-audit-cli"),
    ("indicatif", "shuffle-audit-cli"),
    ("console", "shuffle-audit-cli"),
    // Who starts processes must also end them.
    ("rustix", "shuffle-audit"),
    ("shell-words", "shuffle-audit"),
];

/// Beyond this a file does not read in one sitting.
const LONGEST_FILE: usize = 450;

/// Name and manifest of every crate.
fn manifests() -> BTreeMap<String, toml::Table> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let manifests = crates.map(|folder| folder.unwrap().path().join("Cargo.toml"));
    manifests
        .filter(|path| path.exists())
        .map(|path| {
            let manifest: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
            (manifest["package"]["name"].as_str().unwrap().to_owned(), manifest)
        })
        .collect()
}

/// What a crate is built with, its tests aside.
fn dependencies(manifest: &toml::Table) -> Vec<String> {
    let mut tables = vec![manifest];
    if let Some(targets) = manifest.get("target").and_then(toml::Value::as_table) {
        tables.extend(targets.values().filter_map(toml::Value::as_table));
    }
    let kinds = ["dependencies", "build-dependencies"];
    tables
        .iter()
        .flat_map(|table| kinds.iter().filter_map(|kind| table.get(*kind)?.as_table()))
        .flat_map(|dependencies| dependencies.keys().cloned())
        .collect()
}

#[test]
fn every_arrow_between_crates_is_one_of_the_design() {
    let manifests = manifests();
    assert!(manifests.len() >= 5, "{:?}", manifests.keys());
    for (name, manifest) in &manifests {
        let allowed = ARROWS.iter().find(|(from, _)| from == name);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{name} has no place in the design"));
        let ours = dependencies(manifest).into_iter().filter(|used| manifests.contains_key(used));
        for used in ours {
            assert!(allowed.contains(&used.as_str()), "{name} may not use {used}");
        }
    }
}

#[test]
fn threads_pictures_and_terminals_stay_where_they_belong() {
    for (name, manifest) in manifests() {
        for used in dependencies(&manifest) {
            if let Some((_, home)) = ONLY_IN.iter().find(|(library, _)| *library == used) {
                assert_eq!(name, *home, "{used} belongs there");
            }
        }
    }
}

#[test]
fn versions_stand_once_in_the_workspace() {
    for (name, manifest) in manifests() {
        for kind in ["dependencies", "dev-dependencies"] {
            let Some(dependencies) = manifest.get(kind).and_then(toml::Value::as_table) else {
                continue;
            };
            for (used, how) in dependencies {
                let inherited = how.get("workspace").and_then(toml::Value::as_bool);
                assert_eq!(inherited, Some(true), "{name}: {used} takes its version from the root");
            }
        }
    }
}

#[test]
fn every_crate_inherits_the_lints_of_the_workspace() {
    for (name, manifest) in manifests() {
        let inherited = manifest.get("lints").and_then(|lints| lints.get("workspace"));
        assert_eq!(inherited.and_then(toml::Value::as_bool), Some(true), "{name}");
    }
}

#[test]
fn there_is_one_copy_of_rand() {
    let lock: toml::Table = fs::read_to_string(root().join("Cargo.lock")).unwrap().parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    let copies: Vec<_> =
        packages.iter().filter(|package| package["name"].as_str() == Some("rand")).collect();
    assert_eq!(copies.len(), 1, "{copies:?}");
}

#[test]
fn no_source_file_is_too_long_to_read() {
    let mut read = 0;
    for krate in fs::read_dir(root().join("crates")).unwrap() {
        let sources = files_under(&krate.unwrap().path().join("src"));
        for path in sources.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
            read += 1;
            let lines = fs::read_to_string(path).unwrap().lines().count();
            assert!(lines <= LONGEST_FILE, "{} has {lines} lines", path.display());
        }
    }
    assert!(read > 50, "{read} files");
}

#[test]
fn every_module_opens_with_what_it_is_for() {
    for krate in fs::read_dir(root().join("crates")).unwrap() {
        let sources = files_under(&krate.unwrap().path().join("src"));
        for path in sources.iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
            let text = fs::read_to_string(path).unwrap();
            assert!(text.starts_with("//! "), "{} opens with an essay", path.display());
        }
    }
}
