//! Rows of a table that are no draws of their own: a log has several rows of each user, with the arm that was drawn for the first.

use crate::{error::DeckError, heading::Heading, layout::Layout, row_facts::may_be_assignments};
use shuffle_deck::words::quoted;
use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash},
};

/// Further units are not watched.
const MOST_UNITS: usize = 1 << 18;

/// Columns that may name the units by two cells, as a site and the number of a patient there do.
const MOST_OF_PAIRS: usize = 5;

/// Fewer units may be no more than a description of the arms.
const MANY_UNITS: usize = 10;

/// The share of later rows that have the arm of the first, from which they count as its copies: a few users change devices.
const SAME: f64 = 0.97;

/// Rows that are draws of their own agree so often with this probability at most.
const BY_CHANCE: f64 = 1e-4;

/// The same of two cells, of which there are more, and of rows that differ.
const BY_CHANCE_OF_TWO: f64 = 1e-6;

/// Rows after which a column in which later rows differ is given up, and a pair of cells that never comes again.
const GIVEN_UP: usize = 1_000;

/// What may name the units of the rows: cells that hold no arm, and pairs of them.
#[derive(Debug)]
pub(crate) struct Units {
    /// With the column, or both columns of a pair; given up where there is none.
    keys: Vec<(Columns, Option<Key>)>,
    /// The hashes of the cells of the current row, with their columns.
    cells: Vec<(usize, u64)>,
    /// The rows of each arm.
    rows: Vec<u64>,
}

/// A column, and perhaps one before it.
type Columns = (Option<usize>, usize);

#[derive(Debug)]
struct Key {
    /// The arm of the first row of each unit, by its hash.
    first: HashMap<u64, u8>,
    /// Later rows, by the arm of their unit's first.
    later: Vec<u64>,
    /// Those that have this arm.
    same: u64,
}

fn hash(cells: impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(cells)
}

impl Units {
    /// No row yet; `None` where rows are not assignments.
    pub(crate) fn of(layout: &Layout) -> Option<Self> {
        layout.drawn.filter(|shape| may_be_assignments(*shape))?;
        Some(Self { keys: Vec::new(), cells: Vec::new(), rows: vec![0; layout.cards] })
    }

    /// A cell of the current row that is no arm.
    pub(crate) fn cell(&mut self, column: usize, cell: &str) {
        if !cell.is_empty() {
            self.cells.push((column, hash(cell)));
        }
    }

    /// The arm of the current row, which ends it.
    pub(crate) fn end(&mut self, arm: usize) {
        self.rows[arm] += 1;
        let cells = std::mem::take(&mut self.cells);
        for (at, &(column, unit)) in cells.iter().enumerate() {
            self.add((None, column), arm, unit);
            for &(before, first) in &cells[..at.min(MOST_OF_PAIRS)] {
                self.add((Some(before), column), arm, hash((first, unit)));
            }
        }
        self.cells = cells;
        self.cells.clear();
    }

    fn add(&mut self, columns: Columns, arm: usize, unit: u64) {
        let is_pair = columns.0.is_some();
        let at = self.keys.iter().position(|(of, _)| *of == columns).unwrap_or_else(|| {
            self.keys.push((columns, Some(Key::new(self.rows.len()))));
            self.keys.len() - 1
        });
        let (_, key) = &mut self.keys[at];
        if let Some(units) = key {
            units.add(unit, arm);
            let later = units.later();
            let never_comes_again = is_pair && later == 0 && units.first.len() > GIVEN_UP;
            if never_comes_again || later > GIVEN_UP as u64 && !units.agree() && !units.differ() {
                *key = None;
            }
        }
    }

