//! The page of a shuffle.

use crate::{
    BookError,
    command::Command,
    example,
    laws::{self, ExactRow},
    markdown::with_formulas,
    needed::Needed,
    root, template,
};
use minijinja::{Value, context, value::Serde};
use shuffle_algorithms::{
    Algorithm,
    catalogue::{Entry, Known},
    spec::Parameter,
};
use shuffle_audit::number::count;
use std::{fs, path::Path};

/// Cards in the deck of the heatmap.
const CARDS: usize = 52;

/// Decks of a heatmap where there is no exact law.
const DECKS: u64 = 100_000;

/// Parameters in the words of a page.
pub(crate) fn parameter_rows(parameters: &[Parameter]) -> Vec<Value> {
    let row = |parameter: &Parameter| {
        let Parameter { key, about, min, max, default } = *parameter;
        let values = format!("{} to {}", count(min), count(max));
        context! { key, about, values, default => count(default) }
    };
    parameters.iter().map(row).collect()
}

/// The shuffle as pages show it: with the parameters of its planted defect, if it has one.
pub(crate) fn shown(entry: &Entry) -> Result<Algorithm, BookError> {
    let planted = entry.planted_defects();
    let text = match planted.first().map_or("", |planted| planted.parameters) {
        "" => entry.id.to_owned(),
        parameters => format!("{}:{parameters}", entry.id),
    };
    Algorithm::parse(&text).map_err(|why| BookError::entry(entry.id, why))
}

/// The making of a shuffle's heatmap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heatmap {
    pub(crate) command: Command,
    pub(crate) file: String,
    /// True if it shows the exact law.
    pub(crate) exact: bool,
}

impl Heatmap {
    /// Of the exact law, if it is known and says anything; else of decks.
    fn of(algorithm: &Algorithm, has_law: bool) -> Self {
        let subject = named(algorithm);
        if has_law && !algorithm.is_uniform_on(CARDS) {
            let command =
                Command::new(&format!("exact --algorithm {subject} --cards {CARDS} --out law"), 0);
            return Self { command, file: "law/position.png".to_owned(), exact: true };
        }
        // Decks that come twice make the counts scatter more than independent ones.
        let exit = i32::from(!algorithm.is_uniform_on(CARDS) || algorithm.is_sequence());
        let check = format!("check --algorithm {subject} --cards {CARDS} --trials {DECKS}");
        let command = Command::new(&format!("{check} --metrics position --out seen"), exit);
        let file = format!("seen/{}/position.png", algorithm.entry().id);
        Self { command, file, exact: false }
    }

    /// Of a shuffle of the catalogue.
    pub(crate) fn of_entry(entry: &Entry) -> Result<Self, BookError> {
        let algorithm = shown(entry)?;
        let has_law = laws::of(&algorithm, CARDS).position().is_ok();
        Ok(Self::of(&algorithm, has_law))
    }
}

/// The name of a shuffle in commands: without parameters that are the defaults.
fn named(algorithm: &Algorithm) -> String {
    let id = algorithm.entry().id;
    let is_default = Algorithm::parse(id).is_ok_and(|default| default == *algorithm);
    if is_default { id.to_owned() } else { algorithm.to_string() }
}

/// The picture of a shuffle, in the folder of pictures.
pub(crate) fn picture_name(entry: &Entry) -> String {
    format!("shuffles/{}.png", entry.id)
}

/// The player of a shuffle, in the folder of pictures.
pub(crate) fn player_name(entry: &Entry) -> String {
    format!("shuffles/{}.html", entry.id)
}

/// The command that makes the player, into a file in the folder where it runs.
fn player(entry: &Entry, algorithm: &Algorithm) -> Command {
    let (id, name) = (entry.id, named(algorithm));
    let trace = format!("trace --algorithm {name} --cards 80 --seed 1 --style bars");
    Command::new(&format!("{trace} --export {id}.html"), 0)
}

pub(crate) fn make_player(entry: &Entry, to: &Path) -> Result<(), BookError> {
    player(entry, &shown(entry)?).make(&format!("{}.html", entry.id), to)
}

/// True if the page shows the shuffle at work on a whole deck: where its cards lie, and how they move. An adversary is made to show nothing
/// there, and a sample leaves whole decks alone.
pub(crate) fn is_pictured(entry: &Entry) -> bool {
    !entry.family.is_made_for_tests() && !is_sample(entry)
}

fn is_sample(entry: &Entry) -> bool {
    matches!(entry.known, Known::UniformSet { .. })
}

/// The explanation of a shuffle for a card player: the section with its id in the Markdown file next to the file that
/// declares it.
pub(crate) fn explanation(entry: &Entry) -> Result<String, BookError> {
    let path = root().join(entry.file.replace('\\', "/")).with_extension("md");
    let text = fs::read_to_string(&path).map_err(BookError::file(&path))?.replace("\r\n", "\n");
    let section = text.strip_prefix("# ").into_iter().flat_map(|text| text.split("\n# "));
    let own = section.filter_map(|text| text.strip_prefix(entry.id)?.strip_prefix('\n')).next();
    let own = own.ok_or_else(|| BookError::entry(entry.id, "no section explains it"))?;
    Ok(own.trim().to_owned())
}

