//! The allowed dependencies between crates, so that each can be read, used and tested alone.

use crate::support::{files_under, root};
use std::{collections::BTreeMap, fs, path::PathBuf};

/// The crates that each crate may use, named without `shuffle-`. A crate that is not here must be added, with a reason.
const ARROWS: &[(&str, &str)] = &[
    // Columns of decks side by side: dealt and counted in the same form by crates that do not know each other.
    ("deck", ""),
    // What a fast audit spends its time on: vectors alone, which know no shuffle.
    ("lanes", "deck"),
    // Useful on its own, without the rest.
    ("algorithms", "deck lanes"),
    ("metrics", "deck"),
    // The same shuffle bodies over every path of the dice.
    ("exact", "algorithms"),
    // Bytes into decks, useful without any audit; a card is the same card everywhere.
    ("reader", "deck"),
    // The engine: a light dev-dependency, which knows neither plans in TOML nor programs nor exact laws.
    ("audit", "deck algorithms metrics"),
    // The audited subjects: the catalogue, programs and files, which send bytes.
    ("subjects", "deck algorithms metrics reader audit"),
    // Studies, which use the engine and the laws together.
    ("studies", "deck algorithms metrics exact audit subjects"),
    // Pictures of plain data, useful without the other crates.
    ("charts", ""),
    ("report", "charts algorithms metrics exact audit subjects studies"),
    ("audit-cli", "deck algorithms metrics exact audit subjects studies report"),
    // The door for Python.
    ("audit-python", "audit studies report audit-cli"),
    // For developers, and not published; the users' binary does not depend on it.
    ("bench", "algorithms audit subjects"),
    // For those who build the book, and not published either.
    ("book", "charts algorithms metrics exact audit subjects studies report"),
];

/// Dependencies that only these crates may use.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("rayon", &["shuffle-audit"]),
    ("gif", &["shuffle-charts"]),
    ("plotters", &["shuffle-charts"]),
    ("plotters-backend", &["shuffle-charts"]),
    ("csv", &["shuffle-report", "shuffle-bench", "shuffle-book"]),
    ("quick-junit", &["shuffle-report"]),
    ("rust_xlsxwriter", &["shuffle-report"]),
    ("anyhow", &["shuffle-audit-cli"]),
    ("clap", &["shuffle-audit-cli", "shuffle-subjects", "shuffle-bench"]),
    ("clap_complete", &["shuffle-audit-cli"]),
    ("clap_mangen", &["shuffle-audit-cli"]),
    ("indicatif", &["shuffle-audit-cli"]),
    ("console", &["shuffle-audit-cli"]),
    ("pulldown-latex", &["shuffle-book"]),
    ("pyo3", &["shuffle-audit-python"]),
    ("pyo3-build-config", &["shuffle-audit-python"]),
    ("syn", &["shuffle-audit-cli"]),
    // Shuffles of other crates are measured, and used nowhere else.
    ("fastrand", &["shuffle-bench"]),
    // The crate that starts processes must also end them.
    ("rustix", &["shuffle-subjects"]),
    ("shell-words", &["shuffle-audit", "shuffle-subjects"]),
];

/// The folders of all crates of the workspace: those under `crates` but for the module of the web, `bench` and `book`.
fn folders() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    let mut folders: Vec<PathBuf> = crates.map(|folder| folder.unwrap().path()).collect();
    folders.extend(["bench", "book"].map(|folder| root().join(folder)));
    folders.retain(|folder| folder.join("Cargo.toml").exists() && !folder.ends_with("web"));
    folders
}

fn manifests() -> BTreeMap<String, toml::Table> {
    let named = |folder: PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        (manifest["package"]["name"].as_str().unwrap().to_owned(), manifest)
    };
    folders().into_iter().map(named).collect()
}

