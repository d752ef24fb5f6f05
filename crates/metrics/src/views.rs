//! The forms in which a block of decks can be read, each made once.
//!
//! A form is made when the first metric asks for it, in memory that is kept from block to block.

#[cfg_attr(not(target_arch = "x86_64"), path = "views/registers/nowhere.rs")]
pub(crate) mod registers;
mod sweeps;

pub(crate) use shuffle_deck::columns::{Columns, Group};

use registers::Registers;
use shuffle_deck::{
    Aligned, Buffer, Column, InstructionSet, LANES, counting::ColumnCounts, on_every_set,
    to_columns, to_rows,
};
use std::{
    cell::{Cell, OnceCell, RefCell, RefMut},
    hint::black_box,
};

/// Memory for the forms of a block, and the instructions that make them.
#[derive(Debug)]
pub struct Forms {
    set: InstructionSet,
    rows: View<Vec<u8>>,
    #[cfg(target_arch = "wasm32")]
    wide_rows: View<Vec<u32>>,
    columns: View<Buffer>,
    inverses: View<Buffer>,
    places: View<Buffer>,
    followers: View<Buffer>,
    relatives: View<Buffer>,
    digits: View<Buffer>,
    asked_for_digits: Cell<bool>,
    expects_digits: bool,
    numbers: RefCell<Vec<ReadNumbers>>,
    counting: RefCell<ColumnCounts>,
}

