//! What is read off a draw whose law is known only by reference draws: things that it has or has not, and numbers.
//!
//! A thing is a card at a place, two cards next to each other, two people in one group. A number is counted in bins. Every cell is hit by a
//! draw or not, so that its counts in two samples can be compared exactly, whatever the law is.

use super::sampler::Sampler;
use crate::{
    Place, Shape,
    memo::Memo,
    metric::NotApplicable,
    number::IntegerStatistic,
    numbers::{Cycles, FixedPoints, Footrule, Inversions, RisingSequences},
    place::Word,
};
use std::{ops::Range, sync::Arc};

/// A table of more cells is not counted.
const MOST_CELLS: usize = 1 << 18;

/// The bins of a number.
pub(crate) const BINS: usize = 64;

/// The draws by which bins are laid, fewer where fair draws take long, and their seed.
const PILOT: usize = 2_000;
const FEWEST_OF_PILOT: f64 = 50.0;
const MOST_OF_PILOT: f64 = 1e8;
const SEED: u64 = 0xb105;

/// Of rows of more cards not every two are counted.
const MOST_PAIRED: usize = 64;

/// Of more people not every three are counted.
const MOST_BY_THREES: usize = 24;

/// Values of one class are counted at distances up to this one.
const MOST_LAGS: usize = 12;

/// Reads a number off a draw.
type ReadNumber = Box<dyn Fn(&[u32]) -> usize + Send + Sync>;

/// A number of a draw, and the bins of its values.
pub(crate) struct Number {
    /// "cycles", "pairs of one artist 2 places apart".
    pub(crate) noun: Place,
    of: ReadNumber,
    low: usize,
    step: usize,
}

impl std::fmt::Debug for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Number").field("noun", &self.noun).finish_non_exhaustive()
    }
}

/// Classes of values: the artist of each song, digits and others.
#[derive(Clone, Debug)]
struct CardClasses {
    of: Vec<u32>,
    names: Vec<String>,
}

/// The tables that a draw is counted into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RuleTable {
    /// Values at places.
    Places,
    /// A value directly after another.
    Next,
    /// Two cards of an order in each other's place.
    Swapped,
    /// A card of an order anywhere before one that follows it in the start order.
    Before,
    /// Two cards that are both dealt.
    Both,
    /// Two places with the same value: two people in one group.
    Together,
    /// The same of three places.
    AllThree,
    /// A class of a list at a place.
    ClassPlaces(usize),
    /// A class of a list directly after another, at least once.
    ClassNext(usize),
}

/// Reads draws of a shape.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(super) shape: Shape,
    tables: Vec<(RuleTable, Range<usize>)>,
    classes: Vec<CardClasses>,
    pub(crate) numbers: Vec<Number>,
    cells: usize,
    /// Makes fair draws, where the law is known.
    pub(super) sampler: Arc<Sampler>,
}

/// Something that a draw has or has not: one or two cells of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thing {
    pub(crate) cell: usize,
    /// The other cell, where order does not matter: a before b, and b before a.
    pub(crate) or: Option<usize>,
    table: RuleTable,
    /// Its number in the table.
    at: usize,
}

