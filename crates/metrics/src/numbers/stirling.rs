//! Cycles of a deck, and its records: one law for both.

use super::{MOST_CELLS, MOST_IN_BYTES, add, rencontres};
use crate::{
    Card, Decks, Shape,
    costs::Cost,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean, in_groups, whole_decks_only},
};
use shuffle_deck::{Aligned, Column, InstructionSet, LANES, on_every_set};

/// The most cards whose cycles are counted in columns, which takes n^2/2 steps, as fast as in rows with vectors of
/// 16 bytes.
const MOST_PORTABLE: usize = 128;

/// Columns shortened together: each step of one waits for the step before it.
const TOGETHER: usize = 4;

/// `P(j cycles)`, or j records, of a uniform permutation of n: the unsigned Stirling number of the
/// first kind over n!. At most 64 cells, the last of which collects the rest.
pub(crate) fn law(n: usize) -> Vec<f64> {
    let mut law = vec![0.0; (n + 1).min(MOST_CELLS)];
    law[0] = 1.0;
    for m in 1..=n {
        let (stay, join) = ((m - 1) as f64 / m as f64, 1.0 / m as f64);
        // The last cell keeps all that it has; as long as no law reaches beyond it, that is
        // nothing.
        let last = law.len() - 1;
        law[last] += join * law[last - 1];
        for j in (1..last).rev() {
            law[j] = stay * law[j] + join * law[j - 1];
        }
        law[0] *= stay;
    }
    law
}

#[doc = include_str!("cycles.md")]
#[derive(Clone, Copy, Debug)]
pub struct Cycles(Shape);

impl IntegerStatistic for Cycles {
    const TEST: TestEntry = TestEntry {
        title: prose! { "histogram of cycles of the deck as a permutation" },
        sees: prose! { "a constant parity, sooner than any other test; Sattolo (one cycle), too few swaps" },
        blind_to: prose! { "which cards make up a cycle: turned packets, seven riffles" },
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("cycles", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "cycles",
        test: TestEntry {
            title: prose! { "cycles of the deck as a permutation, on average" },
            sees: prose! { "Sattolo, which always has one cycle; too few swaps" },
            blind_to: prose! { "a constant parity, which the histogram sees; which cards make up a cycle" },
            ..TestEntry::new("cycles-mean", About::Orders)
        },
    });

    /// A bit for each card that was not met yet.
    const ENDS_EARLY: bool = true;

    type Scratch = Vec<u64>;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        Ok(Self(shape))
    }

    fn law(&self) -> Vec<f64> {
        law(self.0.cards())
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], unmet: &mut Vec<u64>) -> usize {
        unmet.clear();
        unmet.resize(row.len().div_ceil(64), u64::MAX);
        let beyond = unmet.len() * 64 - row.len();
        *unmet.last_mut().expect("a deck has cards") >>= beyond;
        let mut cycles = 0;
        for word in 0..unmet.len() {
            while unmet[word] != 0 {
                cycles += 1;
                let mut card = word * 64 + unmet[word].trailing_zeros() as usize;
                while unmet[card / 64] >> (card % 64) & 1 == 1 {
                    unmet[card / 64] ^= 1 << (card % 64);
                    card = row[card].index();
                }
            }
        }
        cycles
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        if let Some(registers) = decks.registers() {
            registers.cycles(count);
            return true;
        }
        let set = decks.instruction_set();
        let quick = set != InstructionSet::PORTABLE || self.0.cards() <= MOST_PORTABLE;
        let columns = if quick { decks.columns() } else { None };
        let read = |cards: &[Column], numbers: &mut [u16; LANES]| match cards.len() {
            few @ ..=64 => {
                cycles(set, cards, &mut Aligned([[0; LANES]; 64]).0[..few], numbers);
            }
            many => cycles(set, cards, &mut Aligned([[0; LANES]; 256]).0[..many], numbers),
        };
        in_groups(columns, read, count)
    }
}

