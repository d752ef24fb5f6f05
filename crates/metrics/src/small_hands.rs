//! Pairs, blackjacks, and flops of one suit, at each place of a deck of 52 where a game deals them.
#![doc = include_str!("small-hands.md")]

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    costs::Cost,
    largest::{self, Cell},
    metric::{About, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    table::judge,
    thinned::Thinned,
};
use shuffle_deck::{Column, InstructionSet, LANES, on_every_set};

pub(crate) const SMALL_HANDS: TestEntry = TestEntry {
    title: prose! { "pairs, blackjacks, and three neighbors of one suit or rank, at each place where they can be dealt" },
    sees: prose! { "pocket pairs that one of up to ten players gets too rarely, blackjacks that never come, flops of one suit that are dealt again" },
    blind_to: prose! { "other hands, and decks of other sizes" },
    cost: Cost::of(2.0, 0.0),
    ..TestEntry::new("small-hands", About::Hands)
};

pub(crate) const ENTRY: MetricEntry =
    MetricEntry::new(&[SMALL_HANDS], |shape| Ok(Box::new(SmallHands::new(shape)?)));

const COUNTED: Thinned = Thinned { all: 1 << 18 };

const SUIT: usize = 13;

/// The most players who get a card in turn.
const MOST_PLAYERS: usize = 10;

/// Aces are the first rank, and these ranks count ten.
const FIRST_TEN: u8 = 9;

/// Counts the decks, and then those with each hand at each of its places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallHands {
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum SmallHand {
    Pair,
    Blackjack,
    Suited,
    Triple,
}

impl SmallHand {
    const OF_TWO: [Self; 2] = [Self::Pair, Self::Blackjack];
    const OF_THREE: [Self; 2] = [Self::Suited, Self::Triple];

    fn chance(self) -> f64 {
        match self {
            Self::Pair => 3.0 / 51.0,
            Self::Blackjack => 2.0 * 4.0 * 16.0 / (52.0 * 51.0),
            Self::Suited => 12.0 * 11.0 / (51.0 * 50.0),
            Self::Triple => 3.0 * 2.0 / (51.0 * 50.0),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Pair => "a pair",
            Self::Blackjack => "a blackjack",
            Self::Suited => "a trio of one suit",
            Self::Triple => "a trio of one rank",
        }
    }
}

/// The places of two cards of a player, with up to this many players in turn.
fn twos(dealt: usize) -> impl Iterator<Item = [usize; 2]> {
    let of = move |players| (0..dealt.saturating_sub(players)).map(move |at| [at, at + players]);
    (1..=MOST_PLAYERS).flat_map(of)
}

impl SmallHands {
    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.cards() == 4 * SUIT && shape.dealt() > 2 {
            true => Ok(Self { shape }),
            false => Err(NotApplicable::new("needs at least three cards of a deck of 52")),
        }
    }

    fn count_group(&self, set: InstructionSet, cards: &[Column], lanes: usize, cells: &mut [u64]) {
        let counted = std::array::from_fn(|lane| u8::from(lane < lanes));
        cells[0] += lanes as u64;
        count_hands(set, cards, &counted, &mut cells[1..]);
    }

    /// What each cell after the first counts.
    fn hands(&self) -> impl Iterator<Item = (SmallHand, Place)> {
        let dealt = self.shape.dealt();
        let two = |[one, other]: [usize; 2]| {
            let place = Place::from(" at positions ").position(one);
            place.text(" and ").position(other)
        };
        let three = |at: usize| Place::from(" at ").and(Place::positions(&(at..at + 3)));
        let of_two = twos(dealt).flat_map(move |at| SmallHand::OF_TWO.map(|hand| (hand, two(at))));
        let of_three =
            (0..dealt - 2).flat_map(move |at| SmallHand::OF_THREE.map(|hand| (hand, three(at))));
        of_two.chain(of_three)
    }
}

/// The suit and the rank of a card.
#[inline(always)]
fn read(card: u8) -> (u8, u8) {
    let suit = u8::from(card >= 13) + u8::from(card >= 26) + u8::from(card >= 39);
    (suit, card - 13 * suit)
}

#[inline(always)]
fn is_blackjack(one: u8, other: u8) -> bool {
    // Without a branch, so that 64 lanes are compared at once.
    (one == 0) & (other >= FIRST_TEN) | (other == 0) & (one >= FIRST_TEN)
}

/// The number of lanes that count and have something.
#[inline(always)]
fn hits(lanes: &Column, has: impl Fn(usize) -> bool) -> u64 {
    let lanes = lanes.iter().enumerate();
    lanes.fold(0_u8, |sum, (lane, counts)| sum + (u8::from(has(lane)) & counts)).into()
}

on_every_set! {
    /// Counts the hands of a group of 64 decks, of which those count whose lane is 1.
    fn count_hands(cards: &[Column], lanes: &Column, cells: &mut [u64]) {
        let mut suits = [[0_u8; LANES]; 52];
        let mut ranks = [[0_u8; LANES]; 52];
        for (column, (suits, ranks)) in cards.iter().zip(suits.iter_mut().zip(&mut ranks)) {
            for lane in 0..LANES {
                (suits[lane], ranks[lane]) = read(column[lane]);
            }
        }
        let mut cells = cells.iter_mut();
        let mut add = |more: u64| cells.next().into_iter().for_each(|cell| *cell += more);
        for [one, other] in twos(cards.len()) {
            let (one, other) = (&ranks[one], &ranks[other]);
            add(hits(lanes, |lane| one[lane] == other[lane]));
            add(hits(lanes, |lane| is_blackjack(one[lane], other[lane])));
        }
        for at in 0..cards.len() - 2 {
            let [suits, ranks] = [&suits, &ranks].map(|of| [&of[at], &of[at + 1], &of[at + 2]]);
            for [a, b, c] in [suits, ranks] {
                add(hits(lanes, |lane| (a[lane] == b[lane]) & (b[lane] == c[lane])));
            }
        }
    }
}

