//! Counts of each value in columns: bit planes, one more AND for each value, and a count of ones.
//!
//! Of eight columns, the bytes of a lane are 8 x 8 bits; turned, plane b holds bit b of these eight values, and
//! so of 512 values in all. The decks with value v are the AND of the planes, each as it is or inverted; the lower
//! three and the upper five planes are combined once for all values, and each value takes one AND of these. Values below
//! 64 take less where the processor turns bits by itself (`words.rs`). Without instructions that count ones in vectors,
//! values are counted one by one.

#[cfg(target_arch = "x86_64")]
mod words;

#[cfg(target_arch = "x86_64")]
use crate::instruction_set::Level;
use crate::{Aligned, Buffer, Column, InstructionSet, LANES, columns::Columns, on_every_set};
use std::mem;

/// Bits in a byte, and columns that are counted together.
const OCTET: usize = 8;

/// Groups of 512 values that are counted together, so that the counts of a lane fit bytes.
const OCTETS: usize = 8;

/// One bit of each of the `OCTETS` times 512 values.
type Plane = [Column; OCTETS];

/// Planes, and where they spell each value of their lower three and of their upper five.
#[derive(Clone, Debug)]
struct Masks {
    planes: [Plane; OCTET],
    lower: [Plane; 8],
    upper: [Plane; 32],
}

on_every_set! {
    /// Turns up to 64 columns, each `stride` after the last, into planes: bit j of plane b is bit b of column j of
    /// each eight.
    fn turn_columns(columns: &[Column], stride: usize, planes: &mut [Plane; OCTET]) {
        for octet in 0..columns.len().div_ceil(OCTET * stride) {
            // Copied, so that the compiler knows that nothing overlaps.
            let mut eight = Aligned([[0; LANES]; OCTET]);
            let columns = columns[octet * OCTET * stride..].iter().step_by(stride);
            eight.0.iter_mut().zip(columns).for_each(|(copy, column)| *copy = *column);
            turn::<4>(&mut eight.0, 0x0f);
            turn::<2>(&mut eight.0, 0x33);
            turn::<1>(&mut eight.0, 0x55);
            planes.iter_mut().zip(&eight.0).for_each(|(plane, bits)| plane[octet] = *bits);
        }
    }

    /// Counts how often value v came where `valid` has ones: `counts[v]`, lane by lane.
    fn count(masks: &mut Masks, valid: &[Aligned<Column>], counts: &mut [Aligned<Column>]) {
        let Masks { planes, lower, upper } = masks;
        let (low, high) = planes.split_at(3);
        let all = [Aligned([u8::MAX; LANES]); OCTETS];
        let octets = valid.len();
        for (value, lower) in lower.iter_mut().enumerate() {
            matching(low, value, &all[..octets], lower);
        }
        for ((value, upper), counts) in upper.iter_mut().enumerate().zip(counts.chunks_mut(8)) {
            matching(high, value, valid, upper);
            for (lower, counts) in lower.iter().zip(counts) {
                let mut ones = [0; LANES];
                for (upper, lower) in upper.iter().zip(lower).take(octets) {
                    for lane in 0..LANES {
                        ones[lane] += (upper[lane] & lower[lane]).count_ones() as u8;
                    }
                }
                counts.0 = ones;
            }
        }
    }

    /// Numbers as bytes, larger ones as `most`.
    fn to_bytes(numbers: &[u16], most: u16, bytes: &mut [Column]) {
        for (numbers, bytes) in numbers.chunks(LANES).zip(bytes) {
            for (&number, byte) in numbers.iter().zip(bytes) {
                *byte = number.min(most) as u8; // below 256
            }
        }
    }

    /// Adds up the lanes of each value.
    pub fn add_up(counts: &[Aligned<Column>], cells: &mut [u64]) {
        for (counts, cell) in counts.iter().zip(cells) {
            let mut sum = 0;
            for lane in 0..LANES {
                sum += u32::from(counts.0[lane]);
            }
            *cell += u64::from(sum);
        }
    }
}

