//! Blocks of draws by any shuffle: without order, with replacement, of packs.
//!
//! A shuffle makes orders and deals of different cards ([`Shape::in_order`]), which are read as what is drawn. Bonus
//! balls from the same drum are the cards after the others. Bonus balls from their own drum come from the same
//! shuffle on as many cards as the drum has balls, with a separate generator. A symbol that is drawn with replacement
//! is the top card of a deck of all symbols, shuffled again for each place, unless a shuffle with a memory draws it
//! by itself. The cards of a pack start sorted by kind; card c of the start order has the kind of its place there.
//! Orders of different lengths are deals of 2, 3, 4, ... cards.

use crate::{
    Card, Reading, RowsMut, Sequence, Shape,
    dice::{AnyDice, DiceVisitor, Generated},
    job::Job,
    lanes::InstructionSet,
    orders::{self, with_wide},
    seed::Seed,
    start::{Start, Starts},
};
use shuffle_deck::{Draw, Pack};

/// Orders of different lengths show 2, 3, 4, ... of the first cards, up to the longest, and then again 2.
const VARYING: u64 = 2;

/// Changes each byte of the seed for the generator of a separate bonus drum.
const OTHER_DRUM: u8 = 0xb5;

/// Fills rows of a shape that is not an order, or has levels.
pub(crate) fn fill(job: &Job, rows: RowsMut<'_>, first_trial: u64, by: (&Seed, InstructionSet)) {
    match rows {
        RowsMut::Narrow(rows) => fill_rows(job, rows, first_trial, by),
        RowsMut::Wide(rows) => fill_rows(job, rows, first_trial, by),
    }
}

fn fill_rows<C: Card>(
    job: &Job,
    rows: &mut [C],
    first_trial: u64,
    (seed, set): (&Seed, InstructionSet),
) {
    if job.shape.is_by_level() {
        return fill_without_levels(job, rows, first_trial, (seed, set));
    }
    let under = job.in_order();
    match job.shape.draw() {
        Draw::Order => orders::fill(&under, C::rows_mut(rows), first_trial, seed, set),
        // Lists of blocks are read from files; a row of one by a shuffle is any arm.
        Draw::Replacement | Draw::Blocks(_) => {
            let draw = OwnDraws { job, rows: &mut *rows, first_trial };
            if job.dice.start(job.rng, seed, draw) {
                return;
            }
            let first_place = first_trial * job.shape.width() as u64;
            orders::fill(&under, C::rows_mut(rows), first_place, seed, set);
        }
        Draw::Weighted(_) | Draw::Successive { .. } => {
            unreachable!("no shuffle of the catalogue has weights")
        }
        Draw::Varying => {
            orders::fill(&under, C::rows_mut(rows), first_trial, seed, set);
            let longest = job.shape.dealt();
            for (row, trial) in rows.chunks_exact_mut(job.shape.width()).zip(first_trial..) {
                let shown = VARYING + trial % (longest.saturating_sub(1).max(1) as u64);
                let shown = (shown as usize).min(longest);
                row[shown..].fill(C::new(job.shape.cards()));
            }
        }
        Draw::Pack(pack) => {
            orders::fill(&under, C::rows_mut(rows), first_trial, seed, set);
            read_as_kinds(pack, job, rows, seed);
        }
        Draw::Unordered(_) => match drum_of_bonus(job) {
            None => orders::fill(&under, C::rows_mut(rows), first_trial, seed, set),
            Some(bonus) => {
                let other = Seed(seed.0.map(|byte| byte ^ OTHER_DRUM));
                let (width, dealt) = (job.shape.width(), under.shape.dealt());
                let trials = rows.len() / width;
                let dealt_by = |job: &Job, seed: &Seed| {
                    let mut rows = vec![C::default(); trials * job.shape.dealt()];
                    orders::fill(job, C::rows_mut(&mut rows), first_trial, seed, set);
                    rows
                };
                let (balls, more) = (dealt_by(&under, seed), dealt_by(&bonus, &other));
                let parts = balls.chunks(dealt).zip(more.chunks(bonus.shape.dealt()));
                for (row, (balls, more)) in rows.chunks_exact_mut(width).zip(parts) {
                    row[..dealt].copy_from_slice(balls);
                    row[dealt..].copy_from_slice(more);
                }
            }
        },
    }
}

/// Rows with replacement that a shuffle with a memory [draws directly from a generator](Sequence::draw), if it does.
struct OwnDraws<'a, C> {
    job: &'a Job,
    rows: &'a mut [C],
    first_trial: u64,
}

impl<C: Card> DiceVisitor for OwnDraws<'_, C> {
    type Out = bool;

    fn visit<D: Generated>(self, dice: D) -> bool {
        let Self { job, rows, first_trial } = self;
        job.algorithm.read(DrawRows { shape: job.shape, rows, first_trial, dice })
    }

    fn visit_any(self, dice: AnyDice<'_>) -> bool {
        let Self { job, rows, first_trial } = self;
        with_wide(rows, |rows| OwnDraws { job, rows, first_trial }.visit(dice))
    }
}

