//! Rows of a table that are no draws of their own: a log has several rows of each user, with the arm that was drawn for the first.

use crate::{error::DeckError, heading::Heading, layout::Layout, row_facts::may_be_assignments};
use shuffle_deck::words::quoted;
use std::collections::HashMap;

/// Further units are not watched.
const MOST_UNITS: usize = 1 << 20;

/// Each arm must have as many: what only describes an arm, such as a dose, has fewer.
const FEWEST_UNITS: usize = 5;

/// The share of later rows that have the arm of the first, from which they count as its copies: a few users change devices.
const SAME: f64 = 0.8;

/// Rows that are draws of their own agree so often with this probability at most.
const BY_CHANCE: f64 = 1e-9;

/// Rows after which a column in which later rows differ is given up.
const GIVEN_UP: u64 = 1_000;

/// The columns that hold no arm, each as long as it may name the units.
#[derive(Debug)]
pub(crate) struct Units {
    columns: Vec<Option<Column>>,
    /// The cells of the current row, with their columns.
    cells: Vec<(usize, String)>,
    /// The rows of each arm.
    rows: Vec<u64>,
}

#[derive(Debug)]
struct Column {
    /// The arm of the first row of each unit.
    first: HashMap<String, usize>,
    /// Later rows, by the arm of their unit's first.
    later: Vec<u64>,
    /// Those that have this arm.
    same: u64,
}

impl Units {
    /// No row yet; `None` where rows are not assignments.
    pub(crate) fn of(layout: &Layout) -> Option<Self> {
        layout.drawn.filter(|shape| may_be_assignments(*shape))?;
        Some(Self { columns: Vec::new(), cells: Vec::new(), rows: vec![0; layout.cards] })
    }

    /// A cell of the current row that is no arm.
    pub(crate) fn cell(&mut self, column: usize, cell: &str) {
        if !cell.is_empty() {
            self.cells.push((column, cell.to_owned()));
        }
    }

    /// The arm of the current row, which ends it.
    pub(crate) fn end(&mut self, arm: usize) {
        self.rows[arm] += 1;
        for (column, cell) in self.cells.drain(..) {
            while self.columns.len() <= column {
                self.columns.push(Some(Column::new(self.rows.len())));
            }
            if let Some(units) = &mut self.columns[column] {
                units.add(cell, arm);
                if units.later() >= GIVEN_UP && !units.agree() {
                    self.columns[column] = None;
                }
            }
        }
    }

    /// The error if one column names units that have one arm in all their rows.
    pub(crate) fn found(&self, heading: Option<&Heading>) -> Option<DeckError> {
        let names = heading.map_or_else(Vec::new, Heading::names);
        let columns = self.columns.iter().zip(0..);
        let (units, at) = columns
            .filter_map(|(units, at)| Some((units.as_ref()?, at)))
            .find(|(units, _)| units.are_copied(&self.rows))?;
        let column =
            names.get(at).map_or_else(|| format!("cell in column {}", at + 1), |name| quoted(name));
        Some(DeckError::Units { column, later: units.later(), same: units.same })
    }
}

impl Column {
    fn new(arms: usize) -> Self {
        Self { first: HashMap::new(), later: vec![0; arms], same: 0 }
    }

    fn add(&mut self, unit: String, arm: usize) {
        if let Some(&first) = self.first.get(&unit) {
            self.later[first] += 1;
            self.same += u64::from(first == arm);
        } else if self.first.len() < MOST_UNITS {
            self.first.insert(unit, arm);
        }
    }

    fn later(&self) -> u64 {
        self.later.iter().sum()
    }

    fn agree(&self) -> bool {
        self.same as f64 >= SAME * self.later() as f64
    }

    /// True if later rows have the arm of the first far more often than draws of their own would, by the bound of Hoeffding (1963, theorem 1):
    /// `P(at least a share a of n) <= exp(-n KL(a, q))`, where q is the mean of what is expected.
    fn are_copied(&self, rows: &[u64]) -> bool {
        let (all, later) = (rows.iter().sum::<u64>() as f64, self.later() as f64);
        let by_chance = |(&rows, &later): (&u64, &u64)| rows as f64 / all * later as f64;
        let q = rows.iter().zip(&self.later).map(by_chance).sum::<f64>() / later;
        let a = self.same as f64 / later;
        let part = |a: f64, q: f64| if a == 0.0 { 0.0 } else { a * (a / q).ln() };
        let units_of = |arm| self.first.values().filter(|&&first| first == arm).count();
        let mut arms = (0..rows.len()).filter(|&arm| rows[arm] > 0);
        later > 0.0
            && self.agree()
            && a > q
            && later * (part(a, q) + part(1.0 - a, 1.0 - q)) > -BY_CHANCE.ln()
            && arms.all(|arm| units_of(arm) >= FEWEST_UNITS)
    }
}

#[cfg(test)]
mod tests {
    use crate::{DeckError, Format, Labels, Layout, NameTable, Reader};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;
    use shuffle_deck::Shape;

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
                Err(DeckError::Units { column, later, same }) => {
                    return Some(format!("{column} {same} {later}"));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// 300 rows, seed 1: of 60 users who keep their arm, but for one visit in 20; of users whose arm is drawn for each visit; and with columns
    /// that only describe the arm.
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
            format!("u{user},{}", if at % 20 == 19 { other } else { arm })
        });
        assert!(read("user,arm", switched).is_some());
        let described = kept.iter().enumerate().map(|(at, (_, arm))| {
            let dose = if *arm == 'A' { "none".to_owned() } else { format!("{} mg", at % 9) };
            format!("{at},{dose},{arm}")
        });
        assert_eq!(read("visit,dose,arm", described), None);
    }
}