/// The places at which the planes, the lowest first, spell this value, among those that have a 1.
#[inline(always)]
fn matching(planes: &[Plane], value: usize, among: &[Aligned<Column>], matching: &mut Plane) {
    for (octet, (matching, among)) in matching.iter_mut().zip(among).enumerate() {
        let mut here = among.0;
        for (plane, bit) in planes.iter().zip(0..) {
            let inverted = if value >> bit & 1 == 1 { 0 } else { u8::MAX };
            for lane in 0..LANES {
                here[lane] &= plane[octet][lane] ^ inverted;
            }
        }
        *matching = here;
    }
}

/// In every lane, parts of `STEP` x `STEP` bits change places across the diagonal (Warren, Hacker's Delight, 2nd edition,
/// section 7-3).
#[inline(always)]
fn turn<const STEP: usize>(rows: &mut [Column; OCTET], mask: u8) {
    for part in 0..OCTET / 2 {
        let upper = part / STEP * 2 * STEP + part % STEP;
        let (above, below) = rows.split_at_mut(upper + STEP);
        let (upper, lower) = (&mut above[upper], &mut below[0]);
        for lane in 0..LANES {
            let change = (upper[lane] >> STEP ^ lower[lane]) & mask;
            lower[lane] ^= change;
            upper[lane] ^= change << STEP;
        }
    }
}

/// Counts values of columns, in memory that is kept from block to block.
#[derive(Debug)]
pub struct ColumnCounts {
    set: InstructionSet,
    octets: Octets,
    bytes: Buffer,
    #[cfg(target_arch = "x86_64")]
    turned: Option<Box<words::Turned>>,
}

/// The memory of the code for every processor.
#[derive(Debug, Default)]
struct Octets {
    /// The decks that `valid` is of.
    decks: usize,
    /// The lanes that hold a deck, for each eight groups.
    valid: Vec<Aligned<Column>>,
    masks: Option<Box<Aligned<Masks>>>,
    counts: Vec<Aligned<Column>>,
}

impl Octets {
    /// Marks the lanes that hold a deck.
    fn validate(&mut self, decks: usize) {
        let valid = |first: usize| {
            if first + OCTET * LANES <= decks {
                return Aligned([u8::MAX; LANES]);
            }
            let bit = |group: usize, lane: usize| u8::from(first + group * LANES + lane < decks);
            let byte = |lane| (0..OCTET).fold(0, |byte, group| byte | bit(group, lane) << group);
            Aligned(std::array::from_fn(byte))
        };
        if self.decks != decks {
            self.decks = decks;
            self.valid.clear();
            self.valid.extend((0..decks).step_by(OCTET * LANES).map(valid));
        }
    }

    fn add(
        &mut self,
        set: InstructionSet,
        (columns, stride): (&[Column], usize),
        decks: usize,
        cells: &mut [u64],
    ) {
        self.validate(decks);
        let Self { valid, masks, counts, .. } = self;
        let masks = masks.get_or_insert_with(|| {
            let none = [[0; LANES]; OCTETS];
            Box::new(Aligned(Masks { planes: [none; 8], lower: [none; 8], upper: [none; 32] }))
        });
        counts.resize(cells.len(), Aligned([0; LANES]));
        let octets = columns.chunks(OCTETS * OCTET * stride);
        for (columns, valid) in octets.zip(valid.chunks(OCTETS)) {
            turn_columns(set, columns, stride, &mut masks.0.planes);
            count(set, &mut masks.0, valid, counts);
            add_up(set, counts, cells);
        }
    }
}

impl ColumnCounts {
    /// Nothing is counted yet; vector code is to use these instructions.
    #[must_use]
    pub fn new(set: InstructionSet) -> Self {
        Self {
            set,
            octets: Octets::default(),
            bytes: Buffer::default(),
            #[cfg(target_arch = "x86_64")]
            turned: None,
        }
    }

