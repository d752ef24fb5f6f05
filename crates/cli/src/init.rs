//! `shuffle-audit init`: writes a plan and a starter program, in the language of the shuffle to be audited.
//!
//! No file is ever overwritten, and if one of the files cannot be written the others are removed again.

use crate::{
    exit::{Exit, Failure},
    output::print,
};
use clap::{Args, ValueEnum};
use shuffle_audit::command::quoted;
use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

#[derive(Args, Debug)]
pub(crate) struct InitArgs {
    /// The folder to write into; it need not be there yet
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// The language of your shuffle
    #[arg(long, value_name = "LANGUAGE", value_enum, default_value = "python")]
    pub(crate) language: Language,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Language {
    Python,
    Javascript,
    Go,
    Java,
    Ruby,
    Php,
    C,
    Rust,
}

/// The plan; its case is filled in for each language.
const PLAN: &str = include_str!("init/templates/audit.toml");

/// A file to be written: its path below the folder, and its contents.
type Starter = (&'static str, String);

/// The starter files and keys for a language.
struct Template {
    /// The keys of a case that name the subject.
    subject: &'static str,
    /// The file with the shuffle, then the other files that it needs.
    files: &'static [(&'static str, &'static str)],
}

impl Language {
    fn template(self) -> Template {
        let (subject, files): (_, &[_]) = match self {
            Self::Python => (
                r#"exec = "python3 my_shuffle.py""#,
                &[("my_shuffle.py", include_str!("init/templates/my_shuffle.py"))],
            ),
            Self::Javascript => (
                r#"exec = "node my_shuffle.js""#,
                &[("my_shuffle.js", include_str!("init/templates/my_shuffle.js"))],
            ),
            Self::Go => (
                "exec = \"go run my_shuffle.go\"\nstall = \"5m\" # it is compiled first",
                &[("my_shuffle.go", include_str!("init/templates/my_shuffle.go"))],
            ),
            Self::Java => (
                r#"exec = "java MyShuffle.java""#,
                &[("MyShuffle.java", include_str!("init/templates/MyShuffle.java"))],
            ),
            Self::Ruby => (
                r#"exec = "ruby my_shuffle.rb""#,
                &[("my_shuffle.rb", include_str!("init/templates/my_shuffle.rb"))],
            ),
            Self::Php => (
                r#"exec = "php my_shuffle.php""#,
                &[("my_shuffle.php", include_str!("init/templates/my_shuffle.php"))],
            ),
            Self::C => (
                "library = \"libmy_shuffle.so\"\nsymbol = \"my_shuffle\"",
                &[
                    ("my_shuffle.c", include_str!("init/templates/my_shuffle.c")),
                    ("shuffle_subject.h", include_str!("../include/shuffle_subject.h")),
                ],
            ),
            Self::Rust => (
                "exec = \"cargo run --release --quiet\"\nstall = \"10m\" # it is compiled first",
                &[
                    ("src/main.rs", include_str!("init/templates/main.rs")),
                    // With the name `Cargo.toml` cargo would treat the folder of the templates as a package.
                    ("Cargo.toml", include_str!("init/templates/Cargo.toml.txt")),
                ],
            ),
        };
        Template { subject, files }
    }

    /// The command that must be run before the plan, from the current folder; `None` if none is needed.
    fn build(self, folder: &Path) -> Option<String> {
        let path = |name: &str| quoted(&folder.join(name).display().to_string());
        let (library, source) = (path("libmy_shuffle.so"), path("my_shuffle.c"));
        matches!(self, Self::C).then(|| format!("cc -O2 -shared -fPIC -o {library} {source}"))
    }
}

/// Writes the files, and prints the next steps.
pub(crate) fn init(args: &InitArgs) -> Result<Exit, Failure> {
    let template = args.language.template();
    let plan = PLAN.replace("{subject}", template.subject);
    let others = template.files.iter().map(|&(name, text)| (name, text.to_owned()));
    let starters: Vec<Starter> = std::iter::once(("audit.toml", plan)).chain(others).collect();
    if let Some(taken) =
        starters.iter().map(|(name, _)| args.folder.join(name)).find(|path| is_taken(path))
    {
        return Err(Failure::usage(format!(
            "`{}` is there already, and nothing is written over; name another folder",
            taken.display()
        )));
    }
    let mut written = WrittenFiles::default();
    for (name, text) in &starters {
        let path = args.folder.join(name);
        written.add(&path, text).map_err(|error| {
            Failure::usage(format!("cannot write `{}`: {error}", path.display()))
        })?;
    }
    let paths = written.keep();
    print(&next(args, &template, &paths))?;
    Ok(Exit::Expected)
}

/// True if the path exists, also as a broken link.
fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn next(args: &InitArgs, template: &Template, paths: &[PathBuf]) -> String {
    let mut text: String = paths.iter().map(|path| format!("Wrote {}\n", path.display())).collect();
    let shuffle = args.folder.join(template.files[0].0);
    text.push_str(&format!("\nPut your shuffle into {}, then run\n\n", shuffle.display()));
    if let Some(build) = args.language.build(&args.folder) {
        text.push_str(&format!("  {build}\n"));
    }
    let plan = quoted(&args.folder.join("audit.toml").display().to_string());
    text.push_str(&format!("  shuffle-audit run {plan}\n"));
    text
}

/// The files and folders that were written; they are removed on drop, unless they are kept.
#[derive(Default)]
struct WrittenFiles {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl WrittenFiles {
    fn add(&mut self, path: &Path, text: &str) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let missing: Vec<&Path> = folder.ancestors().take_while(is_missing).collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder)?;
            self.folders.push(folder.to_owned());
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        self.files.push(path.to_owned());
        file.write_all(text.as_bytes())
    }

    fn keep(mut self) -> Vec<PathBuf> {
        self.folders.clear();
        std::mem::take(&mut self.files)
    }
}

impl Drop for WrittenFiles {
    fn drop(&mut self) {
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
