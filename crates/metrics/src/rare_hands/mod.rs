//! Royal flushes, straight flushes and four of a kind that come to one player too often.
#![doc = include_str!("rare-hands.md")]

mod marks;

use crate::{
    Card, Decks, Judgement, Shape, Tally,
    costs::Cost,
    distribution::binomial,
    effect::ExtremeCount,
    judgement::Evidence,
    largest,
    metric::{About, Metric, MetricEntry, NotApplicable, TestEntry, prose},
    number::FEWEST_TRIALS,
    place::Place,
    table::judge,
    thinned::Thinned,
    views::SPACE,
};
use marks::{HAND, MOST_PLAYERS, Maybe, WIDEST, mark};
use shuffle_deck::{Aligned, Column, LANES};

pub(crate) const RARE_HANDS: TestEntry = TestEntry {
    title: prose! { "royal flushes, straight flushes and four of a kind, in five neighbors and as dealt to 2 to 10 players" },
    sees: prose! { "one player with an extra royal flush once in 1,000 decks, within some 10,000 decks" },
    blind_to: prose! { "other hands, hands of other sizes, and decks of other sizes" },
    cost: Cost::of(17.0, 0.0),
    ..TestEntry::new("rare-hands", About::Hands)
};

pub(crate) const ENTRY: MetricEntry =
    MetricEntry::new(&[RARE_HANDS], |shape| Ok(Box::new(RareHands::new(shape)?)));

const COUNTED: Thinned = Thinned { all: 1 << 19 };

const SUIT: usize = 13;

const HANDS: f64 = 2_598_960.0;

/// The class of a hand, and its number among all hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum HandClass {
    RoyalFlush,
    StraightFlush,
    FourOfAKind,
}

const CLASSES: [HandClass; 3] =
    [HandClass::RoyalFlush, HandClass::StraightFlush, HandClass::FourOfAKind];

impl HandClass {
    fn probability(self) -> f64 {
        [4.0, 36.0, 624.0][self as usize] / HANDS
    }

    fn name(self) -> &'static str {
        ["a royal flush", "a straight flush", "four of a kind"][self as usize]
    }
}

/// A hand of a deck: a player's hand, or, with one player, the neighbors from a position on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Hand {
    players: usize,
    player: usize,
}

/// A rare hand of one of some decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RareHand {
    lane: usize,
    class: HandClass,
    hand: Hand,
}

/// Counts decks by class and hand: for each class those in which any hand of 1, 2, ... players is of it, and then those in
/// which each single hand is. The first cell counts all decks.
#[derive(Clone, Debug)]
pub(crate) struct RareHands {
    shape: Shape,
    /// The cards of each straight flush, the royal one of each suit last, and of each four of a kind.
    flushes: Vec<[usize; HAND]>,
    fours: Vec<[usize; 4]>,
}

/// A card that is not dealt lies nowhere.
const NOWHERE: u8 = u8::MAX;

