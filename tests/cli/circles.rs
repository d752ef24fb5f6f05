//! No circles of files inside a crate: of two files, one can be read, tested and changed without the other.
//!
//! A file uses another if one of its paths leads to an item that the other defines, through any number of re-exports.
//! `mod child;` and `pub use child::Item` in a parent do not count, and neither do tests.

use crate::support::{files_under, root};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path as File,
};

/// Names from the root of a crate to a module or an item, or as written in a file.
type Path = Vec<String>;

/// The modules of a crate, each in a file of its own.
type Modules = BTreeMap<Path, Module>;

#[derive(Default)]
struct Module {
    file: String,
    imported: BTreeMap<String, Path>,
    used: Vec<Path>,
}

fn without_tests(text: &str) -> String {
    let mut kept = String::new();
    let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    while let Some(line) = lines.next() {
        if let Some(indent) = line.find("#[cfg(test)]") {
            let starts = |line: &str| line.find(|letter| letter != ' ') == Some(indent);
            let ends = |line: &str| starts(line) && line.ends_with(['}', ';']);
            lines.find(|line| ends(line));
        } else {
            kept += line.split(" // ").next().unwrap();
            kept.push('\n');
        }
    }
    kept
}

/// Names and `::`, and any other character by itself.
fn tokens(text: &str) -> Vec<&str> {
    let in_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match rest.find(|letter| !in_name(letter)) {
            Some(0) if rest.starts_with("::") => 2,
            Some(0) => first.len_utf8(),
            length => length.unwrap_or(rest.len()),
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The paths of the tree that follows `start` in `use start::tree;`, each with the name that it binds.
fn imports<'a>(
    tokens: &mut impl Iterator<Item = &'a str>,
    start: &[String],
) -> Vec<(String, Path)> {
    let (mut found, mut path, mut name) = (Vec::new(), start.to_vec(), None);
    while let Some(token) = tokens.next() {
        match token {
            "::" => {}
            "{" => {
                found.extend(imports(tokens, &path));
                path.clear();
            }
            "as" => name = tokens.next(),
            "," | "}" | ";" => {
                if path != start {
                    path.pop_if(|last| last == "self");
                    found.extend(
                        path.last().map(|last| (name.unwrap_or(last).to_owned(), path.clone())),
                    );
                }
                if token != "," {
                    break;
                }
                (path, name) = (start.to_vec(), None);
            }
            _ => path.push(token.to_owned()),
        }
    }
    found
}

fn module(file: &str, text: &str) -> Module {
    let mut module = Module { file: file.to_owned(), ..Module::default() };
    let text = without_tests(text);
    let mut tokens = tokens(&text).into_iter().peekable();
    let mut before = "";
    while let Some(token) = tokens.next() {
        if token == "use" {
            let imports = imports(&mut tokens, &[]);
            let is_public = ["pub", ")"].contains(&before);
            let is_used =
                |path: &&Path| !is_public || ["crate", "super"].contains(&path[0].as_str());
            module.used.extend(imports.iter().map(|(_, path)| path).filter(is_used).cloned());
            module.imported.extend(imports);
        } else if tokens.peek() == Some(&"::") {
            let mut path = vec![token.to_owned()];
            while tokens.next_if_eq(&"::").is_some() {
                path.extend(tokens.next().map(str::to_owned));
            }
            module.used.push(path);
        }
        before = token;
    }
    module
}

fn modules(folder: &File) -> Modules {
    let mut modules = Modules::new();
    for file in files_under(folder) {
        let name = file.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
        let Some(path) = name.strip_suffix(".rs") else { continue };
        let mut path: Path = path.split('/').map(str::to_owned).collect();
        path.pop_if(|last| ["lib", "main", "mod"].contains(&last.as_str()));
        if !path.iter().any(|name| name == "tests" || name == "testing") {
            modules.insert(path, module(&name, &fs::read_to_string(&file).unwrap()));
        }
    }
    modules
}

/// A path as written in the module `at`, from the root of the crate; `None` if it leads to another crate.
fn absolute(modules: &Modules, at: &[String], path: &[String]) -> Option<Path> {
    let supers = path.iter().take_while(|name| *name == "super").count();
    let start = match path.first()?.as_str() {
        "crate" => &[],
        "super" => &at[..at.len().checked_sub(supers)?],
        "self" => at,
        _ => {
            let inside = [at, path].concat();
            return modules.contains_key(&inside[..=at.len()]).then_some(inside);
        }
    };
    Some([start, &path[supers.max(1)..]].concat())
}

/// The module that defines the item at the end of a path from the root; `None` for a path to a module.
fn home<'a>(modules: &'a Modules, path: &[String]) -> Option<&'a Module> {
    let length = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]))?;
    let (at, item) = path.split_at(length);
    let module = &modules[at];
    let Some(target) = module.imported.get(item.first()?) else { return Some(module) };
    home(modules, &[&absolute(modules, at, target)?, &item[1..]].concat())
}

/// For each file of a crate, the other files that it uses.
fn uses(modules: &Modules) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut uses = BTreeMap::new();
    for (at, module) in modules {
        let target = |path: &Path| {
            let start = module.imported.get(&path[0]).map_or(&path[..1], Vec::as_slice);
            home(modules, &absolute(modules, at, &[start, &path[1..]].concat())?)
        };
        let used = module.used.iter().filter_map(target).map(|used| used.file.as_str());
        uses.insert(module.file.as_str(), used.filter(|file| *file != module.file).collect());
    }
    uses
}

/// The files that a file uses, and those that they use, and so on.
fn reached<'a>(uses: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        open.extend(uses[file].iter().filter(|used| reached.insert(**used)));
    }
    reached
}

#[test]
fn no_files_of_a_crate_use_each_other_in_a_circle() {
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|folder| folder.unwrap().path());
    let mut wrong = String::new();
    for folder in crates.chain(["bench", "book"].map(|folder| root().join(folder))) {
        let name = folder.file_name().unwrap().to_str().unwrap();
        let modules = modules(&folder.join("src"));
        let uses = uses(&modules);
        let mut circles = BTreeSet::new();
        for file in uses.keys() {
            let mut circle = reached(&uses, file);
            circle.retain(|other| reached(&uses, other).contains(file));
            circles.insert(circle);
        }
        for circle in circles.iter().filter(|circle| !circle.is_empty()) {
            wrong += &format!("{name}: a circle of {} files\n", circle.len());
            for file in circle {
                let used: Vec<&str> = uses[file].intersection(circle).copied().collect();
                wrong += &format!("  {file} uses {}\n", used.join(", "));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