impl Reading {
    /// For draws of this shape; laid out once in the life of the program.
    ///
    /// # Errors
    ///
    /// [`NotApplicable`] where no fair draw can be made.
    pub(crate) fn of(shape: Shape) -> Result<Arc<Self>, NotApplicable> {
        static KNOWN: Memo<Shape, Result<Arc<Reading>, NotApplicable>> = Memo::new();
        KNOWN.get(shape, || Self::new(shape).map(Arc::new))
    }

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let sampler = Sampler::of(shape)?;
        let classes = classes(shape);
        let mut reading = Self {
            shape,
            tables: Vec::new(),
            classes,
            numbers: Vec::new(),
            cells: 0,
            sampler: Arc::clone(&sampler),
        };
        let (values, dealt) = (shape.values(), shape.dealt());
        reading.add(RuleTable::Places, values * dealt);
        if shape.groups_people() {
            reading.add(RuleTable::Together, dealt * dealt);
            if (3..=MOST_BY_THREES).contains(&dealt) {
                reading.add(RuleTable::AllThree, triples_below(dealt));
            }
        } else if dealt > 1 {
            reading.add(RuleTable::Next, values * values);
        }
        if shape.is_order() && shape.is_whole() {
            reading.add(RuleTable::Swapped, values * values);
        }
        if shape.is_order() && dealt > 1 && dealt <= MOST_PAIRED {
            let table = if shape.is_whole() { RuleTable::Before } else { RuleTable::Both };
            reading.add(table, values * values);
        }
        for list in 0..reading.classes.len() {
            let classes = reading.classes[list].names.len();
            reading.add(RuleTable::ClassPlaces(list), classes * dealt);
            reading.add(RuleTable::ClassNext(list), classes * classes);
        }
        let mut hand = sampler.hand(SEED);
        let numbers = numbers(shape, &reading.classes);
        let tries = PILOT as f64 * sampler.tries() * dealt as f64;
        let pilot = (PILOT as f64 * (MOST_OF_PILOT / tries).min(1.0)).max(FEWEST_OF_PILOT) as usize;
        let mut values = vec![Vec::with_capacity(pilot); numbers.len()];
        for _ in 0..pilot {
            let row = sampler.draw(&mut hand);
            let each = values.iter_mut().zip(&numbers);
            each.for_each(|(values, (_, of))| values.push(of(row) as f64));
        }
        let laid = numbers.into_iter().zip(values);
        reading.numbers =
            laid.filter_map(|((noun, of), values)| Number::laid(noun, of, &values)).collect();
        reading.cells += reading.numbers.len() * BINS;
        Ok(reading)
    }

    fn add(&mut self, table: RuleTable, cells: usize) {
        if cells <= MOST_CELLS {
            self.tables.push((table, self.cells..self.cells + cells));
            self.cells += cells;
        }
    }

    /// What the draws are called.
    pub(crate) fn unit(&self) -> &'static str {
        self.shape.kind().trial()[1]
    }

    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    /// The cells of the numbers, which are the last.
    fn first_number(&self) -> usize {
        self.cells - self.numbers.len() * BINS
    }

    /// The bins of a number.
    pub(crate) fn bins(&self, number: usize) -> Range<usize> {
        let first = self.first_number() + number * BINS;
        first..first + BINS
    }

    pub(crate) fn count(&self, row: &[u32], cells: &mut [u64]) {
        for (table, range) in &self.tables {
            self.count_table(*table, row, &mut cells[range.clone()]);
        }
        for (at, number) in self.numbers.iter().enumerate() {
            cells[self.bins(at).start + number.bin((number.of)(row))] += 1;
        }
    }

    fn count_table(&self, table: RuleTable, row: &[u32], cells: &mut [u64]) {
        let values = self.shape.values();
        let pairs = || row.windows(2).map(|it| (it[0] as usize, it[1] as usize));
        let indices = || row.iter().map(|&value| value as usize).enumerate();
        match table {
            RuleTable::Places => indices().for_each(|(at, value)| cells[at * values + value] += 1),
            RuleTable::Next if self.shape.is_order() => {
                pairs().for_each(|(one, other)| cells[one * values + other] += 1);
            }
            RuleTable::Next => once_each(pairs().map(|(one, other)| one * values + other), cells),
            RuleTable::Swapped => {
                for (at, value) in indices().filter(|&(at, value)| at < value) {
                    cells[at * values + value] += u64::from(row[value] as usize == at);
                }
            }
            RuleTable::Before | RuleTable::Both => {
                for (at, &one) in row.iter().enumerate() {
                    for &other in &row[at + 1..] {
                        let (low, high) = (one.min(other), one.max(other));
                        let counts = table == RuleTable::Both || one == low;
                        cells[low as usize * values + high as usize] += u64::from(counts);
                    }
                }
            }
            RuleTable::Together => {
                for (at, value) in indices() {
                    let later = indices().skip(at + 1).filter(|&(_, other)| other == value);
                    later.for_each(|(other, _)| cells[at * row.len() + other] += 1);
                }
            }
            RuleTable::AllThree => {
                for (last, value) in indices() {
                    let is_with = |at: &usize| row[*at] as usize == value;
                    for middle in (0..last).filter(is_with) {
                        let of_two = triples_below(last) + pairs_below(middle);
                        (0..middle).filter(is_with).for_each(|first| cells[of_two + first] += 1);
                    }
                }
            }
            RuleTable::ClassPlaces(list) => {
                let CardClasses { of, names } = &self.classes[list];
                let class = |value: usize| of[value] as usize;
                indices().for_each(|(at, value)| cells[at * names.len() + class(value)] += 1);
            }
            RuleTable::ClassNext(list) => {
                let CardClasses { of, names } = &self.classes[list];
                let class = |value: usize| of[value] as usize;
                let each = pairs().map(|(one, other)| class(one) * names.len() + class(other));
                once_each(each, cells);
            }
        }
    }

    /// The cells of places, and the cells of pairs in one order and in any.
    pub(crate) fn things(&self) -> [Vec<Thing>; 2] {
        let mut things = [Vec::new(), Vec::new()];
        let values = self.shape.values();
        for (table, range) in &self.tables {
            let is_of_places = matches!(table, RuleTable::Places | RuleTable::ClassPlaces(_));
            let thing = |at| Thing { cell: range.start + at, or: None, table: *table, at };
            let of = &mut things[usize::from(!is_of_places)];
            of.extend((0..range.len()).map(thing));
            if *table == RuleTable::Next && self.shape.is_order() {
                let pairs = (0..values).flat_map(|one| (one + 1..values).map(move |it| (one, it)));
                of.extend(pairs.map(|(one, other)| Thing {
                    or: Some(range.start + other * values + one),
                    ..thing(one * values + other)
                }));
            }
        }
        things
    }

    /// The rows of a table of places: each draw hits one cell of each.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Range<usize>> {
        let width = |table: RuleTable| match table {
            RuleTable::Places => Some(self.shape.values()),
            RuleTable::ClassPlaces(list) => Some(self.classes[list].names.len()),
            _ => None,
        };
        let tables = self.tables.iter().filter_map(move |(it, range)| Some((width(*it)?, range)));
        tables.flat_map(|(width, range)| {
            range.clone().step_by(width).map(move |first| first..first + width)
        })
    }

    /// What a thing is called.
    pub(crate) fn place(&self, thing: &Thing) -> Place {
        let (table, cell) = (thing.table, thing.at);
        let values = self.shape.values();
        let split = |width: usize| (cell / width, cell % width);
        let at = |place: Place, position: usize| {
            if self.shape.groups_people() {
                return Place::from("person ").position(position).text(" in group ").and(place);
            }
            if has_no_fixed_point(self.shape) {
                return place.text(" in the place of ").card(position);
            }
            place.text(" at position ").position(position)
        };
        let name = |list: usize, class: usize| {
            Place::from(Word::Name(self.classes[list].names[class].as_str().into()))
        };
        match table {
            RuleTable::Places => {
                let (position, value) = split(values);
                let name = match self.shape.groups_people() {
                    true => Place::from("").card(value),
                    false => Place::cards(&(value..value + 1)),
                };
                at(name, position)
            }
            RuleTable::Next => {
                let (one, other) = split(values);
                if thing.or.is_some() {
                    return Place::cards(&(one..one + 1)).text(" next to ").card(other);
                }
                Place::cards(&(other..other + 1)).text(" right after ").card(one)
            }
            RuleTable::Swapped => {
                let (one, other) = split(values);
                Place::from("cards ")
                    .card(one)
                    .text(" and ")
                    .card(other)
                    .text(" in each other's place")
            }
            RuleTable::Before => {
                let (one, other) = split(values);
                Place::cards(&(one..one + 1)).text(" before ").card(other)
            }
            RuleTable::Both => {
                let (one, other) = split(values);
                Place::from("cards ").card(one).text(" and ").card(other).text(" both dealt")
            }
            RuleTable::Together => {
                let (one, other) = split(self.shape.dealt());
                let place = Place::from("people ").position(one).text(" and ").position(other);
                place.text(" in one group")
            }
            RuleTable::AllThree => {
                let below = |of: fn(usize) -> usize, cell: usize| {
                    (0..self.shape.dealt()).rfind(|it| of(*it) <= cell).unwrap_or(0)
                };
                let last = below(triples_below, cell);
                let middle = below(pairs_below, cell - triples_below(last));
                let first = cell - triples_below(last) - pairs_below(middle);
                let people = [first, middle, last].map(Word::Position).into_iter();
                Place::from("people ").and(Place::list(people)).text(" in one group")
            }
            RuleTable::ClassPlaces(list) => {
                let (position, class) = split(self.classes[list].names.len());
                at(name(list, class), position)
            }
            RuleTable::ClassNext(list) => {
                let (one, other) = split(self.classes[list].names.len());
                name(list, other).text(" right after ").and(name(list, one))
            }
        }
    }
}

