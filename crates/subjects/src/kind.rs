//! The kinds of subjects that can be described by keys.

/// The kinds of subjects that a plan or flags can describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// A shuffle of the catalogue.
    Catalogue,
    /// A program that writes decks.
    Program,
    /// A file of decks.
    File,
    /// A native library with a shuffle in it.
    Library,
    /// A table of counts.
    Counts,
}

impl SubjectKind {
    /// All of them, in the order in which messages name them.
    pub const ALL: [Self; 5] =
        [Self::Catalogue, Self::Program, Self::File, Self::Library, Self::Counts];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Catalogue => "catalogue",
            Self::Program => "program",
            Self::File => "file",
            Self::Library => "library",
            Self::Counts => "counts",
        }
    }

    /// The name of its main key: the one that names the subject.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Catalogue => "algorithm",
            Self::Program => "exec",
            Self::File => "file",
            Self::Library => "library",
            Self::Counts => "counts",
        }
    }

    pub(crate) fn of_key(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == name)
    }

    /// The main keys of some kinds, as sentences have them: "`exec` or `file`".
    pub(crate) fn listed(kinds: &[Self], last: &str, show: impl Fn(&str) -> String) -> String {
        let names: Vec<String> = kinds.iter().map(|kind| show(kind.key())).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
        }
    }
}