    /// The error if one column, or two, name units that have one arm in all their rows.
    pub(crate) fn found(&self, heading: Option<&Heading>) -> Option<DeckError> {
        let names = heading.map_or_else(Vec::new, Heading::names);
        let name = |at: usize| {
            names.get(at).map_or_else(|| format!("column {}", at + 1), |name| quoted(name))
        };
        // A cell that only describes the arm does so next to any other cell, too.
        let differs = |column: usize| {
            self.keys.iter().any(|(of, key)| {
                let agrees = |key: &Key| key.later() == 0 || key.agree();
                *of == (None, column) && !key.as_ref().is_some_and(agrees)
            })
        };
        let is_named_by = |&((before, at), key): &(Columns, &Key)| {
            key.are_not_drawn(&self.rows, before.is_some())
                && before.is_none_or(|before| differs(before) && differs(at))
        };
        let mut keys: Vec<(Columns, &Key)> =
            self.keys.iter().filter_map(|(of, key)| Some((*of, key.as_ref()?))).collect();
        // One column says it more plainly than two.
        keys.sort_by_key(|((before, _), _)| before.is_some());
        let ((before, at), units) = keys.into_iter().find(is_named_by)?;
        let columns =
            before.map_or_else(|| name(at), |before| format!("{} and {}", name(before), name(at)));
        let (later, same) = (units.later(), units.same);
        Some(match units.agree() {
            true => DeckError::Units { columns, later, same },
            false => DeckError::Split { columns, later, other: later - same },
        })
    }
}

impl Key {
    fn new(arms: usize) -> Self {
        Self { first: HashMap::new(), later: vec![0; arms], same: 0 }
    }

    fn add(&mut self, unit: u64, arm: usize) {
        if let Some(&first) = self.first.get(&unit) {
            self.later[usize::from(first)] += 1;
            self.same += u64::from(usize::from(first) == arm);
        } else if self.first.len() < MOST_UNITS {
            self.first.insert(unit, arm as u8);
        }
    }

    fn later(&self) -> u64 {
        self.later.iter().sum()
    }

    fn agree(&self) -> bool {
        self.same as f64 >= SAME * self.later() as f64
    }

    /// True if hardly a later row has the arm of the first: pairs that are split between two arms.
    fn differ(&self) -> bool {
        self.same as f64 <= (1.0 - SAME) * self.later() as f64
    }

    /// True if later rows have the arm of the first far more often than draws of their own would, or far more rarely, by the bound of Hoeffding
    /// (1963, theorem 1):
    /// `P(at least a share a of n) <= exp(-n KL(a, q))`, where q is the mean of what is expected.
    ///
    /// What only describes an arm, such as a dose, often has one value for one of them.
    fn are_not_drawn(&self, rows: &[u64], are_pairs: bool) -> bool {
        let (all, later) = (rows.iter().sum::<u64>() as f64, self.later() as f64);
        let expected = |(&rows, &later): (&u64, &u64)| rows as f64 / all * later as f64;
        let q = rows.iter().zip(&self.later).map(expected).sum::<f64>() / later;
        let a = self.same as f64 / later;
        let part = |a: f64, q: f64| if a == 0.0 { 0.0 } else { a * (a / q).ln() };
        let units_of =
            |arm| self.first.values().filter(|&&first| usize::from(first) == arm).count();
        let mut arms = (0..rows.len()).filter(|&arm| rows[arm] > 0);
        let are_units = self.first.len() >= MANY_UNITS || arms.all(|arm| units_of(arm) > 1);
        let is_rare = are_pairs || self.differ();
        let by_chance = if is_rare { BY_CHANCE_OF_TWO } else { BY_CHANCE };
        later > 0.0
            && (self.agree() && a > q || self.differ() && a < q)
            && later * (part(a, q) + part(1.0 - a, 1.0 - q)) > -by_chance.ln()
            && are_units
    }
}

#[cfg(test)]
mod tests {
    use crate::{DeckError, Format, Labels, Layout, NameTable, Reader};
    use rand::{RngExt, SeedableRng, seq::SliceRandom};
    use rand_pcg::Pcg64;
    use shuffle_deck::Shape;
    use std::collections::HashMap;