impl Number {
    /// With bins of a quarter of a standard deviation, or of single values where that is less; `None` where all draws have the same value.
    fn laid(noun: Place, of: ReadNumber, values: &[f64]) -> Option<Self> {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let variance =
            values.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / values.len() as f64;
        if variance == 0.0 {
            return None;
        }
        let step = (variance.sqrt() / 4.0).ceil() as usize;
        let low = (mean - (step * BINS / 2) as f64).max(0.0) as usize;
        Some(Self { noun, of, low, step })
    }

    fn bin(&self, value: usize) -> usize {
        (value.saturating_sub(self.low) / self.step).min(BINS - 1)
    }

    /// "cycles: 1", "inversions: at least 40"; `first` is the first bin that came at all.
    pub(crate) fn in_words(&self, bins: Range<usize>, first: usize) -> Place {
        let ends = [self.low + bins.start * self.step, self.low + bins.end * self.step - 1];
        let place = self.noun.clone();
        match (bins.start, bins.end) {
            _ if ends[0] == ends[1] => place.text(": ").number(ends[0]),
            (start, _) if start == first => place.text(": at most ").number(ends[1]),
            (_, BINS) => place.text(": at least ").number(ends[0]),
            _ => place.text(": ").number(ends[0]).text(" to ").number(ends[1]),
        }
    }
}