/// The value of one number for each deck of the current block.
#[derive(Debug, Default)]
struct ReadNumbers {
    test: &'static str,
    /// False if they belong to an earlier block.
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
        Self {
            set,
            rows: View::default(),
            #[cfg(target_arch = "wasm32")]
            wide_rows: View::default(),
            columns: View::default(),
            inverses: View::default(),
            places: View::default(),
            followers: View::default(),
            relatives: View::default(),
            digits: View::default(),
            asked_for_digits: Cell::default(),
            expects_digits: false,
            numbers: RefCell::default(),
            counting: RefCell::new(ColumnCounts::new(set)),
        }
    }

    pub(crate) fn set(&self) -> InstructionSet {
        self.set
    }

    /// Forgets all forms, but not their memory.
    pub(crate) fn clear(&mut self) {
        self.rows.clear();
        #[cfg(target_arch = "wasm32")]
        self.wide_rows.clear();
        self.columns.clear();
        self.inverses.clear();
        self.places.clear();
        self.followers.clear();
        self.relatives.clear();
        self.digits.clear();
        self.expects_digits = self.asked_for_digits.take();
        self.numbers.get_mut().iter_mut().for_each(|one| one.made = false);
    }

    /// Yields the numbers of this test, which `read` appends where they were not asked for before; `read` says whether
    /// it can.
    pub(crate) fn numbers(
        &self,
        test: &'static str,
        read: &dyn Fn(&mut Vec<u16>) -> bool,
        then: &mut dyn FnMut(&[u16]),
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

    #[cfg(target_arch = "wasm32")]
    pub(crate) fn wide_rows(&self, rows: &[u8]) -> &[u32] {
        self.wide_rows.get_or_make(|wide| {
            wide.clear();
            wide.extend(rows.iter().map(|&card| u32::from(card)));
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

    /// True if decks of `cards` cards are inverted and multiplied in columns at once.
    fn sweeps(&self, cards: usize) -> bool {
        cards <= sweeps::most_cards(self.set)
    }

    /// True if decks of `cards` cards are inverted and multiplied in registers rather than in columns.
    pub(crate) fn suit_registers(&self, cards: usize) -> bool {
        !self.sweeps(cards) && registers::suit(self.set, cards)
    }

    /// The decks in registers, if they suit these.
    pub(crate) fn registers<'a>(&'a self, rows: &'a [u8], cards: usize) -> Registers<'a> {
        let make = |inverses: &mut Buffer| registers::invert(self.set, rows, cards, inverses);
        let inverses = self.inverses.get_or_make(make);
        Registers::new(self.set, rows, cards, inverses.columns())
    }

    pub(crate) fn places(&self, cards: Columns<'_>, registers: Option<Registers<'_>>) -> &[Column] {
        let made = self.places.get_or_make(|places| match registers {
            Some(registers) => {
                places.resize(cards.columns.len());
                registers.places(places.columns_mut());
            }
            None => {
                let mut inverter = Inverter::new(self.set);
                each_group(cards, places, |group, into| inverter.invert(group, into));
            }
        });
        made.columns()
    }

    /// True if decks of `cards` cards are inverted and multiplied without a memory access per card.
    pub(crate) fn inverts_quickly(&self, cards: usize) -> bool {
        self.sweeps(cards) || registers::suit(self.set, cards)
    }

    /// For decks that are inverted quickly.
    pub(crate) fn followers(&self, cards: Columns<'_>, inverted: Inverted<'_>) -> &[Column] {
        let made = self.followers.get_or_make(|followers| {
            let width = cards.width + 1;
            followers.resize(cards.columns.len() / cards.width * width);
            let into = followers.columns_mut();
            match inverted {
                Inverted::Registers(registers) => registers.followers(into),
                Inverted::Columns(places) => {
                    let groups = cards.groups().zip(places.groups());
                    for ((cards, places), into) in groups.zip(into.chunks_exact_mut(width)) {
                        sweeps::followers(self.set, cards.columns, places.columns, into);
                    }
                }
            }
        });
        made.columns()
    }

    pub(crate) fn relatives(&self, cards: Columns<'_>, inverted: Inverted<'_>) -> &[Column] {
        let made = self.relatives.get_or_make(|relatives| {
            relatives.resize(cards.columns.len());
            let into = relatives.columns_mut();
            match inverted {
                Inverted::Registers(registers) => registers.relatives(into),
                Inverted::Columns(places) => {
                    beside_the_lane_before(cards, places, into, |before, cards, into| {
                        if self.sweeps(cards.len()) {
                            let before = &before.as_chunks().0[..cards.len()];
                            sweeps::look_up(self.set, before, cards, into);
                        } else {
                            look_up(before, cards, into);
                        }
                    });
                }
            }
        });
        made.columns()
    }

    pub(crate) fn ask_for_digits(&self) {
        self.asked_for_digits.set(true);
    }

    /// True if they were asked for in the block before, and so will be in this.
    pub(crate) fn expects_digits(&self) -> bool {
        self.expects_digits
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

/// Inverts decks in columns, 64 at a time.
pub(crate) struct Inverter {
    set: InstructionSet,
    space: Box<Aligned<[u8; SPACE]>>,
}

impl Inverter {
    pub(crate) fn new(set: InstructionSet) -> Self {
        Self { set, space: Box::new(Aligned([0; SPACE])) }
    }

    /// The place of each card. Lanes that have no deck get 0.
    pub(crate) fn invert(&mut self, group: Group<'_>, places: &mut [Column]) {
        if places.len() <= sweeps::most_cards(self.set) {
            return sweeps::invert(self.set, group, places);
        }
        let space = &mut self.space.0;
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
}

/// For each group: the places in the lane before (for the first lane, in the last lane of the group before), its
/// cards, and columns to be filled.
fn beside_the_lane_before(
    cards: Columns<'_>,
    places: Columns<'_>,
    into: &mut [Column],
    mut fill: impl FnMut(&[u8; SPACE], &[Column], &mut [Column]),
) {
    let mut space = Aligned([0; SPACE]);
    let groups = cards.groups().zip(places.groups()).zip(into.chunks_exact_mut(cards.width));
    for ((cards, places), into) in groups {
        let before = space.0.as_chunks_mut::<LANES>().0.iter_mut().zip(places.columns);
        before.for_each(|(before, places)| before[1..].copy_from_slice(&places[..LANES - 1]));
        fill(&space.0, cards.columns, into);
        let before = space.0.as_chunks_mut::<LANES>().0.iter_mut().zip(places.columns);
        before.for_each(|(before, places)| before[0] = places[LANES - 1]);
    }
}

/// In every lane the entries of a table, as many as there are places in `index`.
fn look_up(table: &[u8; SPACE], index: &[Column], found: &mut [Column]) {
    for (index, found) in index.iter().zip(found) {
        for lane in 0..LANES {
            found[lane] = table[usize::from(index[lane]) * LANES + lane];
        }
    }
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

#[derive(Clone, Copy, Debug)]
pub(crate) enum Inverted<'a> {
    Registers(Registers<'a>),
    /// The place of each card.
    Columns(Columns<'a>),
}

/// One form: what was made of the block at hand, or memory to make it in.
#[derive(Debug, Default)]
struct View<B> {
    made: OnceCell<B>,
    spare: RefCell<B>,
}

impl<B: Default> View<B> {
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
