//! Decks in registers, on processors for which there is no such code.

use shuffle_deck::{Buffer, Column, InstructionSet, LANES};
use std::{convert::Infallible, marker::PhantomData};

/// There are none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Registers<'a>(Infallible, PhantomData<&'a ()>);

pub(crate) type Words = [[u64; LANES]; 8];

pub(crate) fn suit(_: InstructionSet, _: usize) -> bool {
    false
}

pub(super) fn invert(set: InstructionSet, _: &[u8], cards: usize, _: &mut Buffer) {
    unreachable!("{cards} cards do not suit registers of {set}")
}

pub(crate) fn words_of(set: InstructionSet, _: &[u8], cards: usize, _: &mut Words) {
    unreachable!("{cards} cards do not suit registers of {set}")
}

impl<'a> Registers<'a> {
    pub(super) fn new(set: InstructionSet, _: &'a [u8], cards: usize, _: &'a [Column]) -> Self {
        unreachable!("{cards} cards do not suit registers of {set}")
    }

    pub(super) fn places(self, _: &mut [Column]) {
        match self.0 {}
    }

    pub(super) fn relatives(self, _: &mut [Column]) {
        match self.0 {}
    }

    pub(crate) fn relative_sequences(self, _: usize, _: &mut [u16; LANES]) {
        match self.0 {}
    }

    pub(super) fn followers(self, _: &mut [Column]) {
        match self.0 {}
    }

    pub(crate) fn cycles(self, _: impl FnMut(&[u16])) {
        match self.0 {}
    }
}
