//! The lane generator `lanes-xoshiro256pp`: sixteen streams of xoshiro256++ side by side, four lanes from each.
#![doc = include_str!("generator.md")]

use crate::scale::Scale;
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use shuffle_deck::{Aligned, Column, InstructionSet, LANES, on_every_set};
use std::ops::Range;

/// The number of streams.
const STREAMS: usize = 16;

/// The number of rows that there is room for.
const ROWS: usize = 64;

/// The most rows that are made and drawn from at a time. Draws that are known beforehand make just their rows.
const AT_ONCE: usize = 16;

/// The four words of the state of every stream.
type StreamStates = [[u64; STREAMS]; 4];

/// A number of 16 bits for each lane, little-endian.
pub type LaneNumbers = [[u8; 2]; LANES];

on_every_set! {
    /// Takes the next words of all streams.
    fn advance(state: &mut StreamStates, rows: &mut [LaneNumbers]) {
        let [mut s0, mut s1, mut s2, mut s3] = *state;
        for row in rows {
            let words = row.as_flattened_mut().as_chunks_mut::<8>().0;
            for stream in 0..STREAMS {
                let (a, b, c, d) = (s0[stream], s1[stream], s2[stream], s3[stream]);
                let word = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
                words[stream] = word.to_le_bytes();
                let (c, d) = (c ^ a, d ^ b);
                s0[stream] = a ^ d;
                s1[stream] = b ^ c;
                s2[stream] = c ^ (b << 17);
                s3[stream] = d.rotate_left(45);
            }
        }
        *state = [s0, s1, s2, s3];
    }

    /// Redraws the lanes of `values` that the last row rejected, until none is left; then `ready` rows are ready.
    fn draw_again[set](source: &mut RowSource, scale: &Scale, ready: usize, values: &mut Column) {
        let mut refused = scale.refused(source.last());
        while refused.iter().fold(0, |any, lane| any | lane) != 0 {
            if source.made - source.taken <= ready {
                // Some more than now, so that most of the next refusals find one made.
                source.make(set, AT_ONCE / 2);
            }
            let row = source.next(set);
            let (again, _) = scale.values(set, row);
            let still = scale.refused(row);
            for lane in 0..LANES {
                values[lane] = (again[lane] & refused[lane]) | (values[lane] & !refused[lane]);
                refused[lane] &= still[lane];
            }
        }
    }
}

/// The numbers `first` to `first + k - 1`, of which one is drawn: `k` is 1 to 256, and none exceeds 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The smallest number.
    pub first: u8,
    /// The count of numbers.
    pub k: u16,
}

impl Span {
    /// The same as a range.
    #[inline(always)]
    pub fn range(self) -> Range<usize> {
        usize::from(self.first)..usize::from(self.first) + usize::from(self.k)
    }
}

/// The surplus when 2^16 numbers are shared equally among `k` values, that is 2^16 mod `k`, for each `k`.
pub static SURPLUS: [u16; 257] = {
    let mut surplus = [0; 257];
    let mut k = 1_u16;
    while k <= 256 {
        surplus[k as usize] = k.wrapping_neg() % k;
        k += 1;
    }
    surplus
};

/// Sixteen streams, and the rows that were made and not yet taken.
#[derive(Clone, Debug)]
struct RowSource {
    state: Box<Aligned<StreamStates>>,
    /// The rows from `taken` to `made` are ready.
    rows: Box<Aligned<[LaneNumbers; ROWS]>>,
    taken: usize,
    made: usize,
}

impl RowSource {
    /// Makes rows until at least this many are ready.
    #[inline(always)]
    fn reserve(&mut self, set: InstructionSet, rows: usize) {
        if self.made - self.taken < rows {
            self.make(set, rows);
        }
    }

    #[inline(always)]
    fn make(&mut self, set: InstructionSet, rows: usize) {
        if self.made + rows > ROWS {
            self.make_room();
        }
        let made = self.made + rows;
        advance(set, &mut self.state.0, &mut self.rows.0[self.made..made]);
        self.made = made;
    }

    /// Moves the rows that are ready to the front.
    #[inline(never)]
    fn make_room(&mut self) {
        self.rows.0.copy_within(self.taken..self.made, 0);
        (self.taken, self.made) = (0, self.made - self.taken);
    }