/// The ways to choose two numbers below this one.
fn pairs_below(number: usize) -> usize {
    number * number.saturating_sub(1) / 2
}

/// The ways to choose three numbers below this one: the number, in a list of triples, of the first one that ends in it.
fn triples_below(number: usize) -> usize {
    pairs_below(number) * number.saturating_sub(2) / 3
}

/// Counts each of these cells once, however often it comes.
fn once_each(hits: impl Iterator<Item = usize>, cells: &mut [u64]) {
    let mut hits: Vec<usize> = hits.collect();
    hits.sort_unstable();
    hits.dedup();
    hits.into_iter().for_each(|cell| cells[cell] += 1);
}

/// True if the rule forbids each card its own place, so that a place belongs to a card.
fn has_no_fixed_point(shape: Shape) -> bool {
    if !shape.is_order() || !shape.is_whole() {
        return false;
    }
    let forbidden = shape.rule().map_or(&[][..], |rule| &rule.parts().forbidden);
    (0..shape.dealt() as u32).all(|place| forbidden.binary_search(&(place, place)).is_ok())
}

/// The classes that a rule speaks of, each list of them once.
fn classes(shape: Shape) -> Vec<CardClasses> {
    let mut all: Vec<CardClasses> = Vec::new();
    let Some(parts) = shape.rule().map(|rule| rule.parts()) else { return all };
    let apart = parts.apart.iter();
    let apart = apart.map(|it| CardClasses { of: it.classes.clone(), names: it.names.clone() });
    let members = parts.at_least.iter().map(|it| CardClasses {
        of: it.members.iter().map(|&is_member| u32::from(!is_member)).collect(),
        names: vec![it.name.clone(), format!("not {}", it.name)],
    });
    for one in apart.chain(members) {
        let is_new = all.iter().all(|other| other.of != one.of);
        if is_new && (2..shape.values()).contains(&one.names.len()) {
            all.push(one);
        }
    }
    all
}

type NumberOf = (Place, ReadNumber);

/// Relations of a place, a card and half the number of cards. Lists are often written by couples, by teams, or women first; partners are
/// the first and the second, the third and the fourth, and so on.
type PlaceRelation = (&'static str, fn(u32, u32, u32) -> bool);

const RELATIONS: [PlaceRelation; 4] = [
    ("cards in a partner's place", |at, card, _| at ^ 1 == card),
    ("cards one place from their own", |at, card, _| at.abs_diff(card) == 1),
    ("cards in their own half", |at, card, half| (at < half) == (card < half)),
    ("cards at their own parity", |at, card, _| at % 2 == card % 2),
];

/// A number of the catalogue for orders of this shape, if it has one.
fn known<N: IntegerStatistic + 'static>(noun: &'static str, shape: Shape) -> Option<NumberOf> {
    let number = N::new(shape.in_order()).ok()?;
    let of = move |row: &[u32]| number.of(row, &mut N::Scratch::default());
    Some((Place::from(noun), Box::new(of)))
}