impl RareHands {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.cards() != 4 * SUIT || shape.dealt() < HAND {
            let why = "needs at least five cards of a deck of 52";
            return Err(NotApplicable::new(why));
        }
        let straights = |suit: usize| {
            let straight =
                move |low: usize| std::array::from_fn(|i| suit * SUIT + (low + i) % SUIT);
            (0..=9).map(straight)
        };
        let fours = (0..SUIT).map(|rank| std::array::from_fn(|suit| suit * SUIT + rank));
        Ok(Self { shape, flushes: (0..4).flat_map(straights).collect(), fours: fours.collect() })
    }

    /// The most players who get whole hands.
    fn most_players(&self) -> usize {
        MOST_PLAYERS.min(self.shape.dealt() / HAND)
    }

    /// The number of hands with this many players; with one player, of windows of neighbors.
    fn hands(&self, players: usize) -> usize {
        if players == 1 { self.shape.dealt() - HAND + 1 } else { players }
    }

    fn all_hands(&self) -> usize {
        (1..=self.most_players()).map(|players| self.hands(players)).sum()
    }

    /// The cell of any hand with this number of players, and the cell of this hand.
    fn cells_of(&self, class: HandClass, Hand { players, player }: Hand) -> [usize; 2] {
        let first = 1 + class as usize * (self.most_players() + self.all_hands());
        let before: usize = (1..players).map(|fewer| self.hands(fewer)).sum();
        [first + players - 1, first + self.most_players() + before + player]
    }

    /// All hands, fewest players first.
    fn each_hand(&self) -> impl Iterator<Item = Hand> + '_ {
        let hands = |players| (0..self.hands(players)).map(move |player| Hand { players, player });
        (1..=self.most_players()).flat_map(hands)
    }

    fn holding(&self, places: &[u8], mut found: impl FnMut(Hand)) {
        let (low, high) = span(places);
        if high == NOWHERE {
            return;
        }
        let (low, high) = (usize::from(low), usize::from(high));
        if high - low > WIDEST.into() {
            return;
        }
        // Among neighbors, the hand may begin before the first of four.
        for player in (high + 1).saturating_sub(HAND)..=low.min(self.hands(1) - 1) {
            found(Hand { players: 1, player });
        }
        for players in 2..=self.most_players() {
            let in_turn = |&place: &u8| (usize::from(place) - low).is_multiple_of(players);
            if high < HAND * players && places.iter().all(in_turn) {
                found(Hand { players, player: low % players });
            }
        }
    }

    /// Counts what was found in some decks, the same hand once or twice.
    fn add(&self, found: &mut Vec<RareHand>, cells: &mut [u64]) {
        found.sort_unstable();
        found.dedup();
        let mut before = None;
        for RareHand { lane, class, hand } in found.drain(..) {
            let [any, this] = self.cells_of(class, hand);
            cells[this] += 1;
            // Sorted, so that all hands of one deck, one class and as many players follow each other.
            if before.replace((lane, any)) != Some((lane, any)) {
                cells[any] += 1;
            }
        }
    }

    /// The cards of a set, flushes first, and what they make.
    fn set(&self, number: usize) -> (HandClass, &[usize]) {
        match self.flushes.get(number) {
            Some(cards) => (class_of_flush(number), cards),
            None => (HandClass::FourOfAKind, &self.fours[number - self.flushes.len()]),
        }
    }

    /// The hands that this set makes in a deck.
    fn find(
        &self,
        number: usize,
        lane: usize,
        at: impl Fn(usize) -> u8,
        found: &mut Vec<RareHand>,
    ) {
        let (class, cards) = self.set(number);
        let mut places = [0; HAND];
        cards.iter().zip(&mut places).for_each(|(&card, place)| *place = at(card));
        let add = |hand| found.push(RareHand { lane, class, hand });
        self.holding(&places[..cards.len()], add);
    }

    /// Counts a group of decks by the places of their cards.
    fn count_group(&self, places: &[Column], lanes: usize, maybe: &[Maybe], cells: &mut [u64]) {
        let mut found = Vec::new();
        for maybe in maybe {
            for lane in maybe.lanes(lanes) {
                self.find(maybe.set, lane, |card| places[card][lane], &mut found);
            }
        }
        self.add(&mut found, cells);
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let (cells, trials) = (tally.cells(), tally.cells()[0]);
        let tails = |number: usize| CLASSES.len() * number;
        let (together, single) = (tails(self.most_players()), tails(self.all_hands()));
        // Both kinds have half of the level, whatever their number.
        let ln_weight = (single as f64 / together as f64).ln();
        let look = |cell: usize, expected: f64, ln_weight: f64, what: Place| {
            let ln_tail = binomial::ln_sf(cells[cell], trials, expected) + ln_weight;
            (
                ln_tail,
                ExtremeCount { what, count: cells[cell], of: trials, unit: "decks", expected },
            )
        };
        let of_class = |class: HandClass| {
            let any = (1..=self.most_players()).map(move |players| {
                let [any, _] = self.cells_of(class, Hand { players, player: 0 });
                let expected = (self.hands(players) as f64 * class.probability()).min(1.0);
                look(any, expected, 0.0, any_hand(class, players))
            });
            any.chain(self.each_hand().map(move |hand| {
                let [_, this] = self.cells_of(class, hand);
                look(this, class.probability(), ln_weight, this_hand(class, hand))
            }))
        };
        let (smallest, seen) = largest::first_smallest(CLASSES.into_iter().flat_map(of_class))
            .expect("there are hands");
        let least = trials as f64 * HandClass::RoyalFlush.probability().ln() + ln_weight;
        let tails = 2 * together as u64;
        Evidence::of_tails(smallest, tails, least, seen.effect(2 * single as u64))
    }
}

