//! Each deck and those some decks before it.
#![doc = include_str!("lags.md")]

mod arcs;
mod classes;
mod copied;
mod groups;
mod kind;
mod kinds;
mod moves;
mod remainders;
mod ruled;
mod sequences;
mod stretches;
mod successive;
mod symbol_classes;
mod symbols;
mod totals;

use super::{
    CountRange, Scan, Scanner, Scans,
    bits::order_planes,
    differences::differences,
    equal::Agreeing,
    kept::{KeptDecks, MOST_DECKS, MOST_PLACES},
};
use crate::{
    Shape,
    axis::Axis,
    costs::Cost,
    draws::outcomes,
    exhibit::{Series, SeriesOf, SeriesPoint},
    judgement::ExtremeCount,
    largest::halves,
    metric::{About, Exhibit, MetricEntry, NotApplicable, TestEntry, prose},
    place::Place,
    share::{self, Executor},
};
pub use kind::LARGEST;
pub(crate) use kind::LARGEST_OF_TABLES;
use kind::{LagLook, MOST_BITS, later, nothing, same_again};
use moves::{meetings, moves, places_of_cards};
use shuffle_deck::DrawKind;
use std::{collections::HashMap, f64::consts::LN_10, iter::repeat_with};

pub(crate) const LAGS: TestEntry = TestEntry {
    title: prose! { "each deck against the deck k before it, for every lag k" },
    sees: prose! { "decks that repeat, a top card that counts up, a parity that alternates, pieces of an earlier deck, packs whose kinds lie as in an earlier one, \
    a place whose cards predict the color at another place some decks later, digits that follow from an earlier draw, draws that were pasted twice, a wheel that stops near its last number, a color or third of it that alternates, an arm that comes in every tenth row, \
    a chance that comes and goes, keys of tests without three equal answers in a row, winners of a raffle who are barred from the next, a Secret Santa that avoids last year's pairs, \
    hands that make up for the last one, a bag that is filled again before it is empty" },
    blind_to: prose! { "lags beyond 1,024 (pasted draws apart), cards that repeat at other places after more than 16 decks, packs that are mixed further, dependence on two earlier decks together, anything outside the decks; it looks at the first 4,096 decks and \
    a sample of later ones; for copies at 65,536 draws" },
    cost: Cost::of(0.0, 34.0),
    ..TestEntry::new("lags", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = Scans::<Lags>::ENTRY;

/// The most differences that are counted at all positions together: of more than 362 cards some positions are picked.
const MOST_DIFFERENCES: usize = 1 << 17;

/// The most cards of which those at both ends are compared at all lags.
const MOST_OF_ENDS: usize = 1_024;

/// The most cards of which there are joint tables.
const MOST_OF_JOINT: usize = 128;

/// The most cards a table is made of, so that large decks give fewer decks.
const MOST_CARDS_OF_TABLES: usize = 1 << 17;

/// The first draws that are kept: the rest of them costs less than decks do.
const MOST_DRAWS: u64 = 1 << 16;

/// With fewer decks the law of pairs that agree is too far from the true one: successive decks have one in common.
const FEWEST_OF_JOINT: usize = 100;

/// The fewest decks a table is made of, if there are as many.
const FEWEST_DECKS: usize = 512;

/// The most places of cards, of all decks together, that are held from lag to lag.
const MOST_HELD: usize = 1 << 24;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Lags;

impl Scanner for Lags {
    const TEST: TestEntry = LAGS;
    const IS_DRAWN: bool = true;
    const DRAWS: &'static [DrawKind] = &[
        DrawKind::Order,
        DrawKind::Unordered,
        DrawKind::Pack,
        DrawKind::Replacement,
        DrawKind::Weighted,
        DrawKind::Successive,
        DrawKind::Ruled,
    ];

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if shape.groups_people() {
            return Err(NotApplicable::new("needs draws that are no groups of people"));
        }
        match shape.pack() {
            Some(_) if shape.dealt() > MOST_PLACES => {
                Err(NotApplicable(format!("of packs it sees at most {MOST_PLACES} cards")))
            }
            None if shape.is_with_replacement() && shape.cards() > symbols::MOST_SYMBOLS => {
                Err(NotApplicable(format!(
                    "of symbols there must be at most {}",
                    symbols::MOST_SYMBOLS
                )))
            }
            _ => Ok(Self),
        }
    }

    fn kept(shape: Shape) -> u64 {
        if are_draws(shape) { MOST_DRAWS } else { MOST_DECKS }
    }

    fn look(&self, decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        let stretches: Vec<KeptDecks> = sampled(decks).collect();
        let looks = share::map(executor, stretches.len(), |index| {
            let mut looks = lag_by_lag(&stretches[index], executor);
            if let (0, Some(first)) = (index, looks.first_mut()) {
                first.merge(&far(decks));
            }
            let all = Scan::of_all(&looks).tails;
            let [next, others] = halves(looks.first().map_or(0, |first| first.tails), all);
            for (before, look) in looks.iter_mut().enumerate() {
                look.shift(if before == 0 { next } else { others });
            }
            looks
        });
        looks.into_iter().flatten().collect()
    }

    fn exhibit(&self, decks: &KeptDecks, mut scans: &[Scan]) -> Option<Exhibit> {
        let smallest = |log10_p: &Vec<f64>| log10_p.iter().copied().fold(0.0, f64::min);
        let tails = Scan::of_all(scans).tails;
        let mut profile = |stretch: KeptDecks| -> Vec<f64> {
            let of_stretch;
            (of_stretch, scans) = scans.split_at(lags_of(stretch.len()));
            of_stretch.iter().map(|scan| scan.ln_p_among(tails) / LN_10).collect()
        };
        let profiles: Vec<Vec<f64>> = sampled(decks).map(&mut profile).collect();
        let clearest =
            profiles.into_iter().min_by(|one, other| smallest(one).total_cmp(&smallest(other)))?;
        let point =
            |(lag, y): (u32, f64)| SeriesPoint { x: f64::from(lag), y, standard_error: 0.0 };
        Some(Exhibit::Series(Series {
            test: LAGS.id,
            what: Place::from("each deck against earlier decks"),
            along: "lag in decks",
            of: SeriesOf::Log10P,
            points: (1..).zip(clearest).map(point).collect(),
        }))
    }
}

