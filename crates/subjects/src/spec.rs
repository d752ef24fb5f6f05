//! A case as it is written, in a plan or in flags.

#[cfg(test)]
use crate::exec::MOST_JOBS;
use crate::{count, exec::CommandSpec, start::StartKey};
use shuffle_audit::Expect;

/// The pattern of an id, as [`shuffle_audit::case`] checks it.
#[cfg(test)]
pub(crate) const ID: &str = "^[a-z0-9][a-z0-9-]*$";

/// The group of the keys that decide an exact law: `exact` and `power` take them.
#[cfg(feature = "flags")]
pub(crate) const LAW: &str = "law";

/// A case as written in a plan or in flags.
///
/// Its subject is one of `algorithm`, `exec`, `file` and `library`. Each key documents its meaning, and the subjects
/// that allow it if not all do. Paths are relative to the folder of the plan, which is also the working directory of
/// programs.
// One field is one key: serde reads and writes it in plans, clap makes its flag, and schemars its entry in the schema.
// Plans have the fields in this order, and fingerprints hash it: never move a field. `keys` explains how the
// documentation of a field becomes the text of its flag. A field that clap skips does not describe the subject.
#[derive(
    Clone,
    Debug,
    Default,
    PartialEq,
    serde::Serialize,
    serde::Deserialize,
    documented::DocumentedFields,
)]
#[cfg_attr(feature = "flags", derive(clap::Parser))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "flags",
    command(no_binary_name = true, disable_help_flag = true, disable_version_flag = true)
)]
#[cfg_attr(feature = "flags", command(group = clap::ArgGroup::new(LAW).multiple(true)))]
pub struct CaseSpec {
    /// Its name: lower-case letters, digits and hyphens. Reports have a folder with this name.
    #[cfg_attr(feature = "flags", arg(skip))]
    #[cfg_attr(test, schemars(regex(pattern = ID)))]
    pub id: String,
    /// The shuffle, as `id` or `id:key=value,...`; `shuffle-audit list` shows them.
    #[cfg_attr(feature = "flags", arg(long, value_name = "ID", group = LAW))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// A program that writes decks to stdout, as its environment says: SHUFFLE_CARDS, SHUFFLE_DEAL, SHUFFLE_DRAW,
    /// SHUFFLE_PACK, SHUFFLE_BONUS, SHUFFLE_WEIGHTS, SHUFFLE_TRIALS, SHUFFLE_SEED, SHUFFLE_FORMAT; runs without a
    /// shell.
    ///
    /// A line, or a list of its words; it runs in the folder of the plan.
    #[cfg_attr(feature = "flags", arg(long, value_name = "CMD"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exec: Option<CommandSpec>,
    /// A file of decks, or - for stdin. A quoted pattern such as `'logs/*.csv.zst'` reads all matching files as one,
    /// in natural order (log-2 before log-10).
    /// Relative to the folder of the plan.
    #[cfg_attr(feature = "flags", arg(long, value_name = "FILE"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// A native library with a shuffle as in shuffle_subject.h, run in a separate process.
    ///
    /// Relative to the folder of the plan.
    #[cfg_attr(feature = "flags", arg(long, value_name = "LIB"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// The name of the shuffle in the library; by default shuffle. Only with `library`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "NAME"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// The format of the decks: text, csv, ndjson, u8, u16le, u32le, u64le, npy or pbn (bridge deals, also detected
    /// by content); by default from the file name, else text. Only with `exec` or `file`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "FORMAT"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The number of the first card in the decks, 0 or 1; by default 0. Only with `exec`, `file` or `counts`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "B", value_parser = str::parse::<u32>))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<u32>,
    /// Names of the cards: standard-52, or names in start order between commas, or a file of them, one per card; or
    /// sorted: the items of --file itself, one per line or all of them on each line, in sorted order. Only with `exec`, `file` or `counts`.
    ///
    /// The file of names is relative to the folder of the plan.
    #[cfg_attr(feature = "flags", arg(long, value_name = "LABELS"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<String>,
    /// The field of NDJSON objects that holds the deck, or outer.inner; by default deck. Only with `exec` or `file`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "NAME"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The columns of text or CSV that hold the cards, in this order, such as 2-6, or header names such as c1,c2,c3 or c1-c5; by
    /// default all columns. Only with `exec` or `file`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "LIST"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// The first line of text or CSV is a header; by default detected. Only with `exec` or `file`.
    ///
    /// With `false` the first line is a deck.
    #[cfg_attr(feature = "flags", arg(long, num_args = 0, default_missing_value = "true"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// Treatment of orders that lack rows or repeat some: strict (an error), or ignore (audit only the rows that
    /// appear exactly once in every order); by default strict. Only with `file`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "HOW"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<String>,
    /// The class of each row: a file with one line per row in start order, or shards:N for classes of N rows. Audits
    /// the classes in each batch (up to 99 whole orders).
    ///
    /// The file is relative to the folder of the plan.
    #[cfg_attr(feature = "flags", arg(long, value_name = "GROUPS"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<String>,
    /// With --groups: the number of rows per batch; by default 256.
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = count::parse))]
    #[serde(default, deserialize_with = "count::any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "count::Schema<1>"))]
    pub batch: Option<u64>,
    /// Copies that run in parallel, each with its own seed and share of the decks; by default 1. Only with `exec` or
    /// `library`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "J", value_parser = count::parse))]
    #[serde(default, deserialize_with = "count::any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "count::Schema<1, MOST_JOBS>"))]
    pub jobs: Option<u64>,
    /// The longest silence before the subject is given up, such as 2m; by default 30s. Only with `exec` or `library`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "TIME"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stall: Option<String>,
    /// A command that prints the version of what a program audits, and fails if it is missing. It runs before
    /// anything else; if it fails or takes longer than `stall` (at most 30 seconds), the case is skipped. Only with
    /// `exec`.
    ///
    /// It runs in the folder of the plan.
    #[cfg_attr(feature = "flags", arg(long, value_name = "CMD"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probe: Option<CommandSpec>,
    /// Cards in the deck.
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = count::parse, group = LAW))]
    #[serde(default, deserialize_with = "count::any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "count::Schema<2>"))]
    pub cards: Option<u64>,
    /// Cards dealt, from the front of the shuffled deck; by default all.
    #[cfg_attr(feature = "flags", arg(long, value_name = "K", value_parser = count::parse, group = LAW))]
    #[serde(default, deserialize_with = "count::any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "count::Schema<1>"))]
    pub deal: Option<u64>,
    /// A deal whose order does not matter, such as the balls of a lottery.
    #[cfg_attr(feature = "flags", arg(long, group = LAW))]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unordered: bool,
    /// Each place is drawn from all cards, such as the digits of a pick-3.
    #[cfg_attr(feature = "flags", arg(long, group = LAW))]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replacement: bool,
    /// A deck with equal cards: kinds with their counts, such as land=24,spell=36; standard-52x6, suits-52 or
    /// ranks-52; or a file with the kind of each card, one per line. The pack sets the number of cards, and its kinds
    /// are the labels of files; programs write 0, 1, ... for them.
    ///
    /// The file is relative to the folder of the plan.
    #[cfg_attr(feature = "flags", arg(long, value_name = "PACK", group = LAW))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pack: Option<String>,
    /// With --unordered: bonus balls after the others, not counted by --deal, from the same drum, such as 1, or from
    /// a separate drum, such as 26/1 (1 of 26).
    #[cfg_attr(feature = "flags", arg(long, value_name = "BALLS"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<String>,
    /// A lottery draw as published: 6/49 (6 of 49 balls), 6/49+1 (one more from the same drum) or 5/69+1/26 (one more
    /// from a drum of 26). It replaces `cards`, `deal`, `unordered` and `bonus`; balls are numbered from 1 unless
    /// `base` or `labels` says otherwise.
    #[cfg_attr(feature = "flags", arg(long, value_name = "DRAW"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<String>,
    /// The column of a factor, by name or number, such as the ball set, the machine or the clerk, or several, as site,sex. Also tests whether
    /// decks are alike on all its levels. With `stream`, the column of the game. Only with `file`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "COLUMN"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Symbols with unequal chances by design: one weight each, such as 70,20,8,2 or control=90,new=10; or a file
    /// with a weight, or name,weight, on each line. The weights set the number of cards. One symbol is drawn unless
    /// --deal says more; then the symbols are different, each drawn by its share of the remaining weights, or may
    /// repeat with --replacement. The names are the labels of files. A symbol with weight 0 must never come. Only
    /// with `exec`, `file`, `library` or `counts`.
    ///
    /// The file is relative to the folder of the plan.
    #[cfg_attr(feature = "flags", arg(long, value_name = "WEIGHTS"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<String>,
    /// A table of counts instead of decks: an item and its count on each line. For draws of one with replacement, or
    /// of several with --draw or --unordered.
    ///
    /// Relative to the folder of the plan.
    #[cfg_attr(feature = "flags", arg(long, value_name = "FILE"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counts: Option<String>,
    /// Hands or teams, by their sizes, such as 13,13,13,13: the cards within a hand have no order, so they are put into
    /// a random order, drawn from the seed of the run. The hands must cover all cards that a deck shows. Only with
    /// `file`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "SIZES"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<String>,
    /// The column of a table with a row for each item: the rows, sorted by this column (numbers, times and the like),
    /// are one order. Rows with equal keys are put into random order, drawn from the seed of the run. Only with
    /// `file`.
    #[cfg_attr(feature = "flags", arg(id = "rank-by", long, value_name = "COLUMN"))]
    #[serde(default, rename = "rank-by", skip_serializing_if = "Option::is_none")]
    pub rank_by: Option<String>,
    /// The column of a table with a row for each item that names the deck, such as the race, the date or the game: the rows that share
    /// it are one deck. `columns` names the column of the items, and `rank-by` the column of their places, unless the rows stand in order.
    /// Only with `file`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "COLUMN"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<String>,
    /// The rows form a trial's randomization list of permuted blocks: 4, or 2,4,6 for sizes picked at random, or
    /// 2:1,4:2 with weights. `pack` gives the ratio of the arms, as A=1,B=1, and `by` the column of the stratum. Only
    /// with `file`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "SIZES"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// Orders of different lengths, such as ballots and start lists: each line holds any number of the names. Without
    /// `labels` the names come from --file, in sorted order. Only with `algorithm`, `exec` or `file`.
    ///
    /// With a shuffle: deals of 2, 3, 4, ... cards in turn, up to `deal` or all.
    #[cfg_attr(feature = "flags", arg(long))]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub varying: bool,
    /// The rule that every draw obeys by design: no-fixed-points (nothing in its own place), no-repeat FILE (no two items of
    /// one class in a row), spread FILE>=3 (they are at least 3 places apart), at-least digit=6 (this many items of a
    /// class), forbid FILE (items at positions), or several with ; between. FILE has item,class (or item,position) on
    /// each line; a column of --file may give the classes. Only with `algorithm`, `exec`, `file` or `library`.
    ///
    /// Its files are relative to the folder of the plan.
    #[cfg_attr(feature = "flags", arg(long, value_name = "RULE"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Groups of people, such as A=6,B=6,C=6: each row has the group of each person, in the same order of people; or a
    /// table has a row for each person and day, with `by` the column of the day and `columns` the columns of person and group.
    /// Only with `algorithm`, `exec` or `file`.
    #[cfg_attr(feature = "flags", arg(id = "groups-of", long, value_name = "GROUPS"))]
    #[serde(default, rename = "groups-of", skip_serializing_if = "Option::is_none")]
    pub groups_of: Option<String>,
    /// The rows are items that come in bags, as the pieces of a game: a bag of N is shuffled and dealt to its end, then
    /// the next. `by` names the column of the game, which begins with a new bag; bags that are cut short are left out.
    /// Without `by` there is no verdict, but a list of the lines where bags break. Only with `file`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = count::parse))]
    #[serde(default, deserialize_with = "count::any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "count::Schema<2>"))]
    pub stream: Option<u64>,
    /// What people call it, such as `Online poker, 1999`: the page of the report shows this above the id.
    #[cfg_attr(feature = "flags", arg(skip))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The number of decks; for a file, the most to read, by default all.
    #[cfg_attr(feature = "flags", arg(skip))]
    #[serde(default, deserialize_with = "count::any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "count::Schema<1>"))]
    pub trials: Option<u64>,
    /// The number of times that the whole shuffle is repeated on a deck; by default 1. Only with `algorithm`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "P", value_parser = passes, group = LAW))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub passes: Option<u32>,
    /// The order of each deck before the shuffle: identity, reverse, random, interleaved, or an order such as 2,0,1.
    /// The audit counts where cards go from there; by default identity. Only with `algorithm`.
    ///
    /// An order may also be an array of cards, counted from 0.
    #[cfg_attr(feature = "flags", arg(long, value_name = "ORDER"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<StartKey>,
    /// The dice, as `id` or `id:key=value,...`; by default exact. Only with `algorithm`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "DICE", group = LAW))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// The generator for the dice; by default auto: lanes-xoshiro256pp if the shuffle runs on lanes, else pcg64. Only
    /// with `algorithm`.
    #[cfg_attr(feature = "flags", arg(long, value_name = "RNG"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rng: Option<String>,
    /// The tests to run; by default all that apply.
    #[cfg_attr(feature = "flags", arg(skip))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics: Option<Vec<String>>,
    /// Check every 64 decks and stop as soon as the case is decided; `trials` is then the maximum.
    #[cfg_attr(feature = "flags", arg(skip))]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sequential: bool,
    /// The expected result: `pass` (the default) for a sound shuffle, `fail` for a planted defect.
    #[cfg_attr(feature = "flags", arg(skip))]
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "ExpectSchema"))]
    pub expect: Expect,
    /// The tests that must catch a planted defect, with `expect = "fail"`.
    #[cfg_attr(feature = "flags", arg(skip))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caught_by: Vec<String>,
}

/// The expected result of a case.
// The words of the other `Expect`, which knows no schemas.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "Expect", rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is asked for")]
enum ExpectSchema {
    /// A sound shuffle: nothing may be found.
    Pass,
    /// A planted defect: it must be caught.
    Fail,
}

/// The number of passes in a flag.
#[cfg(feature = "flags")]
fn passes(text: &str) -> Result<u32, String> {
    let number = count::parse(text).map_err(|error| error.to_string())?;
    u32::try_from(number).map_err(|_| format!("must be at most {}", u32::MAX))
}

impl CaseSpec {
    /// One deck of a shuffle that is expected to pass, with nothing special about it.
    pub fn new(id: &str, algorithm: &str, cards: u64) -> Self {
        Self {
            id: id.to_owned(),
            algorithm: Some(algorithm.to_owned()),
            cards: Some(cards),
            trials: Some(1),
            ..Self::default()
        }
    }

    /// True if any of its keys can hold a path.
    pub(crate) fn has_paths(&self) -> bool {
        self.exec.is_some()
            || self.file.is_some()
            || self.library.is_some()
            || self.counts.is_some()
    }
}