/// The dependencies of a crate, without its tests' dependencies.
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
    let short = |name: &str| name.strip_prefix("shuffle-").unwrap().to_owned();
    for (name, manifest) in &manifests {
        let allowed = ARROWS.iter().find(|(from, _)| *from == short(name));
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{name} has no place in the design"));
        let ours = dependencies(manifest).into_iter().filter(|used| manifests.contains_key(used));
        for used in ours {
            assert!(allowed.split(' ').any(|it| it == short(&used)), "{name} may not use {used}");
        }
    }
}

#[test]
fn threads_pictures_and_terminals_stay_where_they_belong() {
    for (name, manifest) in manifests() {
        for used in dependencies(&manifest) {
            if let Some((_, homes)) = ONLY_IN.iter().find(|(library, _)| *library == used) {
                assert!(homes.contains(&name.as_str()), "{name}: {used} belongs to {homes:?}");
            }
        }
    }
}

#[test]
fn versions_stand_once_in_the_workspace() {
    for (name, manifest) in manifests() {
        for kind in ["dependencies", "build-dependencies", "dev-dependencies"] {
            let Some(dependencies) = manifest.get(kind).and_then(toml::Value::as_table) else {
                continue;
            };
            for (used, how) in dependencies {
                let inherited = how.get("workspace").and_then(toml::Value::as_bool) == Some(true);
                // A path alone is no version: `cargo publish` drops such a dependency of tests.
                let is_dropped = kind == "dev-dependencies" && how.get("path").is_some();
                let ours = is_dropped && how.get("version").is_none();
                assert!(inherited || ours, "{name}: {used} takes its version from the root");
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

/// Cargo builds examples with the tests, but runs none that is not named with `test = true`.
#[test]
fn every_example_is_run_by_the_tests() {
    let mut seen = 0;
    for folder in folders() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for example in files_under(&folder.join("examples")) {
            let name = example.file_stem().unwrap().to_str().unwrap();
            let entry = format!("[[example]]\nname = \"{name}\"\ntest = true\n");
            assert!(manifest.contains(&entry), "{}: is not run", example.display());
            let text = fs::read_to_string(&example).unwrap();
            assert!(text.contains("#[test]"), "{}: has no test", example.display());
            seen += 1;
        }
    }
    assert!(seen >= 4, "{seen} examples");
}

/// Files that a report writes; they need not be there.
const WRITTEN: [&str; 2] = ["faults.csv", ".csv"];

fn paths_named_in(document: &str) -> Vec<String> {
    let prose: Vec<&str> = document.split("```").step_by(2).collect();
    let endings = [".rs", ".toml", ".md", ".json", ".h", ".csv", "/"];
    let is_path = |word: &&str| {
        let letters = |byte: u8| byte.is_ascii_alphanumeric() || b"_./-".contains(&byte);
        endings.iter().any(|ending| word.ends_with(ending))
            && word.bytes().all(letters)
            // Names that stand for many, and what lies outside.
            && !["NAME", "CASE", "SWEEP", ".."].iter().any(|many| word.contains(many))
    };
    let words = prose.iter().flat_map(|prose| prose.split('`').skip(1).step_by(2));
    words.filter(is_path).map(|word| word.trim_end_matches('/').to_owned()).collect()
}

#[test]
fn every_file_that_the_documents_name_is_there() {
    let folders = ["crates", "bench", "book", "tests", "audits", "reports", "fuzz", ".ci"];
    let files: Vec<String> = folders
        .iter()
        .flat_map(|folder| files_under(&root().join(folder)))
        .filter_map(|path| Some(path.strip_prefix(root()).ok()?.to_str()?.replace('\\', "/")))
        .collect();
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let named = paths_named_in(&fs::read_to_string(root().join(document)).unwrap());
        assert!(named.len() > 10, "{document} names {} files", named.len());
        for path in named {
            let inside = |file: &String| {
                format!("/{file}").ends_with(&format!("/{path}"))
                    || format!("/{file}").contains(&format!("/{path}/"))
            };
            let there = root().join(&path).exists() || files.iter().any(inside);
            assert!(there || WRITTEN.contains(&path.as_str()), "{document} names {path}");
        }
    }
}