struct DrawRows<'a, C, D> {
    shape: Shape,
    rows: &'a mut [C],
    first_trial: u64,
    dice: D,
}

impl<C: Card, D: Generated> Reading for DrawRows<'_, C, D> {
    type Out = bool;

    fn other(self) -> bool {
        false
    }

    fn sequence<S: Sequence>(mut self, body: &S) -> bool {
        let mut memory = S::Memory::default();
        let rows = self.rows.chunks_exact_mut(self.shape.width());
        (self.first_trial..).zip(rows).all(|(trial, row)| {
            self.dice.next_deck();
            body.draw(trial, self.shape.cards(), row, &mut memory, &mut self.dice)
        })
    }
}

/// Fills rows whose last number is a level: a shuffle knows none, so it is 0.
fn fill_without_levels<C: Card>(
    job: &Job,
    rows: &mut [C],
    first_trial: u64,
    by: (&Seed, InstructionSet),
) {
    let job = Job { shape: job.shape.without_level(), ..job.clone() };
    let (width, shown) = (job.shape.width() + 1, job.shape.width());
    let mut drawn = vec![C::default(); rows.len() / width * shown];
    fill_rows(&job, &mut drawn, first_trial, by);
    for (row, drawn) in rows.chunks_exact_mut(width).zip(drawn.chunks_exact(shown)) {
        row[..shown].copy_from_slice(drawn);
        row[shown] = C::default();
    }
}

/// The shuffle of the drum of its own that bonus balls come from, if there is one.
fn drum_of_bonus(job: &Job) -> Option<Job> {
    let bonus = job.shape.bonus()?;
    let shape = Shape::deal(bonus.drum?, bonus.balls).ok()?;
    // A start order of one drum is none of the other.
    Some(Job { shape, start: Start::Identity, ..job.clone() })
}

/// Turns cards, named by their places in the start order, into their kinds.
fn read_as_kinds<C: Card>(pack: Pack, job: &Job, rows: &mut [C], seed: &Seed) {
    let mut starts = Starts::<u32>::new(&job.start, job.shape.cards(), seed);
    let sorted = pack.sorted();
    for row in rows.chunks_exact_mut(job.shape.width()) {
        let order = starts.next_order();
        row.iter_mut().for_each(|card| {
            *card = C::new(sorted[order[card.index()] as usize] as usize);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Algorithm;

    fn rows(algorithm: &str, shape: Shape, start: Start) -> Vec<Vec<u32>> {
        let job = Job { start, ..Job::new(Algorithm::parse(algorithm).unwrap(), shape) };
        job.decks::<u32>(200, &Seed::from_u64(7))
            .chunks(shape.width())
            .map(<[u32]>::to_vec)
            .collect()
    }

    #[test]
    fn a_pack_starts_sorted_by_kind_or_as_it_is_told() {
        let shape = Shape::of_pack(Pack::parse("a=2,b=3").unwrap(), None).unwrap();
        let first = |start| rows("identity", shape, start)[0].clone();
        assert_eq!(first(Start::Identity), [0, 0, 1, 1, 1]);
        assert_eq!(first(Start::Interleaved), [0, 1, 0, 1, 1]);
        assert_eq!(first(Start::Order(vec![4, 3, 0, 1, 2])), [1, 1, 0, 0, 1]);
        let random = rows("identity", shape, Start::Random);
        assert!(random.iter().any(|row| row[0] == 1) && random.iter().any(|row| row[0] == 0));
        let shuffled = rows("fisher-yates", shape, Start::Identity);
        assert!(shuffled.iter().all(|row| row.iter().sum::<u32>() == 3));
    }

    #[test]
    fn symbols_are_drawn_afresh_and_bonus_balls_from_their_drum() {
        let digits = rows("fisher-yates", Shape::replacement(3, 8), Start::Identity);
        assert!(digits.iter().all(|row| row.len() == 8 && row.iter().all(|&digit| digit < 3)));
        assert_ne!(digits[0], digits[1]);
        let drawn = Shape::unordered(5, 3, Some("9/2".parse().unwrap())).unwrap();
        let drawn = rows("fisher-yates", drawn, Start::Identity);
        assert!(drawn.iter().all(|row| row[..3].iter().all(|&ball| ball < 5) && row[3] != row[4]));
        assert!(drawn.iter().any(|row| row[3] > 5));
        let same = Shape::unordered(5, 3, Some("1".parse().unwrap())).unwrap();
        let same = rows("fisher-yates", same, Start::Identity);
        assert!(same.iter().all(|row| !row[..3].contains(&row[3])));
    }
}