    /// Takes the next row.
    #[inline(always)]
    fn next(&mut self, set: InstructionSet) -> &LaneNumbers {
        if self.taken == self.made {
            self.reserve(set, AT_ONCE);
        }
        self.taken += 1;
        self.last()
    }

    /// The row that was taken last.
    #[inline(always)]
    fn last(&self) -> &LaneNumbers {
        &self.rows.0[self.taken - 1]
    }
}

/// Numbers of any span in every lane.
#[derive(Clone, Debug)]
pub struct LaneGenerator {
    set: InstructionSet,
    source: RowSource,
    /// The values of the last draw in which a lane was rejected.
    again: Box<Aligned<Column>>,
}

impl LaneGenerator {
    /// Starts at a seed.
    pub fn new(seed: &[u8; 32], set: InstructionSet) -> Self {
        let mut state = [[0; STREAMS]; 4];
        for (stream, words) in streams(seed).enumerate() {
            for (word, into) in words.into_iter().zip(&mut state) {
                into[stream] = word;
            }
        }
        let (state, rows) = (Aligned(state), Aligned([[[0; 2]; LANES]; ROWS]));
        let source = RowSource { state: Box::new(state), rows: Box::new(rows), taken: 0, made: 0 };
        Self { set, source, again: Box::new(Aligned([0; LANES])) }
    }

    /// Draws a number of the span in every lane.
    pub fn draw(&mut self, span: Span) -> Column {
        self.draw_on(self.set, &Scale::of(span))
    }

    /// The same in code for a set.
    ///
    /// Inlined, and its result is never lent to a function that is not inlined, so that the numbers stay in registers.
    #[inline(always)]
    pub(crate) fn draw_on(&mut self, set: InstructionSet, scale: &Scale) -> Column {
        let (values, refused) = scale.values(set, self.source.next(set));
        if refused { self.draw_rest(set, scale, 0, &values) } else { values }
    }

    /// Draws with each of these, one after the other, and hands over the numbers.
    #[inline(always)]
    pub(crate) fn draw_each(
        &mut self,
        set: InstructionSet,
        scales: &[Scale],
        mut each: impl FnMut(Column),
    ) {
        for scales in scales.chunks(AT_ONCE) {
            self.source.reserve(set, scales.len());
            let (mut taken, mut left) = (self.source.taken, scales.len());
            for scale in scales {
                let (mut values, refused) = scale.values(set, &self.source.rows.0[taken]);
                taken += 1;
                left -= 1;
                if refused {
                    self.source.taken = taken;
                    values = self.draw_rest(set, scale, left, &values);
                    taken = self.source.taken;
                }
                each(values);
            }
            self.source.taken = taken;
        }
    }

    /// The rare rest of a draw.
    #[inline(always)]
    fn draw_rest(
        &mut self,
        set: InstructionSet,
        scale: &Scale,
        ready: usize,
        values: &Column,
    ) -> Column {
        self.again.0 = *values;
        draw_again(set, &mut self.source, scale, ready, &mut self.again.0);
        self.again.0
    }
}

/// The states from which the streams of a seed start.
///
/// A state of zeros, which would stay so, gets a 1: that happens once in 2^252 seeds.
fn streams(seed: &[u8; 32]) -> impl Iterator<Item = [u64; 4]> {
    let mut chacha = ChaCha8Rng::from_seed(*seed);
    (0..STREAMS).map(move |_| match [(); 4].map(|()| chacha.next_u64()) {
        [0, 0, 0, 0] => [1, 0, 0, 0],
        words => words,
    })
}