    /// The error of a table of rows, each with these cells and an arm.
    fn read(header: &str, rows: impl Iterator<Item = String>) -> Option<String> {
        let table = [header.to_owned()].into_iter().chain(rows).collect::<Vec<_>>().join("\n");
        let layout = Layout {
            columns: "arm".parse().unwrap(),
            labels: Labels::Names(NameTable::new(vec!["A".to_owned(), "B".to_owned()]).unwrap()),
            drawn: Some(Shape::replacement(2, 1)),
            dealt: 1,
            ..Layout::whole(Format::Csv, 2)
        };
        let mut reader = Reader::new(table.as_bytes(), &layout);
        let mut row = [0_u8; 1];
        loop {
            match reader.read(&mut row) {
                Ok(0) => return None,
                Ok(_) => (),
                Err(DeckError::Units { columns, later, same }) => {
                    return Some(format!("{columns} {same} {later}"));
                }
                Err(DeckError::Split { columns, later, other }) => {
                    return Some(format!("{columns} {other} of {later} split"));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// 30 households of two in any order: one of each in each arm, seed 2; and arms that are drawn, seeds 1 to 50.
    #[test]
    fn pairs_that_are_split_are_seen() {
        let pairs = |seed: u64, split: bool| {
            let mut dice = Pcg64::seed_from_u64(seed);
            let mut rows: Vec<usize> = (0..60).map(|row| row / 2).collect();
            rows.shuffle(&mut dice);
            let mut first = HashMap::new();
            let arm = |household: &usize| {
                let drawn = dice.random_range(0..2);
                let other = first.insert(*household, drawn).map(|first| 1 - first);
                other.filter(|_| split).unwrap_or(drawn)
            };
            let arms: Vec<usize> = rows.iter().map(arm).collect();
            let lines = rows.iter().zip(arms).map(|(it, arm)| format!("h{it},{}", ['A', 'B'][arm]));
            read("household,arm", lines.collect::<Vec<_>>().into_iter())
        };
        assert_eq!(pairs(2, true).as_deref(), Some("\"household\" 30 of 30 split"));
        assert!((1..=50).all(|seed| pairs(seed, false).is_none()));
    }

    /// 300 rows, seed 1: of 60 users who keep their arm, but for one visit in 100; the same with their names in two columns; of users whose
    /// arm is drawn for each visit; and with columns that only describe the arm.
    #[test]
    fn users_who_keep_their_arm_are_seen_and_no_others() {
        let mut dice = Pcg64::seed_from_u64(1);
        let arms: Vec<usize> = (0..60).map(|_| dice.random_range(0..2)).collect();
        let mut visits = |kept: bool| -> Vec<(usize, char)> {
            let visit = |dice: &mut Pcg64| {
                let user = dice.random_range(0..60);
                let arm = if kept { arms[user] } else { dice.random_range(0..2) };
                (user, ['A', 'B'][arm])
            };
            (0..300).map(|_| visit(&mut dice)).collect()
        };
        let (kept, drawn) = (visits(true), visits(false));
        let lines = |rows: &[(usize, char)]| {
            rows.iter().map(|(user, arm)| format!("u{user},{arm}")).collect::<Vec<_>>().into_iter()
        };
        assert_eq!(read("user,arm", lines(&kept)).as_deref(), Some("\"user\" 240 240"));
        assert_eq!(read("user,arm", lines(&drawn)), None);
        let switched = kept.iter().enumerate().map(|(at, &(user, arm))| {
            let other = if arm == 'A' { 'B' } else { 'A' };
            format!("u{user},{}", if at % 100 == 99 { other } else { arm })
        });
        assert!(read("user,arm", switched).is_some());
        let of_sites = kept.iter().map(|(user, arm)| format!("{},{},{arm}", user / 10, user % 10));
        assert_eq!(
            read("site,user,arm", of_sites).as_deref(),
            Some("\"site\" and \"user\" 240 240")
        );
        let described = kept.iter().enumerate().map(|(at, (_, arm))| {
            let dose = if *arm == 'A' { "none".to_owned() } else { format!("{} mg", at % 5) };
            format!("{at},{dose},{arm}")
        });
        assert_eq!(read("visit,dose,arm", described), None);
    }
}
