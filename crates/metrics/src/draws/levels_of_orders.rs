//! Orders and packs compared by a factor, such as the clerk or the county: whether a card stands at a place as often on one level as on
//! the others.
//!
//! The number of times the card stood there in all rows is given, whatever the shuffle is. If the levels make no
//! difference, they share these rows at random, so the number of them on one level is hypergeometric for any number
//! of rows. With orders of different lengths each length is shared separately, and the counts are added up.

use crate::{
    Card, Judgement, Shape, Tally,
    counted::{Counted, RowsPart, evidence},
    judgement::Outcome,
    metric::{Metric, NotApplicable},
    place::Place,
    standings::{Standings, Stood},
    table,
};
use shuffle_deck::{DrawKind, shape::MOST_LEVELS};

/// The most counts.
const MOST_CELLS: usize = 1 << 24;

/// Counts cards by level, length of the row and place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderLevels {
    shape: Shape,
    /// One per level.
    standings: Standings,
    /// The test of whole tables, and the test of single cells.
    tests: [&'static str; 2],
}

impl OrderLevels {
    pub(crate) fn new(shape: Shape, tests: [&'static str; 2]) -> Result<Self, NotApplicable> {
        match Standings::of(shape, MOST_CELLS / MOST_LEVELS) {
            Some(standings) => Ok(Self { shape, standings, tests }),
            None => Err(NotApplicable::new("there are too many cards to count on each level")),
        }
    }

    fn outcome(&self, tally: &Tally) -> Outcome {
        let tables = tally.cells().chunks_exact(self.standings.cells()).enumerate();
        let (levels, tables): (Vec<usize>, Vec<&[u64]>) =
            tables.filter(|(_, table)| table.iter().any(|&count| count > 0)).unzip();
        // With two levels, one has what the other lacks.
        let judged = if levels.len() == 2 { &levels[..1] } else { &levels[..] };
        let (mut what, mut counted) = (Vec::new(), Vec::new());
        for value in 0..self.shape.values() {
            let rows =
                |length| tables.iter().map(move |table| self.standings.rows(table, value, length));
            let rows: Vec<(usize, Vec<u64>)> =
                self.standings.lengths().map(|length| (length, rows(length).collect())).collect();
            for place in 0..self.shape.dealt() {
                let mut sums = vec![Counted::default(); judged.len()];
                for (length, rows) in rows.iter().filter(|(length, _)| place < *length) {
                    let here = |table| self.standings.by_place(table, value, *length)[place];
                    let here: Vec<u64> = tables.iter().map(|table| here(table)).collect();
                    let (all, events) = (rows.iter().sum(), here.iter().sum());
                    for ((sum, &here), &rows) in sums.iter_mut().zip(&here).zip(rows) {
                        sum.add(here, rows, RowsPart::Share { all, events, rows });
                    }
                }
                for (sum, &level) in sums.into_iter().zip(judged) {
                    if sum.deviation() > 0.0 {
                        what.push((level, value, place));
                        counted.push(sum);
                    }
                }
            }
        }
        if levels.len() < 2 || counted.is_empty() {
            return Outcome::not_applicable("fewer than two levels have rows that can be compared");
        }
        let kind = self.shape.kind();
        let place = |at: usize| {
            let (level, value, place) = what[at];
            let lay = |of: &'static str| {
                Place::from(of).card(value).text(" lay at position ").position(place)
            };
            let came = match kind {
                DrawKind::Varying => Stood::At(place).of(value),
                DrawKind::Pack => lay("kind "),
                _ => lay("card "),
            };
            came.text(" on the level ").level(level)
        };
        let unit = kind.trial()[1];
        Outcome::Judged(evidence(&counted, unit, place))
    }
}

impl Metric for OrderLevels {
    fn cells(&self) -> usize {
        MOST_LEVELS * self.standings.cells()
    }

    fn count<C: Card>(&self, rows: &[C], _: u64, cells: &mut [u64]) {
        let (width, of_level) = (self.shape.width(), self.standings.cells());
        for row in rows.chunks_exact(width) {
            let table = &mut cells[row[width - 1].index() * of_level..][..of_level];
            self.standings.count(self.shape.shown(row), table);
        }
    }

    fn compares_levels(&self) -> bool {
        true
    }

    fn trials_needed(&self) -> u64 {
        2
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let why = "needs draws; for orders and packs, `largest-level` compares levels";
        let needed = [tally.trials(), self.trials_needed()];
        table::judge(self.tests, needed, || [Outcome::not_applicable(why), self.outcome(tally)])
    }
}