/// True of draws, and deals of a pack, of which more are kept, unlike decks.
fn are_draws(shape: Shape) -> bool {
    !(is_of_decks(shape) || shape.pack().is_some() && shape.is_whole())
}

/// True of orders and deals of different cards.
fn is_of_decks(shape: Shape) -> bool {
    shape.kind() == DrawKind::Order
}

/// The stretches of decks that are compared at each lag.
fn sampled(decks: &KeptDecks) -> impl Iterator<Item = KeptDecks> {
    decks.stretches().flat_map(|stretch| stretch.sampled())
}

/// Looks at all draws, of which more are kept than are compared at each lag: copies however far apart, what draws under a
/// rule have in common, sums that follow each other, chances that come and go, rows whose stretches are all short, and
/// winners who are barred.
fn far(draws: &KeptDecks) -> Scan {
    let mut scan = Scan::of("draws");
    for stretch in draws.stretches() {
        if outcomes::is_exact(stretch.shape) {
            scan.merge(&copied::copies(&stretch));
        }
        scan.merge(&ruled::in_common(&stretch));
        scan.merge(&totals::totals(&stretch));
        if stretch.shape.kind() == DrawKind::Ruled {
            continue; // the laws of the other looks know no rule
        }
        scan.merge(&symbols::changes(&stretch));
        scan.merge(&stretches::short_in_rows(&stretch));
        scan.merge(&successive::shared(&stretch));
    }
    scan
}

fn lags_of(decks: usize) -> usize {
    LARGEST.min(decks / 2)
}

/// Lags beyond the tables' that are tested in one task.
const TOGETHER: usize = 32;