impl Metric for SmallHands {
    fn cells(&self) -> usize {
        // Asked for at every block: no place is put into words for it.
        1 + 2 * (twos(self.shape.dealt()).count() + self.shape.dealt() - 2)
    }

    fn count<C: Card>(&self, rows: &[C], first_trial: u64, cells: &mut [u64]) {
        let rows = rows.chunks_exact(self.shape.dealt()).zip(first_trial..);
        let counted = rows.filter(|(_, trial)| COUNTED.is_counted(*trial)).map(|(row, _)| row);
        let counted: Vec<&[C]> = counted.collect();
        let mut columns = vec![[0; LANES]; self.shape.dealt()];
        for group in counted.chunks(LANES) {
            for (lane, row) in group.iter().enumerate() {
                columns.iter_mut().zip(*row).for_each(|(it, card)| it[lane] = card.index() as u8);
            }
            self.count_group(InstructionSet::PORTABLE, &columns, group.len(), cells);
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let first = decks.first_trial();
        if !COUNTED.keeps_groups(first, decks.trials() as u64) {
            return false;
        }
        let Some(cards) = decks.columns() else { return false };
        for (group, trial) in cards.groups().zip((first..).step_by(LANES)) {
            if COUNTED.is_counted(trial) {
                self.count_group(decks.instruction_set(), group.columns, group.lanes, cells);
            }
        }
        true
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let (trials, counts) = (tally.cells()[0], &tally.cells()[1..]);
        let (hands, places): (Vec<SmallHand>, Vec<Place>) = self.hands().unzip();
        let cell =
            |(hand, &count): (&SmallHand, &u64)| Cell { count, trials, chance: hand.chance() };
        let cells: Vec<Cell> = hands.iter().zip(counts).map(cell).collect();
        let place = |at: usize| Place::from(hands[at].name()).and(places[at].clone());
        judge([SMALL_HANDS.id], [trials, 1], || [largest::evidence(&cells, "decks", &place)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    /// The chances, counted over all pairs and triples of cards.
    #[test]
    fn hands_have_their_chances() {
        let of: Vec<(u8, u8)> = (0..52).map(read).collect();
        let (mut pairs, mut jacks, mut suited, mut triples) = (0, 0, 0, 0);
        for a in 0..52 {
            for b in (0..52).filter(|b| *b != a) {
                pairs += u32::from(of[a].1 == of[b].1);
                jacks += u32::from(is_blackjack(of[a].1, of[b].1));
                for c in (0..52).filter(|c| *c != a && *c != b) {
                    suited += u32::from(of[a].0 == of[b].0 && of[b].0 == of[c].0);
                    triples += u32::from(of[a].1 == of[b].1 && of[b].1 == of[c].1);
                }
            }
        }
        let two = 52.0 * 51.0;
        for (hand, count, all) in [
            (SmallHand::Pair, pairs, two),
            (SmallHand::Blackjack, jacks, two),
            (SmallHand::Suited, suited, 50.0 * two),
            (SmallHand::Triple, triples, 50.0 * two),
        ] {
            assert!((hand.chance() - f64::from(count) / all).abs() < 1e-12, "{hand:?}");
        }
    }

    /// 3,000 decks without a blackjack of the first player of two, and as many without a suited flop; alpha 1e-6, seed 1.
    #[test]
    fn hands_that_never_come_are_named() {
        let metric = SmallHands::new(Shape::whole(52)).unwrap();
        let mut rng = Pcg64::seed_from_u64(1);
        type IsDealt = dyn Fn(&[(u8, u8)]) -> bool;
        let mut judged = |is_dealt: &IsDealt| {
            let mut rows: Vec<u8> = Vec::new();
            while rows.len() < 52 * 3_000 {
                let mut deck: Vec<u8> = (0..52).collect();
                (1..52).for_each(|at| deck.swap(at, rng.random_range(0..=at)));
                if is_dealt(&deck.iter().map(|&card| read(card)).collect::<Vec<_>>()) {
                    rows.extend(deck);
                }
            }
            let mut cells = vec![0; metric.cells()];
            metric.count(&rows, 0, &mut cells);
            let judged = metric.judge(&Tally::of_counts(3_000, cells)).remove(0);
            let evidence = judged.evidence().unwrap().clone();
            (evidence.p_value.log10(), evidence.effect.place.unwrap().to_string())
        };
        assert!(judged(&|_| true).0 > -3.0);
        let (log10_p, said) = judged(&|deck| !is_blackjack(deck[0].1, deck[2].1));
        assert!(log10_p < -6.0, "{log10_p}");
        assert_eq!(said, "a blackjack at positions 0 and 2");
        let (log10_p, said) = judged(&|deck| deck[3].0 != deck[4].0 || deck[4].0 != deck[5].0);
        assert!(log10_p < -6.0, "{log10_p}");
        assert_eq!(said, "a trio of one suit at positions 3 to 5");
    }
}
