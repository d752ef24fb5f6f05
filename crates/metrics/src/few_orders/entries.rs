//! The entries of the tests of few orders.

use super::{
    dealt_regions::DealtRegions, few_bits::FewBits, fixed_between::FixedBetween, grid::Grid,
    neighbours_again::NeighborsAgain, order_test::OrderTestEntry, rank_serial::RankSerial,
    residue_spacing::ResidueSpacing, stretches::Stretches, xi::Xi,
};
use crate::axis::Axis;
use crate::costs::Cost;
use crate::metric::{About, TestEntry, prose};

pub(crate) const RANK_SERIAL: TestEntry = TestEntry {
    title: prose! { "rank correlations of cards 1 to 64 and 128, 256, ... positions apart, in 1 to 99 decks" },
    sees: prose! { "regions that stay together at any scale, and periods: a buffer of a half of 10,000 cards in one deck" },
    blind_to: prose! { "defects in a small part of the deck; dependence that no correlation shows" },
    cost: Cost::of(0.0, 0.0),
    ..TestEntry::new("rank-serial", About::Orders)
};

pub(crate) const XI: TestEntry = TestEntry {
    title: prose! { "Chatterjee's correlation: does the position determine the card? In 1 to 99 decks" },
    sees: prose! { "any card that is nearly a function of its position, rising or not: a buffer of a half of 10,000 cards in one deck" },
    blind_to: prose! { "defects in a small part of the deck" },
    ..TestEntry::new("xi", About::Orders)
};

pub(crate) const XI_INVERSE: TestEntry = TestEntry {
    title: prose! { "the same the other way round: does the card determine its position? In 1 to 99 decks" },
    sees: prose! { "any position that is nearly a function of the card: riffles, buffers, in one deck" },
    blind_to: prose! { "defects in a small part of the deck" },
    ..TestEntry::new("xi-inverse", About::Orders)
};

pub(crate) const GRID: TestEntry = TestEntry {
    title: prose! { "cards against positions on grids of 2 x 2 to 64 x 64, in 1 to 99 decks" },
    sees: prose! { "cards that stay in their region, at any scale: the draft lottery of 1970; dots that are spread too evenly" },
    blind_to: prose! { "patterns inside a cell: neighbors, runs, short stretches" },
    ..TestEntry::new("grid", About::Orders)
};

pub(crate) const STRETCHES: TestEntry = TestEntry {
    title: prose! { "stretches that were left alone, or mixed only inside, in 1 to 99 decks" },
    sees: prose! { "one stretch of 1 % of 100,000 cards that was left alone or sorted, and where; blocks that were shuffled only inside" },
    blind_to: prose! { "defects that are spread thinly over the whole deck" },
    explains: true,
    ..TestEntry::new("stretches", About::Orders)
};

pub(crate) const FIXED_BETWEEN: TestEntry = TestEntry {
    title: prose! { "rows that stay in place from one order to another, in 2 to 99 decks" },
    sees: prose! { "a part of the rows that every epoch has in the same places, or displaced, or reversed; an order that is another one plus a number, or counted from the other end, or inverted; orders that resemble each other" },
    blind_to: prose! { "orders more than four decks apart; rows that stay but are not in the sample, beyond 4,096" },
    explains: true,
    ..TestEntry::new("fixed-between", About::DependenceBetweenDecks)
};

pub(crate) const DEALT_REGIONS: TestEntry = TestEntry {
    title: prose! { "regions and remainders of the cards that are dealt, in 1 to 99 deals" },
    sees: prose! { "shares of an epoch that favor a part of the rows, or every second one: the first rows out of a shuffle buffer" },
    blind_to: prose! { "the order of the dealt cards; whole decks, which show every card" },
    explains: true,
    ..TestEntry::new("dealt-regions", About::Orders)
};

pub(crate) const NEIGHBOURS_AGAIN: TestEntry = TestEntry {
    title: prose! { "neighbors that are neighbors again in another order, in 2 to 99 decks" },
    sees: prose! { "batches that keep their rows while the batches and the rows in them are shuffled: 32 rows per batch, in two epochs" },
    blind_to: prose! { "orders more than four decks apart; rows that come near each other again, but not next to each other" },
    explains: true,
    ..TestEntry::new("neighbours-again", About::DependenceBetweenDecks)
};

pub(crate) const RESIDUE_SPACING: TestEntry = TestEntry {
    title: prose! { "cards of equal remainders modulo 2 to 128, or of the same of 2 to 32 parts of the start order: how far apart, how many in each window, in 1 to 99 decks" },
    sees: prose! { "rows of workers that stride and take turns; windows that hold equally many of each remainder: 200 rows; playlists that spread each artist: 100 songs" },
    blind_to: prose! { "positions after the first 65,536; remainders that come evenly to long windows only, or by no period; artists with different numbers of songs" },
    explains: true,
    ..TestEntry::new("residue-spacing", About::Orders)
};

pub(crate) const FEW_BITS: TestEntry = TestEntry {
    title: prose! { "bets that the Fisher-Yates rolls behind an order have only 8 to 32 random bits, in 1 to 99 decks" },
    sees: prose! { "a `rand()` of 15 bits, scaled or as a remainder, in one order of 60,000 rows; floats of 24 bits in a few orders" },
    blind_to: prose! { "shuffles that do not draw as Fisher-Yates does, or start from another order; numbers with over 7 bits more than the card count" },
    ..TestEntry::new("few-bits", About::Orders)
};

pub(crate) const ORDER_TESTS: &[OrderTestEntry] = &[
    OrderTestEntry { test: RANK_SERIAL, axis: Axis::Positions, build: RankSerial::build },
    OrderTestEntry { test: XI, axis: Axis::Positions, build: Xi::build },
    OrderTestEntry { test: XI_INVERSE, axis: Axis::Cards, build: Xi::build },
    OrderTestEntry { test: GRID, axis: Axis::Positions, build: Grid::build },
    OrderTestEntry { test: STRETCHES, axis: Axis::Positions, build: Stretches::build },
    OrderTestEntry { test: FIXED_BETWEEN, axis: Axis::Cards, build: FixedBetween::build },
    OrderTestEntry { test: DEALT_REGIONS, axis: Axis::Positions, build: DealtRegions::build },
    OrderTestEntry { test: NEIGHBOURS_AGAIN, axis: Axis::Cards, build: NeighborsAgain::build },
    OrderTestEntry { test: RESIDUE_SPACING, axis: Axis::Positions, build: ResidueSpacing::build },
    OrderTestEntry { test: FEW_BITS, axis: Axis::Positions, build: FewBits::build },
];

pub(crate) const TESTS: [TestEntry; ORDER_TESTS.len()] = {
    let mut tests = [RANK_SERIAL; ORDER_TESTS.len()];
    let mut index = 0;
    while index < tests.len() {
        tests[index] = ORDER_TESTS[index].test;
        index += 1;
    }
    tests
};