/// A scan for each lag, from 1 on.
fn lag_by_lag(decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
    let lags = lags_of(decks.len());
    if decks.shape.kind() == DrawKind::Ruled {
        return repeat_with(|| Scan::of("draws")).take(lags).collect();
    }
    if let Some(pack) = decks.shape.pack().filter(|_| !are_draws(decks.shape)) {
        let same = kinds::same_kinds(decks, pack, lags);
        return share::map(executor, lags, |lag| {
            let mut scan = Scan::of("pairs of decks");
            same(lag + 1, &mut scan);
            scan
        });
    }
    if decks.shape.is_with_replacement() {
        return share::map(executor, lags, |lag| symbols::scan(decks, lag + 1));
    }
    if !is_of_decks(decks.shape) {
        return repeat_with(|| Scan::of("draws")).take(lags).collect();
    }
    let some = &decks.first((MOST_CARDS_OF_TABLES / decks.places.len()).max(FEWEST_DECKS));
    let inverse = decks.inverse();
    let (few, many) = (LARGEST_OF_TABLES.min(some.len() / 2), lags);
    // In the order in which the looks of a lag are made: of equal ones the first is named.
    let both = [(Axis::Positions, Some(decks)), (Axis::Cards, inverse.as_ref())];
    let kinds = share::map(executor, 8, |index| match index {
        0 => of_few(few, tables(some)),
        1 => sequences::sequences(decks),
        2..6 => match both[index / 2 - 1] {
            (_, None) => nothing(),
            (of, Some(it)) if index % 2 == 0 => of_few(few, orders(it, of, executor)),
            (of, Some(it)) => of_few(few, classes::classes(it, of)),
        },
        6 => remainders::remainders(decks, executor),
        _ => ends_and_copies(decks, few, many),
    });
    let of_lags = |from: usize, to: usize| -> Vec<Scan> {
        let of_lag = |lag| {
            let mut scan = Scan::of("pairs of decks");
            kinds.iter().for_each(|kind| kind(lag, &mut scan));
            scan
        };
        (from..=to).map(of_lag).collect()
    };
    let scans = share::map(executor, few + (many - few).div_ceil(TOGETHER), |part| {
        if part < few {
            return of_lags(part + 1, part + 1);
        }
        let before = few + (part - few) * TOGETHER;
        of_lags(before + 1, many.min(before + TOGETHER))
    });
    scans.into_iter().flatten().collect()
}

/// The same, for the first `few` lags only.
fn of_few(few: usize, kind: LagLook<'_>) -> LagLook<'_> {
    Box::new(move |lag, scan| {
        if lag <= few {
            kind(lag, scan);
        }
    })
}

/// Tables of positions and cards.
fn tables(decks: &KeptDecks) -> LagLook<'_> {
    let fewer = decks.some_places((MOST_DIFFERENCES / decks.shape.cards()).max(2));
    let places: Vec<usize> = (0..fewer.places.len()).collect();
    // Large parts are made again for each lag, so that looks do not all hold them.
    let is_small = decks.shape.cards() * decks.len() <= MOST_HELD;
    let held = is_small.then(|| places_of_cards(decks));
    Box::new(move |lag, scan| {
        let made;
        let from = match &held {
            Some(from) => from,
            None => {
                made = places_of_cards(decks);
                &made
            }
        };
        moves(decks, from, lag, scan);
        meetings(decks, from, lag, scan);
        larger(&fewer, &places, lag, scan);
        if decks.shape.cards() <= MOST_OF_JOINT && decks.len() >= FEWEST_OF_JOINT {
            joint(decks, lag, scan);
        }
    })
}

/// The cards at both ends, beyond the lags of tables, and whole decks.
fn ends_and_copies(decks: &KeptDecks, few: usize, many: usize) -> LagLook<'_> {
    let (ends, copies) = ([0, decks.places.len() - 1], copies(decks, many));
    Box::new(move |lag, scan| {
        if lag > few && decks.shape.cards() <= MOST_OF_ENDS {
            larger(decks, &ends, lag, scan);
        }
        copies(lag, scan);
    })
}

/// By how much, modulo n, the cards at these places are larger `lag` decks later.
fn larger(decks: &KeptDecks, places: &[usize], lag: usize, scan: &mut Scan) {
    let n = decks.shape.cards();
    let mut range = CountRange::new();
    for &place in places {
        let cards = decks.at(place);
        let table = differences(cards, &cards[lag..], n);
        range.add_all(&table, |difference| (place, difference));
    }
    scan.add((decks.len() - lag) as u64, (n as f64).recip(), &range, |(place, difference)| {
        if difference == 0 {
            return later(lag).text("the same card is at position ").position(decks.places[place]);
        }
        let card = later(lag).text("the card at position ").position(decks.places[place]);
        card.text(" is larger by ").number(difference).text(" modulo ").number(n)
    });
}