fn class_of_flush(number: usize) -> HandClass {
    if number % 10 == 9 { HandClass::RoyalFlush } else { HandClass::StraightFlush }
}

/// `some player of 4 has a royal flush`.
fn any_hand(class: HandClass, players: usize) -> Place {
    match players {
        1 => Place::from(class.name()).text(" in five neighbors"),
        _ => Place::from("some player of ").number(players).text(" has ").text(class.name()),
    }
}

/// `player 3 of 4 has a royal flush`.
fn this_hand(class: HandClass, Hand { players, player }: Hand) -> Place {
    if players == 1 {
        let positions = Place::positions(&(player..player + HAND));
        return Place::from(class.name()).text(" at ").and(positions);
    }
    let player = Place::from("player ").number(player + 1);
    player.text(" of ").number(players).text(" has ").text(class.name())
}

fn span(places: &[u8]) -> (u8, u8) {
    let each = places.iter().copied();
    (each.clone().fold(u8::MAX, u8::min), each.fold(0, u8::max))
}

/// The places of the cards of deals: nowhere, where they are not dealt.
fn places_of_deals(group: &[Column], lanes: usize, places: &mut [u8; SPACE]) {
    places[..4 * SUIT * LANES].fill(NOWHERE);
    for (column, place) in group.iter().zip(0..=u8::MAX) {
        for (lane, &card) in column[..lanes].iter().enumerate() {
            places[usize::from(card) * LANES + lane] = place;
        }
    }
}

impl Metric for RareHands {
    fn cells(&self) -> usize {
        1 + CLASSES.len() * (self.most_players() + self.all_hands())
    }

    fn count<C: Card>(&self, rows: &[C], first_trial: u64, cells: &mut [u64]) {
        let mut found = Vec::new();
        let rows = rows.chunks_exact(self.shape.dealt()).zip(first_trial..);
        for (row, _) in rows.filter(|(_, trial)| COUNTED.is_counted(*trial)) {
            cells[0] += 1;
            let mut places = [NOWHERE; 4 * SUIT];
            row.iter().zip(0..).for_each(|(card, place)| places[card.index()] = place);
            let sets = self.flushes.len() + self.fours.len();
            (0..sets).for_each(|set| self.find(set, 0, |card| places[card], &mut found));
            self.add(&mut found, cells);
        }
    }

    fn count_columns(&self, decks: &Decks<'_>, cells: &mut [u64]) -> bool {
        let (set, first) = (decks.instruction_set(), decks.first_trial());
        if !COUNTED.keeps_groups(first, decks.trials() as u64) {
            return false;
        }
        let Some(cards) = decks.columns() else { return false };
        let mut maybe = Vec::new();
        let mut count = |places: &[Column], lanes| {
            cells[0] += lanes as u64;
            mark(set, places, &self.flushes, &self.fours, &mut maybe);
            self.count_group(places, lanes, &maybe, cells);
        };
        let trials = (first..).step_by(LANES);
        let is_counted = |(_, trial): &(_, u64)| COUNTED.is_counted(*trial);
        if let Some(places) = decks.places() {
            let groups = places.groups().zip(trials).filter(is_counted);
            groups.for_each(|(group, _)| count(group.columns, group.lanes));
            return true;
        }
        let mut space = Box::new(Aligned([NOWHERE; SPACE]));
        for (group, _) in cards.groups().zip(trials).filter(is_counted) {
            places_of_deals(group.columns, group.lanes, &mut space.0);
            count(&space.0.as_chunks().0[..4 * SUIT], group.lanes);
        }
        true
    }

