//! The forms in which a block of decks can be read, each made once.
//!
//! A form is made when the first metric asks for it, in memory that is kept from block to block.

use crate::counting::ColumnCounts;
use shuffle_deck::{
    Aligned, Buffer, Column, InstructionSet, LANES, on_every_set, to_columns, to_rows,
};
use std::{
    cell::{OnceCell, RefCell, RefMut},
    hint::black_box,
};

/// Memory for the forms of a block, and the instructions that make them.
#[derive(Debug)]
pub struct Forms {
    set: InstructionSet,
    rows: Form<Vec<u8>>,
    columns: Form<Buffer>,
    places: Form<Buffer>,
    digits: Form<Buffer>,
    numbers: RefCell<Vec<ReadNumbers>>,
    counting: RefCell<ColumnCounts>,
}

/// What one number was of each deck of the block at hand.
#[derive(Debug, Default)]
struct ReadNumbers {
    test: &'static str,
    /// False if they are those of an earlier block.
    made: bool,
    numbers: Vec<u16>,
}

impl Default for Forms {
    /// For the widest vectors of this processor.
    fn default() -> Self {
        Self::new(InstructionSet::detect())
    }
}

impl Forms {
    /// For vectors of this instruction set, for the metrics, too. What they count does not depend on it.
    #[must_use]
    pub fn new(set: InstructionSet) -> Self {
        let (rows, columns) = (Form::default(), Form::default());
        let (places, digits) = (Form::default(), Form::default());
        let counting = RefCell::new(ColumnCounts::new(set));
        Self { set, rows, columns, places, digits, numbers: RefCell::default(), counting }
    }

    pub(crate) fn set(&self) -> InstructionSet {
        self.set
    }

    /// Forgets all forms, but not their memory.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        self.columns.clear();
        self.places.clear();
        self.digits.clear();
        self.numbers.get_mut().iter_mut().for_each(|one| one.made = false);
    }

    /// Hands on the numbers of this test, which `read` appends where they were not asked for before; `read` says whether
    /// it can.
    pub(crate) fn numbers(
        &self,
        test: &'static str,
        read: impl FnOnce(&mut Vec<u16>) -> bool,
        then: impl FnOnce(&[u16]),
    ) -> bool {
        let mut all = self.numbers.borrow_mut();
        let index = all.iter().position(|one| one.test == test).unwrap_or_else(|| {
            all.push(ReadNumbers { test, ..ReadNumbers::default() });
            all.len() - 1
        });
        let one = &mut all[index];
        if !one.made {
            one.numbers.clear();
            one.made = read(&mut one.numbers);
        }
        if one.made {
            then(&one.numbers);
        }
        one.made
    }

    /// Memory to count values of columns.
    pub(crate) fn counting(&self) -> RefMut<'_, ColumnCounts> {
        self.counting.borrow_mut()
    }

    pub(crate) fn rows(&self, width: usize, decks: usize, columns: &[Column]) -> &[u8] {
        self.rows.get_or_make(|rows| {
            rows.resize(decks * width, 0);
            for (rows, columns) in rows.chunks_mut(LANES * width).zip(columns.chunks(width)) {
                to_rows(self.set, columns, rows);
            }
        })
    }

    pub(crate) fn columns(&self, width: usize, rows: &[u8]) -> &[Column] {
        let made = self.columns.get_or_make(|columns| {
            let groups = rows.len().div_ceil(LANES * width);
            columns.resize(groups * width);
            let columns = columns.columns_mut().chunks_mut(width);
            for (rows, columns) in rows.chunks(LANES * width).zip(columns) {
                to_columns(self.set, rows, columns);
            }
        });
        made.columns()
    }

    pub(crate) fn places(&self, cards: Columns<'_>) -> &[Column] {
        let made = self.places.get_or_make(|places| {
            let mut space = Box::new(Aligned([0; SPACE]));
            each_group(cards, places, |group, into| invert(group, &mut space.0, into));
        });
        made.columns()
    }

    pub(crate) fn digits(&self, cards: Columns<'_>) -> &[Column] {
        let made = self.digits.get_or_make(|columns| {
            each_group(cards, columns, |group, into| digits(self.set, group.columns, into));
        });
        made.columns()
    }
}

/// Bytes of as many columns as a byte can name.
pub(crate) const SPACE: usize = 256 * LANES;

/// Notes where each card lies. Lanes that have no deck get 0.
fn invert(group: Group<'_>, space: &mut [u8; SPACE], places: &mut [Column]) {
    if group.lanes < LANES {
        space.fill(0);
    }
    for (column, place) in group.columns.iter().zip(0..=u8::MAX) {
        for (lane, &card) in column[..group.lanes].iter().enumerate() {
            space[usize::from(card) * LANES + lane] = place;
        }
    }
    let places = places.as_flattened_mut();
    places.copy_from_slice(&space[..places.len()]);
}

on_every_set! {
    /// The Lehmer digits of 64 decks: each card less the smaller ones before it.
    fn digits(cards: &[Column], digits: &mut [Column]) {
        // Were it known that these are ones, AVX-512 would make bytes of each mask of bits before it subtracts them,
        // which takes twice as long.
        let ones = black_box([1; LANES]);
        for (place, into) in digits.iter_mut().enumerate() {
            let (before, card) = (&cards[..place], cards[place]);
            let mut digit = card;
            for before in before {
                for lane in 0..LANES {
                    let smaller = u8::from(before[lane] < card[lane]).wrapping_neg();
                    digit[lane] = digit[lane].wrapping_sub(ones[lane] & smaller);
                }
            }
            *into = digit;
        }
    }
}

/// One form: what was made of the block at hand, or memory to make it in.
#[derive(Debug, Default)]
struct Form<B> {
    made: OnceCell<B>,
    spare: RefCell<B>,
}

impl<B: Default> Form<B> {
    fn get_or_make(&self, make: impl FnOnce(&mut B)) -> &B {
        self.made.get_or_init(|| {
            let mut memory = self.spare.take();
            make(&mut memory);
            memory
        })
    }

    fn clear(&mut self) {
        if let Some(memory) = self.made.take() {
            *self.spare.get_mut() = memory;
        }
    }
}

/// Makes columns of each group out of as many others.
fn each_group(
    of: Columns<'_>,
    buffer: &mut Buffer,
    mut make: impl FnMut(Group<'_>, &mut [Column]),
) {
    buffer.resize(of.columns.len());
    let into = buffer.columns_mut().chunks_exact_mut(of.width);
    of.groups().zip(into).for_each(|(group, into)| make(group, into));
}

/// A block of narrow decks in columns of bytes: one for each place, or for each card, of every 64 decks.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    pub(crate) width: usize,
    pub(crate) decks: usize,
    pub(crate) columns: &'a [Column],
}

/// Up to 64 decks side by side.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// A column for each place, or for each card.
    pub columns: &'a [Column],
    /// The number of lanes that hold a deck, from the first on; the others hold anything.
    pub lanes: usize,
}

impl<'a> Columns<'a> {
    /// The groups, one after the other.
    pub fn groups(self) -> impl Iterator<Item = Group<'a>> {
        let Self { width, decks, columns } = self;
        columns.chunks_exact(width).enumerate().map(move |(number, columns)| Group {
            columns,
            lanes: LANES.min(decks - number * LANES),
        })
    }

    /// The number of columns in each group.
    #[must_use]
    pub fn width(self) -> usize {
        self.width
    }

    /// The number of decks.
    #[must_use]
    pub fn decks(self) -> usize {
        self.decks
    }
}