/// Pairs of decks that agree in the card at a place, and in the one there `lag` decks later.
fn joint(decks: &KeptDecks, lag: usize, scan: &mut Scan) {
    let (n, pairs) = (decks.shape.cards(), (decks.len() - lag) as u64);
    let (mut agreeing, mut range) = (Agreeing::new(n), CountRange::new());
    for place in 0..decks.places.len() {
        let (before, after) = (decks.at(place), &decks.at(place)[lag..]);
        range.add(agreeing.pairs(&before[..after.len()], after), place);
    }
    let q = ((n * n) as f64).recip();
    scan.add_collisions_told((pairs, "pairs of pairs"), q, &range, |place, found| {
        favored(decks, place, &found).unwrap_or_else(|| ExtremeCount {
            what: later(lag)
                .text("the card at position ")
                .position(decks.places[place])
                .text(" and the one that was there are the same two as before"),
            ..found
        })
    });
}

/// The card that comes most often at this place, if pairs of decks agree there and later about as often as uneven shares of the cards
/// make them: then the shares are what is wrong, and nothing depends on earlier decks.
fn favored(decks: &KeptDecks, place: usize, found: &ExtremeCount) -> Option<ExtremeCount> {
    let (n, all) = (decks.shape.cards(), decks.len() as u64);
    let mut counts = vec![0_u64; n];
    decks.at(place).iter().for_each(|&card| counts[usize::from(card)] += 1);
    let alike: u64 = counts.iter().map(|&count| count * count.saturating_sub(1)).sum();
    let share = alike as f64 / (all * (all - 1)) as f64;
    let (card, &count) = counts.iter().enumerate().max_by_key(|&(_, count)| count)?;
    let is_due = found.count as f64 <= OF_SHARES * found.of as f64 * share * share;
    is_due.then(|| ExtremeCount {
        what: Place::from("card ").card(card).text(" at position ").position(decks.places[place]),
        count,
        of: all,
        unit: "decks",
        expected: (n as f64).recip(),
    })
}

/// The most agreements, relative to those that the shares of the cards make, that are still due to them: the lag is picked.
const OF_SHARES: f64 = 1.5;

/// Two cards, or the cards at two positions, in the same order as before.
fn orders<'a>(decks: &KeptDecks, of: Axis, executor: &dyn Executor) -> LagLook<'a> {
    let decks = decks.some_places(MOST_BITS);
    let planes = order_planes(&decks, executor);
    let (number, places) = (decks.len(), decks.places);
    let pairs: Vec<[usize; 2]> = (0..places.len())
        .flat_map(|first| (first + 1..places.len()).map(move |second| [first, second]))
        .collect();
    same_again(planes, number, move |pair| {
        of.named(&pairs[pair].map(|place| places[place])).text(" are in the same order")
    })
}

fn copies<'a>(decks: &KeptDecks, lags: usize) -> LagLook<'a> {
    let shape = decks.shape;
    if decks.places.len() < shape.dealt() {
        return nothing();
    }
    let ln_orders: f64 = (0..shape.dealt()).map(|i| ((shape.cards() - i) as f64).ln()).sum();
    let (rows, number) = (decks.rows(), decks.len());
    let (mut before, mut counts) = (HashMap::<&[u32], Vec<usize>>::new(), vec![0_u32; lags + 1]);
    for (deck, row) in rows.chunks_exact(shape.dealt()).enumerate() {
        let same = before.entry(row).or_default();
        for earlier in same.iter().rev().take_while(|&&earlier| deck - earlier <= lags) {
            counts[deck - earlier] += 1;
        }
        same.push(deck);
    }
    Box::new(move |lag, scan| {
        let mut look = CountRange::new();
        look.add(counts[lag], ());
        scan.add((number - lag) as u64, (-ln_orders).exp(), &look, |()| {
            later(lag).text("the same deck repeats")
        });
    })
}

#[cfg(test)]
mod tests;
