//! The keys themselves. A new one is an entry here and a field of [`CaseSpec`](crate::CaseSpec).

use super::{Key, Operand, Part, SubjectKind};
use crate::{CaseSpec, count, exec::CommandSpec, start::StartKey};
use std::{fmt, str::FromStr};

const CATALOGUE: &[SubjectKind] = &[SubjectKind::Catalogue];
const LAYOUT: &[SubjectKind] = &[SubjectKind::Program, SubjectKind::File];
const PROCESS: &[SubjectKind] = &[SubjectKind::Program, SubjectKind::Library];

/// All keys of a subject.
pub static KEYS: [Key; 28] = [
    Key {
        name: "algorithm",
        operand: Operand::Value("ID"),
        help: "The shuffle, as `id` or `id:key=value,...`; `shuffle-audit list` shows them",
        kinds: CATALOGUE,
        part: Part::Name,
        decides_law: true,
        get: |spec| spec.algorithm.clone(),
        set: |spec, text| text_of(&mut spec.algorithm, text),
        ..PLAIN
    },
    Key {
        name: "exec",
        operand: Operand::Value("CMD"),
        help: "A program that writes decks on stdout, as its environment says: SHUFFLE_CARDS, \
               SHUFFLE_DEAL, SHUFFLE_DRAW, SHUFFLE_PACK, SHUFFLE_BONUS, SHUFFLE_TRIALS, SHUFFLE_SEED, \
               SHUFFLE_FORMAT; no shell reads the \
               command",
        of_plans: "A line, or a list of its words; it is run in the folder of the plan.",
        kinds: &[SubjectKind::Program],
        part: Part::Name,
        get: |spec| spec.exec.as_ref().map(CommandSpec::line),
        set: |spec, text| given(&mut spec.exec, Ok(CommandSpec::Line(text.to_owned()))),
        ..PLAIN
    },
    Key {
        name: "file",
        operand: Operand::Value("FILE"),
        help: "A file of decks, or - for stdin; a pattern in quotes, as `'logs/*.csv.zst'`, is all files that \
               match it, read as one in natural order (log-2 before log-10)",
        of_plans: "Relative to the folder of the plan.",
        kinds: &[SubjectKind::File],
        part: Part::Name,
        get: |spec| spec.file.clone(),
        set: |spec, text| text_of(&mut spec.file, text),
        ..PLAIN
    },
    Key {
        name: "library",
        operand: Operand::Value("LIB"),
        help: "A native library with a shuffle as in include/shuffle_subject.h, run in a process of \
               its own",
        of_plans: "Relative to the folder of the plan.",
        kinds: &[SubjectKind::Library],
        part: Part::Name,
        get: |spec| spec.library.clone(),
        set: |spec, text| text_of(&mut spec.library, text),
        ..PLAIN
    },
    Key {
        name: "symbol",
        operand: Operand::Value("NAME"),
        help: "The name of the shuffle in the library",
        default: "shuffle",
        kinds: &[SubjectKind::Library],
        part: Part::Name,
        get: |spec| spec.symbol.clone(),
        set: |spec, text| text_of(&mut spec.symbol, text),
        ..PLAIN
    },
    Key {
        name: "cards",
        operand: Operand::Value("N"),
        help: "Cards in the deck",
        part: Part::Deck,
        decides_law: true,
        get: |spec| (spec.cards != CaseSpec::NO_CARDS).then(|| spec.cards.to_string()),
        set: |spec, text| counted(text).map(|cards| spec.cards = cards),
        ..PLAIN
    },
    Key {
        name: "deal",
        operand: Operand::Value("K"),
        help: "Cards dealt, from the front of the shuffled deck",
        default: "all of them",
        part: Part::Deck,
        decides_law: true,
        get: |spec| shown(spec.deal),
        set: |spec, text| given(&mut spec.deal, counted(text)),
        ..PLAIN
    },
    Key {
        name: "unordered",
        operand: Operand::Flag,
        help: "A deal whose order means nothing, such as the balls of a lottery",
        decides_law: true,
        get: |spec| shown(spec.unordered.then_some(true)),
        set: |spec, text| parsed(text).map(|is_set| spec.unordered = is_set),
        ..PLAIN
    },
    Key {
        name: "replacement",
        operand: Operand::Flag,
        help: "Each place is drawn afresh from all cards, such as the digits of a pick-3",
        decides_law: true,
        get: |spec| shown(spec.replacement.then_some(true)),
        set: |spec, text| parsed(text).map(|is_set| spec.replacement = is_set),
        ..PLAIN
    },
    Key {
        name: "pack",
        operand: Operand::Value("PACK"),
        help: "Cards of which some are equal: kinds with their numbers, as land=24,spell=36; standard-52x6, \
               suits-52, ranks-52; or a file with the kind of each card on a line. It decides the number of \
               cards, and its kinds are the labels of files; programs write 0, 1, ... for them",
        of_plans: "The file is relative to the folder of the plan.",
        decides_law: true,
        get: |spec| spec.pack.clone(),
        set: |spec, text| text_of(&mut spec.pack, text),
        ..PLAIN
    },
    Key {
        name: "bonus",
        operand: Operand::Value("BALLS"),
        help: "With --unordered: bonus balls behind the others, which --deal does not count, from the same \
               drum, as 1, or from one of their own, as 26/1 (1 of 26)",
        get: |spec| spec.bonus.clone(),
        set: |spec, text| text_of(&mut spec.bonus, text),
        ..PLAIN
    },
    Key {
        name: "by",
        operand: Operand::Value("COLUMN"),
        help: "With --unordered or --replacement: the column of a factor, by name or number, such as the \
               ball set or the machine; whether draws are alike on all its levels is judged, too",
        kinds: &[SubjectKind::File],
        get: |spec| spec.by.clone(),
        set: |spec, text| text_of(&mut spec.by, text),
        ..PLAIN
    },
    Key {
        name: "passes",
        operand: Operand::Value("P"),
        help: "How often the whole shuffle is repeated on a deck",
        default: "1",
        kinds: CATALOGUE,
        decides_law: true,
        get: |spec| shown(spec.passes),
        set: |spec, text| given(&mut spec.passes, counted(text).and_then(narrow)),
        ..PLAIN
    },
    Key {
        name: "start",
        operand: Operand::Value("ORDER"),
        help: "How each deck lies before it is shuffled: identity, reverse, random, interleaved, or \
               an order as 2,0,1; counted is where its cards went from there",
        default: "identity",
        of_plans: "An order may also be an array of cards from 0.",
        kinds: CATALOGUE,
        get: |spec| spec.start.as_ref().map(StartKey::to_string),
        set: |spec, text| given(&mut spec.start, Ok(StartKey::Name(text.to_owned()))),
        ..PLAIN
    },
    Key {
        name: "dice",
        operand: Operand::Value("DICE"),
        help: "The dice, as `id` or `id:key=value,...`",
        default: "exact",
        kinds: CATALOGUE,
        decides_law: true,
        get: |spec| spec.dice.clone(),
        set: |spec, text| text_of(&mut spec.dice, text),
        ..PLAIN
    },
    Key {
        name: "rng",
        operand: Operand::Value("RNG"),
        help: "The generator under the dice",
        default: "auto: lanes-xoshiro256pp where the shuffle runs on lanes, else pcg64",
        kinds: CATALOGUE,
        get: |spec| spec.rng.clone(),
        set: |spec, text| text_of(&mut spec.rng, text),
        ..PLAIN
    },
    Key {
        name: "format",
        operand: Operand::Value("FORMAT"),
        help: "How decks are written: text, csv, ndjson, u8, u16le, u32le, u64le, npy",
        default: "as the name of the file ends, or text",
        kinds: LAYOUT,
        get: |spec| spec.format.clone(),
        set: |spec, text| text_of(&mut spec.format, text),
        ..PLAIN
    },
    Key {
        name: "base",
        operand: Operand::Value("B"),
        help: "The number of the first card as decks are written, 0 or 1",
        default: "0",
        kinds: LAYOUT,
        get: |spec| shown(spec.base),
        set: |spec, text| given(&mut spec.base, parsed(text)),
        ..PLAIN
    },
    Key {
        name: "labels",
        operand: Operand::Value("LABELS"),
        help: "What the cards are called: standard-52, or a file of names in start order, whose number is that of the cards; \
               or sorted: the items of --file itself, one a line, in sorted order",
        of_plans: "The file of names is relative to the folder of the plan.",
        kinds: LAYOUT,
        get: |spec| spec.labels.clone(),
        set: |spec, text| text_of(&mut spec.labels, text),
        ..PLAIN
    },
    Key {
        name: "field",
        operand: Operand::Value("NAME"),
        help: "The field of an object of NDJSON that holds the deck",
        default: "deck",
        kinds: LAYOUT,
        get: |spec| spec.field.clone(),
        set: |spec, text| text_of(&mut spec.field, text),
        ..PLAIN
    },
    Key {
        name: "columns",
        operand: Operand::Value("LIST"),
        help: "The columns of text or CSV that hold the cards, such as 2-6, or by the names in its \
               header: c1,c2,c3 or c1-c5",
        default: "all of them",
        kinds: LAYOUT,
        get: |spec| spec.columns.clone(),
        set: |spec, text| text_of(&mut spec.columns, text),
        ..PLAIN
    },
    Key {
        name: "header",
        operand: Operand::Switch {
            off: "no-header",
            help: "The first line is a deck, whatever it looks like",
        },
        help: "The first line of text or CSV names the columns, whatever it looks like",
        default: "as it looks",
        of_plans: "With `false` the first line is a deck.",
        kinds: LAYOUT,
        get: |spec| shown(spec.header),
        set: |spec, text| given(&mut spec.header, parsed(text)),
        ..PLAIN
    },
    Key {
        name: "coverage",
        operand: Operand::Value("HOW"),
        help: "What becomes of orders that lack rows or have some twice: strict (the file is at fault), \
               or ignore (the rows that came exactly once in every order are judged)",
        default: "strict",
        kinds: &[SubjectKind::File],
        get: |spec| spec.coverage.clone(),
        set: |spec, text| text_of(&mut spec.coverage, text),
        ..PLAIN
    },
    Key {
        name: "groups",
        operand: Operand::Value("GROUPS"),
        help: "The class of each row: a file with a line for each in start order, or shards:N, each N rows \
               a class; then the classes of each batch are judged (up to 99 whole orders)",
        of_plans: "The file is relative to the folder of the plan.",
        get: |spec| spec.groups.clone(),
        set: |spec, text| text_of(&mut spec.groups, text),
        ..PLAIN
    },
    Key {
        name: "batch",
        operand: Operand::Value("N"),
        help: "With --groups: the number of rows of a batch",
        default: "256",
        get: |spec| shown(spec.batch),
        set: |spec, text| given(&mut spec.batch, counted(text)),
        ..PLAIN
    },
    Key {
        name: "jobs",
        operand: Operand::Value("J"),
        help: "Copies that run side by side, each with its own seed and share of the decks",
        default: "1",
        kinds: PROCESS,
        get: |spec| shown(spec.jobs),
        set: |spec, text| given(&mut spec.jobs, counted(text)),
        ..PLAIN
    },
    Key {
        name: "stall",
        operand: Operand::Value("TIME"),
        help: "How long nothing may be written before the subject is given up, such as 2m",
        default: "30s",
        kinds: PROCESS,
        get: |spec| spec.stall.clone(),
        set: |spec, text| text_of(&mut spec.stall, text),
        ..PLAIN
    },
    Key {
        name: "probe",
        operand: Operand::Value("CMD"),
        help: "A command that tells the version of what a program audits, or fails where that is \
               missing; it is run before anything else, and if it fails or takes longer than `stall` \
               (30 seconds at most), the case is skipped",
        of_plans: "It is run in the folder of the plan.",
        kinds: &[SubjectKind::Program],
        get: |spec| spec.probe.as_ref().map(CommandSpec::line),
        set: |spec, text| given(&mut spec.probe, Ok(CommandSpec::Line(text.to_owned()))),
        ..PLAIN
    },
];

/// What most keys have in common.
const PLAIN: Key = Key {
    name: "",
    operand: Operand::Value(""),
    help: "",
    default: "",
    of_plans: "",
    kinds: &SubjectKind::ALL,
    part: Part::Setting,
    decides_law: false,
    get: |_| None,
    set: |_, _| Ok(()),
};

fn shown(value: Option<impl fmt::Display>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn given<T>(slot: &mut Option<T>, value: Result<T, String>) -> Result<(), String> {
    *slot = Some(value?);
    Ok(())
}

fn text_of(slot: &mut Option<String>, text: &str) -> Result<(), String> {
    given(slot, Ok(text.to_owned()))
}

fn counted(text: &str) -> Result<u64, String> {
    count::parse(text).map_err(|error| error.to_string())
}

fn narrow(number: u64) -> Result<u32, String> {
    u32::try_from(number).map_err(|_| format!("must be at most {}", u32::MAX))
}

fn parsed<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}