/// All numbers that are read off draws of a shape.
fn numbers(shape: Shape, classes: &[CardClasses]) -> Vec<NumberOf> {
    let mut all: Vec<NumberOf> = Vec::new();
    if shape.is_order() {
        all.extend(known::<FixedPoints>("cards in their own place", shape));
        all.extend(known::<Cycles>("cycles", shape));
        all.extend(known::<Inversions>("inversions", shape));
        all.extend(known::<RisingSequences>("rising sequences", shape));
        all.extend(known::<Footrule>("places moved, in all", shape));
    }
    let mut add = |noun: Place, of: ReadNumber| all.push((noun, of));
    if shape.is_order() && shape.is_whole() {
        let swapped = |row: &[u32]| {
            let is_swapped = |&(at, &to): &(u32, &u32)| at < to && row[to as usize] == at;
            (0..).zip(row).filter(is_swapped).count()
        };
        add("pairs of cards in each other's place".into(), Box::new(swapped));
        let half = shape.dealt() as u32 / 2;
        for (noun, holds) in RELATIONS {
            let of = move |row: &[u32]| {
                (0..).zip(row).filter(|&(at, &card)| holds(at, card, half)).count()
            };
            add(noun.into(), Box::new(of));
        }
    }
    let own = (!shape.is_order()).then(|| (0..shape.values() as u32).collect::<Vec<_>>());
    let lists = classes.iter().map(|list| list.of.clone()).chain(own);
    for of in lists {
        let what = if shape.groups_people() { "people of one group" } else { "pairs of one class" };
        for lag in 1..=MOST_LAGS.min(shape.dealt() - 1) {
            let of = of.clone();
            let near = move |row: &[u32]| {
                let class = |value: &u32| of[*value as usize];
                row.iter().zip(&row[lag..]).filter(|(a, b)| class(a) == class(b)).count()
            };
            let noun = Place::from(what).text(" ").number(lag);
            add(noun.text(if lag == 1 { " place apart" } else { " places apart" }), Box::new(near));
        }
        let spread = move |row: &[u32]| spans(row, &of);
        let noun =
            if shape.groups_people() { "spread of the groups" } else { "spread of the classes" };
        add(noun.into(), Box::new(spread));
    }
    for part in shape.rule().iter().flat_map(|rule| &rule.parts().at_least) {
        let members = part.members.clone();
        let came = move |row: &[u32]| row.iter().filter(|&&it| members[it as usize]).count();
        add(Place::from(Word::Name(part.name.as_str().into())).text(" in a draw"), Box::new(came));
    }
    if shape.is_with_replacement() && shape.dealt() > 1 {
        let distinct = |row: &[u32]| {
            let mut row = row.to_vec();
            row.sort_unstable();
            row.dedup();
            row.len()
        };
        add("different symbols".into(), Box::new(distinct));
    }
    if shape.groups_people() {
        let same = |row: &mut dyn Iterator<Item = &u32>| {
            let first = row.next().copied();
            first.map_or(0, |first| 1 + row.take_while(|&&it| it == first).count())
        };
        let at_start = move |row: &[u32]| same(&mut row.iter());
        let at_end = move |row: &[u32]| same(&mut row.iter().rev());
        add("first people in one group".into(), Box::new(at_start));
        add("last people in one group".into(), Box::new(at_end));
        add("people placed until a group is full".into(), Box::new(first_full));
    }
    all
}

/// The places from the first to the last value of each class, added up.
fn spans(row: &[u32], of: &[u32]) -> usize {
    let classes = of.iter().max().map_or(0, |&last| last as usize + 1);
    let mut ends = vec![None; classes];
    for (at, &value) in row.iter().enumerate() {
        let (_, last) = ends[of[value as usize] as usize].get_or_insert((at, at));
        *last = at;
    }
    ends.into_iter().flatten().map(|(first, last)| last - first).sum()
}

/// The people up to the first who is the last of a group.
fn first_full(row: &[u32]) -> usize {
    let is_last = |at: &usize| !row[at + 1..].contains(&row[*at]);
    (0..row.len()).find(is_last).map_or(0, |at| at + 1)
}