/// The cycles of 64 decks of up to 256 cards, with room for what each place holds in the end.
///
/// From the highest card down, each card c is cut out of its cycle: the place that holds c gets the card of place c.
/// So a cycle becomes shorter until one place holds its own card, and there are as many cycles as such
/// places. What place p holds changes only while higher cards are cut out.
fn cycles(
    set: InstructionSet,
    columns: &[Column],
    ends: &mut [Column],
    numbers: &mut [u16; LANES],
) {
    cut_out(set, columns, ends);
    rencontres::fixed_points(set, ends, numbers);
}

on_every_set! {
    /// The contents of each place after all higher cards are cut out.
    fn cut_out(columns: &[Column], ends: &mut [Column]) {
        let (first, rest) = columns.as_rchunks::<TOGETHER>();
        let mut from = columns.len();
        for places in rest.iter().rev() {
            from -= TOGETHER;
            shorten(places, from, ends);
        }
        for (from, place) in first.iter().enumerate().rev() {
            shorten(std::array::from_ref(place), from, ends);
        }
    }

    /// The records of 64 decks that show up to 256 cards.
    fn records(columns: &[Column], numbers: &mut [u16; LANES]) {
        let mut highest = [0; LANES];
        *numbers = [0; LANES];
        for columns in columns.chunks(MOST_IN_BYTES) {
            let mut records = [0; LANES];
            for column in columns {
                for lane in 0..LANES {
                    records[lane] += u8::from(column[lane] >= highest[lane]);
                    highest[lane] = highest[lane].max(column[lane]);
                }
            }
            add(numbers, &records);
        }
    }
}

/// Cuts all higher cards out of places from `from` on, and then these cards out of each other.
#[inline(always)]
fn shorten<const PLACES: usize>(places: &[Column; PLACES], from: usize, ends: &mut [Column]) {
    let mut held = *places;
    for card in (from + PLACES..ends.len()).rev() {
        for held in &mut held {
            replace(held, card, &ends[card]);
        }
    }
    for place in (0..PLACES).rev() {
        ends[from + place] = held[place];
        for held in &mut held[..place] {
            replace(held, from + place, &ends[from + place]);
        }
    }
}

/// Replaces a card with its end wherever it is held.
#[inline(always)]
fn replace(held: &mut Column, card: usize, end: &Column) {
    for lane in 0..LANES {
        let here = u8::from(held[lane] == card as u8).wrapping_neg();
        held[lane] ^= (held[lane] ^ end[lane]) & here;
    }
}

#[doc = include_str!("records.md")]
#[derive(Clone, Copy, Debug)]
pub struct Records(Shape);

impl IntegerStatistic for Records {
    const TEST: TestEntry = TestEntry {
        title: prose! { "histogram of cards that are higher than all before them" },
        sees: prose! { "a top that is in order, or never shows a high card: too few swaps, cuts, up to six riffles" },
        blind_to: prose! { "everything after the highest card, a constant parity; slow to see Sattolo (hundreds of thousands of \
        decks of 52)" },
        cost: Cost::of(1.0, 0.0),
        ..TestEntry::new("records", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "records",
        test: TestEntry {
            title: prose! { "cards that are higher than all before them, on average" },
            sees: prose! { "rows that come out nearly in order: shuffle buffers, too few swaps, cuts" },
            blind_to: prose! { "everything after the highest card" },
            ..TestEntry::new("records-mean", About::Orders)
        },
    });

    const ENDS_EARLY: bool = true;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.dealt() < 2 {
            return Err(NotApplicable::new("one card is always the highest so far"));
        }
        Ok(Self(shape))
    }

    fn law(&self) -> Vec<f64> {
        law(self.0.dealt())
    }

    #[inline]
    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        let (mut highest, mut records) = (0, 0);
        for card in row {
            let card = card.index() as u32 + 1;
            records += u32::from(card > highest);
            highest = highest.max(card);
        }
        records as usize
    }

    fn in_columns(&self, decks: &Decks<'_>, count: impl FnMut(&[u16])) -> bool {
        let set = decks.instruction_set();
        in_groups(decks.columns(), |cards, numbers| records(set, cards, numbers), count)
    }
}