    fn trials_needed(&self) -> u64 {
        FEWEST_TRIALS
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        judge([RARE_HANDS.id], [tally.cells()[0], FEWEST_TRIALS], || [self.evidence(tally)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rows;
    use itertools::Itertools;

    fn found(shape: Shape, row: &[u8]) -> Vec<String> {
        let metric = RareHands::new(shape).unwrap();
        let mut cells = vec![0; metric.cells()];
        let decks = Decks::new(shape, 0, Rows::Narrow(row));
        assert!(metric.count_columns(&decks, &mut cells));
        let hands = CLASSES.iter().cartesian_product(metric.each_hand().collect_vec());
        let here = hands.filter(|&(&class, hand)| cells[metric.cells_of(class, hand)[1]] > 0);
        here.map(|(&class, hand)| this_hand(class, hand).to_string()).collect()
    }

    /// A deck with these cards at these places, and the others, none of which makes a rare hand, around them.
    fn with(cards: &[u8], places: &[usize]) -> Vec<u8> {
        // Steps of 15 cards change the suit and the rank.
        let mut rest =
            (0..52_u8).map(|i| (i as u32 * 15 % 52) as u8).filter(|it| !cards.contains(it));
        (0..52)
            .map(|place| match places.iter().position(|&it| it == place) {
                Some(index) => cards[index],
                None => rest.next().unwrap(),
            })
            .collect()
    }

    #[test]
    fn every_player_of_every_table_is_found_with_every_class() {
        let shape = Shape::whole(52);
        for players in 2..=10 {
            for player in 0..players {
                let places = [4, 0, 2, 1, 3].map(|round| player + round * players);
                for (cards, class) in [
                    ([9, 10, 11, 12, 0], "a royal flush"),
                    ([26, 27, 28, 29, 30], "a straight flush"),
                    ([5, 18, 31, 44, 7], "four of a kind"),
                ] {
                    let said = format!("player {} of {players} has {class}", player + 1);
                    let found = found(shape, &with(&cards, &places));
                    assert!(found.contains(&said), "{said}: {found:?}");
                }
            }
        }
        let neighbors = found(shape, &with(&[22, 25, 24, 23, 13], &[40, 41, 42, 43, 44]));
        assert!(neighbors.contains(&"a royal flush at positions 40 to 44".to_owned()));
    }

    #[test]
    fn a_deal_of_five_is_one_hand() {
        let shape = Shape::deal(52, 5).unwrap();
        assert_eq!(found(shape, &[0, 12, 9, 11, 10]), ["a royal flush at positions 0 to 4"]);
        assert_eq!(found(shape, &[2, 15, 40, 28, 41]), ["four of a kind at positions 0 to 4"]);
        assert!(found(shape, &[0, 12, 9, 11, 23]).is_empty());
    }

    #[test]
    fn of_all_hands_as_many_are_rare_as_the_books_say() {
        // Each of the sets is a hand, or all hands of four of a kind with any fifth card.
        let metric = RareHands::new(Shape::whole(52)).unwrap();
        let flushes =
            metric.flushes.iter().map(|cards| cards.iter().copied().sorted().collect_vec());
        assert_eq!(flushes.unique().count(), 40);
        let royal =
            (0..40).filter(|&number| class_of_flush(number) == HandClass::RoyalFlush).count();
        assert_eq!((royal, metric.fours.len() * 48, metric.all_hands()), (4, 624, 102));
    }
}