    /// Adds to `cells[v]` the number of times that value v occurs in one column of each group of decks: the first of
    /// `columns`, and then every `stride`th column after it.
    ///
    /// Values that have no cell are not counted.
    pub fn add(&mut self, columns: &[Column], stride: usize, decks: usize, cells: &mut [u64]) {
        #[cfg(target_arch = "x86_64")]
        if self.set.level() == Level::IceLake && cells.len() <= words::VALUES {
            let columns = columns.iter().step_by(stride);
            let turned = self.turned.get_or_insert_with(|| Box::new(words::Turned::new()));
            // SAFETY: an `InstructionSet` of this level exists only if all its instructions were detected.
            #[expect(unsafe_code, reason = "a call into code for instructions that were detected")]
            unsafe {
                words::add(columns, decks, turned, cells);
            }
            return;
        }
        if self.set == InstructionSet::PORTABLE {
            return one_by_one(columns.iter().step_by(stride), decks, cells);
        }
        self.octets.add(self.set, (columns, stride), decks, cells);
    }

    /// Counts a number of each deck, which counts as `most`, below 256, if it is larger.
    pub fn add_numbers(&mut self, numbers: &[u16], most: u16, cells: &mut [u64]) {
        let mut bytes = mem::take(&mut self.bytes);
        bytes.resize(numbers.len().div_ceil(LANES));
        to_bytes(self.set, numbers, most, bytes.columns_mut());
        self.add(bytes.columns(), 1, numbers.len(), cells);
        self.bytes = bytes;
    }

    /// Counts the value of each column of a group: after the cells of the columns before it, cell v holds how often v
    /// came in this one. As many columns are counted as there are numbers of `values`.
    ///
    /// # Panics
    ///
    /// If there are fewer cells than values.
    pub fn add_each(
        &mut self,
        columns: Columns<'_>,
        values: impl IntoIterator<Item = usize>,
        mut cells: &mut [u64],
    ) {
        for (number, values) in values.into_iter().enumerate() {
            let here = cells.split_off_mut(..values).expect("a cell for each value");
            let columns_here = columns.columns.get(number..).unwrap_or_default(); // none of no decks
            self.add(columns_here, columns.width, columns.decks, here);
        }
    }
}

/// Counts value by value, in several tables side by side, so that equal values that follow each other do not wait for
/// one another.
fn one_by_one<'a>(columns: impl Iterator<Item = &'a Column>, decks: usize, cells: &mut [u64]) {
    const TABLES: usize = 4;
    let mut tables = [[0_u32; 256]; TABLES];
    for (column, first) in columns.zip((0..decks).step_by(LANES)) {
        let column = &column[..LANES.min(decks - first)];
        let (fours, rest) = column.as_chunks::<TABLES>();
        for four in fours {
            for (table, &value) in tables.iter_mut().zip(four) {
                table[usize::from(value)] += 1;
            }
        }
        rest.iter().for_each(|&value| tables[0][usize::from(value)] += 1);
    }
    for (value, cell) in cells.iter_mut().enumerate() {
        *cell += tables.iter().map(|table| u64::from(table[value])).sum::<u64>();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_are_those_of_the_definition(
            (places, values) in (1..4_usize, 1..=256_usize), decks in 1..4300_usize, salt: u32,
        ) {
            let value = |place: usize, deck: usize| {
                (deck as u32 ^ salt).wrapping_mul(2_654_435_761 + place as u32) >> 8
            };
            let columns: Vec<Column> = (0..decks.div_ceil(LANES))
                .flat_map(|group| (0..places).map(move |place| (group, place)))
                .map(|(group, place)| std::array::from_fn(|lane| {
                    (value(place, group * LANES + lane) as usize % values) as u8
                }))
                .collect();
            let mut wanted = vec![0; places * values];
            for deck in 0..decks {
                (0..places).for_each(|p| wanted[p * values + value(p, deck) as usize % values] += 1);
            }
            for set in InstructionSet::available() {
                let mut counting = ColumnCounts::new(set);
                let mut cells = vec![0; places * values];
                let mut count = |decks: usize| {
                    cells.fill(0);
                    let columns = &columns[..decks.div_ceil(LANES) * places];
                    let columns = Columns { width: places, decks, columns };
                    counting.add_each(columns, [values].repeat(places), &mut cells);
                    cells.clone()
                };
                prop_assert_eq!(&count(decks), &wanted, "{}", set);
                let fewer = count(decks / 3 + 1);
                prop_assert_eq!(fewer.iter().sum::<u64>(), ((decks / 3 + 1) * places) as u64);
                prop_assert_eq!(&count(decks), &wanted, "{} after fewer decks", set);
            }
        }
    }
}