/// The page of a shuffle, in Markdown.
pub(crate) fn page(entry: &'static Entry, needed: &[Needed]) -> Result<String, BookError> {
    let algorithm = shown(entry)?;
    let of_sizes = laws::SIZES.map(|cards| laws::of(&algorithm, cards));
    let has_law = of_sizes.last().is_some_and(|laws| laws.position().is_ok());
    let heatmap = Heatmap::of(&algorithm, has_law);
    let is_pictured = is_pictured(entry);
    let example = if is_pictured { example::of(&algorithm, &named(&algorithm))? } else { None };
    let rows: Vec<ExactRow> = match is_sample(entry) {
        true => Vec::new(),
        false => of_sizes.iter().filter_map(laws::row).collect(),
    };
    let own = needed.iter().filter(|row| row.shuffle().is_some_and(|own| own.id == entry.id));
    let name = named(&algorithm);
    let values = context! {
        id => entry.id,
        title => template::capitalised(entry.title),
        explanation => with_formulas(&explanation(entry)?)?,
        aliases => aliases(entry),
        parameters => parameter_rows(entry.parameters),
        example_parameter => example_parameter(entry),
        file => entry.file.replace('\\', "/"),
        steps_command => example.as_ref().map(|example| example.command.to_string()),
        steps => example.map(|example| example.printed),
        known => known(entry, &algorithm),
        ways => laws::ways(&rows),
        laws => Serde(rows),
        is_sample => is_sample(entry),
        is_foreign => algorithm.is_foreign(),
        is_sequence => algorithm.is_sequence(),
        is_uniform => algorithm.is_uniform_on(CARDS),
        is_always_uniform => matches!(entry.known, Known::Uniform),
        family => entry.family.to_string(),
        decks => count(DECKS),
        is_pictured,
        is_exact => heatmap.exact,
        command => heatmap.command.to_string(),
        picture => format!("../pictures/{}", picture_name(entry)),
        player => format!("../pictures/{}", player_name(entry)),
        player_command => player(entry, &algorithm).to_string(),
        caught => own.map(Needed::row).collect::<Vec<_>>(),
        source => linked(entry.source),
        name,
    };
    template::page(include_str!("../templates/shuffle.md"), values)
}

/// A source in which the articles lead to their chapter; the page is one folder below it.
pub(crate) fn linked(source: &str) -> String {
    ["articles", "article"].iter().find(|word| source.contains(&format!("{word} "))).map_or_else(
        || source.to_owned(),
        |word| source.replacen(&format!("{word} "), &format!("[{word}](../articles.md) "), 1),
    )
}

fn aliases(entry: &Entry) -> String {
    let names: Vec<String> = entry.aliases.iter().map(|alias| format!("`{alias}`")).collect();
    laws::listed(&names)
}

fn example_parameter(entry: &Entry) -> String {
    entry
        .parameters
        .first()
        .map_or_else(String::new, |parameter| format!("{}={}", parameter.key, parameter.default))
}

fn known(entry: &Entry, algorithm: &Algorithm) -> String {
    match entry.known {
        Known::Uniform if algorithm.is_foreign() => {
            "According to its authors, every order is equally likely, for any number of cards; no audit here has found otherwise."
                .to_owned()
        }
        Known::Uniform => {
            "Every order is equally likely, for any number of cards. This is proved, not estimated from decks: for up to five cards \
             the tests walk every path of the dice and count."
                .to_owned()
        }
        Known::Biased { from, how } => {
            format!("With {from} or more cards, some orders are likelier than others: {how}.")
        }
        Known::Dependent { how } => {
            format!("Every order of a deck is equally likely, but decks depend on each other: {how}.")
        }
        Known::UniformSet { how } => {
            format!("Every set of dealt cards is equally likely, but not every order: {how}.")
        }
        Known::BiasedDraw { how } => {
            format!("Every order of a whole deck is equally likely, but draws are not: {how}.")
        }
        Known::BiasedBeyond { parameter, how } => format!(
            "Every order is equally likely with at most `{parameter}` cards. With more, some are likelier \
             than others: {how}."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle_algorithms::catalogue::ENTRIES;
    use std::collections::BTreeSet;

    #[test]
    fn each_shuffle_is_explained_and_no_section_explains_another() {
        let mut files = BTreeSet::new();
        for entry in ENTRIES {
            let text = explanation(entry).unwrap();
            assert!(text.len() > 80, "{}: {text:?}", entry.id);
            files.insert(root().join(entry.file).with_extension("md"));
        }
        let texts = files.iter().map(|file| fs::read_to_string(file).unwrap());
        let sections: usize = texts.map(|text| format!("\n{text}").matches("\n# ").count()).sum();
        assert_eq!(sections, ENTRIES.len());
    }
}