/// The state of the first stream, for those who need one generator.
pub fn first_stream(seed: &[u8; 32]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (word, into) in streams(seed).flatten().zip(bytes.as_chunks_mut().0) {
        *into = word.to_le_bytes();
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;

    const SEED: [u8; 32] = [5; 32];

    #[test]
    fn a_row_is_one_word_of_each_of_sixteen_scalar_generators() {
        for set in InstructionSet::available() {
            let mut lanes = LaneGenerator::new(&SEED, set);
            let mut scalar: Vec<_> = streams(&SEED)
                .map(|words| {
                    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                    Xoshiro256PlusPlus::from_seed(bytes.try_into().unwrap())
                })
                .collect();
            for _ in 0..3 * ROWS {
                let words: Vec<u8> =
                    scalar.iter_mut().flat_map(|rng| rng.next_u64().to_le_bytes()).collect();
                assert_eq!(lanes.source.next(set).as_flattened(), words, "{set}");
            }
        }
    }

    #[test]
    fn the_streams_are_those_of_the_reference() {
        // The first outputs from the state 1, 2, 3, 4, of the authors' C program (xoshiro256plusplus.c).
        let reference: [u64; 5] = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
            9_228_616_714_210_784_205,
        ];
        let mut state = [[1; STREAMS], [2; STREAMS], [3; STREAMS], [4; STREAMS]];
        let mut rows = [[[0; 2]; LANES]; ROWS];
        advance(InstructionSet::PORTABLE, &mut state, &mut rows);
        for (row, word) in rows.iter().zip(reference) {
            assert!(row.as_flattened().chunks(8).all(|bytes| bytes == word.to_le_bytes()));
        }
    }

    #[test]
    fn the_streams_of_a_seed_stay_what_they_are() {
        // From the ChaCha8 stream with this key, nonce 0 and counter 0.
        let first: Vec<[u64; 4]> = streams(&[0; 32]).collect();
        assert_eq!(first.len(), STREAMS);
        // ChaCha8 with a zero key begins 3e 00 ef 2f 89 5f 40 d6 (draft-strombergson-chacha-test-vectors, TC1).
        assert_eq!(first[0][0].to_le_bytes(), [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6]);
        let mut all: Vec<_> = streams(&SEED).chain(streams(&[6; 32])).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 2 * STREAMS);
    }

    #[test]
    fn every_value_is_left_the_same_number_of_words() {
        // All 2^16 numbers, one after the other in all lanes.
        for set in InstructionSet::available() {
            for k in [1, 2, 3, 5, 6, 7, 52, 100, 128, 255, 256] {
                let mut words = vec![0_u32; usize::from(k)];
                for number in 0..=u16::MAX {
                    let row = [number.to_le_bytes(); LANES];
                    let span = Span { first: 0, k };
                    let (values, refused) = Scale::of(span).values(set, &row);
                    assert!(values.iter().all(|&value| value == values[0]));
                    if !refused {
                        words[usize::from(values[0])] += 1;
                    }
                }
                assert!(
                    words.iter().all(|&count| count == (1 << 16) / u32::from(k)),
                    "k = {k}, {set}"
                );
            }
        }
    }

    #[test]
    fn a_refused_lane_is_drawn_again_and_no_other() {
        // 2^16 mod 255 = 1: the number 0 is rejected, in lanes 3 and 60 of the first row, in 60 of the second.
        let mut lanes = LaneGenerator::new(&SEED, InstructionSet::PORTABLE);
        let row = |of: [u16; 3]| {
            let mut row = [of[0].to_le_bytes(); LANES];
            (row[3], row[60]) = (of[1].to_le_bytes(), of[2].to_le_bytes());
            row
        };
        lanes.source.rows.0[..3].copy_from_slice(&[
            row([0x8000, 0, 0]),
            row([0xffff, 0x4000, 0]),
            row([0xffff, 0xffff, 0xc000]),
        ]);
        lanes.source.made = 3;
        for set in InstructionSet::available() {
            let mut lanes = LaneGenerator { set, ..lanes.clone() };
            let values = lanes.draw(Span { first: 1, k: 255 });
            assert_eq!((values[0], values[3], values[60], lanes.source.taken), (128, 64, 192, 3));
            assert_eq!(values.iter().filter(|&&value| value == 128).count(), LANES - 2);
        }
    }

    #[test]
    fn draws_at_once_are_those_made_one_by_one() {
        // 64 lanes and a surplus of up to 254 in 2^16: rejected are one draw in ten, some of them twice.
        let spans: Vec<_> = (2..=255).rev().map(|k| Span { first: 1, k }).collect();
        let scales: Vec<_> = spans.iter().copied().map(Scale::of).collect();
        for set in InstructionSet::available() {
            let mut one_by_one = LaneGenerator::new(&SEED, InstructionSet::PORTABLE);
            let mut at_once = LaneGenerator::new(&SEED, set);
            for number in [9, 0, 1, 16, 17, 51, 254, 5].repeat(20) {
                let mut drawn = Vec::new();
                at_once.draw_each(set, &scales[..number], |values| drawn.push(values));
                let expected: Vec<_> =
                    spans[..number].iter().map(|&span| one_by_one.draw(span)).collect();
                assert!(drawn == expected, "{number} draws, {set}");
            }
        }
    }
}
