//! How long balls or symbols stay away before they come again.
#![doc = include_str!("gaps.md")]

use crate::{
    Card, Judgement, Shape, Tally,
    costs::Cost,
    distribution::binomial,
    effect_kind,
    judgement::{Effect, Evidence, Outcome, Sensitivity},
    largest::{CountLaw, clearest, halves},
    metric::{About, Metric, MetricEntry, NotApplicable, Scope, TestEntry, prose},
    place::Place,
};
use shuffle_deck::DrawKind;
use std::ops::Range;

pub(crate) const GAPS: TestEntry = TestEntry {
    title: prose! { "how long balls or symbols stay away before they come again, cards from a place, and a card from its places" },
    sees: prose! { "numbers that come back too soon, must not come back soon, or are \"due\": balls that are put back without mixing, songs that a player \
    keeps from repeating, a player who does not begin again for some games, lanes that everybody gets in turn" },
    blind_to: prose! { "balls that come too often, unless by a lot" },
    cost: Cost::of(60.0, 0.0),
    ..TestEntry::new("gaps", About::DependenceBetweenDecks)
};

pub(crate) const ENTRY: MetricEntry = MetricEntry {
    draws: &[DrawKind::Order, DrawKind::Unordered, DrawKind::Replacement],
    scope: Scope::Neighbors,
    ..MetricEntry::new(&[GAPS], |shape| Ok(Box::new(Gaps::new(shape)?)))
};

/// The sizes of groups, in steps of what one draw takes.
const SIZES: [usize; 18] = [1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 29, 38, 50, 75, 120, 200, 400];

/// More cards are not kept in a row.
const MOST_CARDS: usize = 1_000;

/// At more places symbols are not followed place by place.
const MOST_PLACES: usize = 8;

/// Of orders of more cards only the first and the last place are followed.
const MOST_OF_EACH: usize = 64;

/// The first decks in which each place and each card is followed.
const MOST_FOLLOWED: u64 = 2_048;

/// Counts for each stream what was drawn by its rank: 0 for what came last, n - 1 for what has stayed away longest.
#[derive(Clone, Debug)]
pub(crate) struct Gaps {
    shape: Shape,
    streams: Vec<Stream>,
}

/// Cards that are drawn step by step from the same n, whatever was drawn before.
#[derive(Clone, Debug)]
struct Stream {
    of: GapsOf,
    /// The cards that can come.
    cards: usize,
    /// For each step of a row the sequence that it continues, and the places of the row that it fills.
    steps: Vec<(usize, Range<usize>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GapsOf {
    /// All cards of a deal or draw.
    Draws,
    /// Symbols from place to place, and on in the next row.
    Symbols,
    /// The symbols at each place.
    Places,
    /// The card at this place.
    Position(usize),
    /// The place of this card.
    Card(usize),
    Bonus,
}

impl Stream {
    /// True of a stream that is followed in all decks; of orders the first and the last place.
    fn is_followed_on(&self) -> bool {
        match self.of {
            GapsOf::Position(at) => at == 0 || at + 1 == self.cards,
            GapsOf::Card(_) => false,
            GapsOf::Draws | GapsOf::Symbols | GapsOf::Places | GapsOf::Bonus => true,
        }
    }

    /// The number of its counts: one for each rank, and for a card also one for each place.
    fn width(&self) -> usize {
        let kinds = if matches!(self.of, GapsOf::Card(_)) { 2 } else { 1 };
        kinds * self.cards
    }

    /// Cards that a step takes.
    fn taken(&self) -> usize {
        self.steps[0].1.len()
    }

    fn all(shape: Shape) -> Vec<Self> {
        let (cards, dealt) = (shape.cards(), shape.dealt());
        let one = |at: usize| at..at + 1;
        let stream = |of, cards, steps| Self { of, cards, steps };
        let mut streams = match shape.kind() {
            DrawKind::Replacement => {
                let flat = (0..dealt).map(|at| (0, one(at))).collect();
                let mut streams = vec![stream(GapsOf::Symbols, cards, flat)];
                if (2..=MOST_PLACES).contains(&dealt) {
                    let steps = (0..dealt).map(|at| (at, one(at))).collect();
                    streams.push(stream(GapsOf::Places, cards, steps));
                }
                streams
            }
            _ if dealt == cards => {
                let each = if cards > MOST_OF_EACH { 0..0 } else { 0..cards };
                let inside = each.clone().skip(1).take(cards - 2);
                let positions = [0, dealt - 1].into_iter().chain(inside);
                let positions = positions.map(|at| (GapsOf::Position(at), at));
                let all = positions.chain(each.map(|card| (GapsOf::Card(card), card)));
                all.map(|(of, at)| stream(of, cards, vec![(0, one(at))])).collect()
            }
            _ => vec![stream(GapsOf::Draws, cards, vec![(0, 0..dealt)])],
        };
        if let Some((bonus, drum)) = shape.bonus().and_then(|bonus| Some((bonus, bonus.drum?)))
            && bonus.balls < drum
        {
            streams.push(stream(GapsOf::Bonus, drum, vec![(0, dealt..dealt + bonus.balls)]));
        }
        streams
    }

    fn groups<'a>(&'a self, cells: &'a [u64]) -> impl Iterator<Item = Group<'a>> {
        let (n, taken) = (self.cards, self.taken());
        let (cells, places) = cells.split_at(n);
        let all = cells.iter().sum();
        let is_group = move |size: &usize| *size == taken || 2 * size <= n;
        let sizes = SIZES.iter().map(move |steps| steps * taken).filter(is_group);
        let both = sizes.flat_map(|size| [(size, true), (size, false)]);
        both.map(move |(size, is_recent)| {
            let ranks = if is_recent { &cells[..size] } else { &cells[n - size..] };
            Group { stream: self, size, is_recent, count: ranks.iter().sum(), all, places }
        })
    }
}

/// The cards of a stream that came last, or those that have stayed away longest.
#[derive(Clone, Copy, Debug)]
struct Group<'a> {
    stream: &'a Stream,
    size: usize,
    is_recent: bool,
    /// The cards that were taken from this group.
    count: u64,
    /// The cards that were taken in all.
    all: u64,
    /// Of a card, how often it came to each place.
    places: &'a [u64],
}

impl Group<'_> {
    fn share(&self) -> f64 {
        self.size as f64 / self.stream.cards as f64
    }

    fn law(&self) -> CountLaw {
        let taken = self.stream.taken();
        CountLaw::of_cards(self.stream.cards, self.size, taken, self.all / taken as u64)
    }

    fn z(&self) -> f64 {
        let deviation = (self.share() * (1.0 - self.share()) / self.all as f64).sqrt();
        (self.count as f64 / self.all as f64 - self.share()) / deviation
    }

    /// The neighboring places to which a card came most clearly too often, how often it did, and their share of all places, if that says
    /// about as much as what the card does after earlier decks: then uneven places are what is wrong, and nothing depends on earlier decks.
    fn favored(&self) -> Option<(Place, u64, f64)> {
        /// A tail with this share of the digits of another says about as much.
        const AS_MUCH: f64 = 0.5;
        let GapsOf::Card(card) = self.stream.of else { return None };
        let n = self.places.len();
        let share = |places: &Range<usize>| places.len() as f64 / n as f64;
        let count = |places: &Range<usize>| self.places[places.clone()].iter().sum::<u64>();
        let z = |places: &Range<usize>| {
            let mean = self.all as f64 * share(places);
            (count(places) as f64 - mean) / (mean * (1.0 - share(places))).sqrt()
        };
        let ranges = (0..n).flat_map(|from| (from + 1..=n).map(move |to| from..to));
        let often: Vec<Range<usize>> = ranges.filter(|it| it.len() < n && z(it) > 0.0).collect();
        if often.is_empty() {
            return None;
        }
        let ln_tail = |it: &Range<usize>| binomial::ln_sf(count(it), self.all, share(it));
        let (ln_tail, places) = clearest(often, z, ln_tail);
        let place = Place::from("card ").card(card).text(" at ").and(Place::positions(&places));
        let says_as_much = ln_tail < AS_MUCH * self.law().ln_tail(self.count);
        says_as_much.then(|| (place, count(&places), share(&places)))
    }

    fn sensitivity(&self, trials: u64) -> Sensitivity {
        let (n, k) = (self.stream.cards as f64, self.stream.taken() as f64);
        let (size, all) = (self.size as f64, self.all as f64);
        let variance = all * size * (n - size) * (n - k) / (n * n * (n - 1.0));
        let count = [all * size / n, variance.sqrt(), all];
        Sensitivity::of_count(effect_kind::DRAW_DEVIATION, trials, count, 1.0)
    }

    /// The unit of what is taken, and the group: `one of the 5 symbols that came last`.
    fn words(&self, kind: DrawKind) -> (&'static str, Place) {
        let (unit, one, before, there) = match self.stream.of {
            GapsOf::Draws if kind == DrawKind::Unordered => ("balls", "ball", Place::default(), ""),
            GapsOf::Draws => ("cards", "card", Place::default(), ""),
            GapsOf::Symbols => ("symbols", "symbol", Place::default(), ""),
            GapsOf::Places => ("symbols", "symbol", Place::from("at each place, "), " there"),
            GapsOf::Position(at) => {
                ("decks", "card", Place::from("at position ").position(at).text(", "), " there")
            }
            GapsOf::Card(card) => {
                ("decks", "place", Place::from("card ").card(card).text(" at "), "")
            }
            GapsOf::Bonus => ("bonus balls", "bonus ball", Place::default(), ""),
        };
        let [came, has_stayed, have_stayed] = match self.stream.of {
            GapsOf::Card(_) => [
                " that it had last",
                " that it has not had longest",
                " that it has not had longest",
            ],
            _ => [
                " that came last",
                " that has stayed away longest",
                " that have stayed away longest",
            ],
        };
        let place = match (self.size, self.is_recent) {
            (1, _) => {
                before.text("the ").text(one).text(if self.is_recent { came } else { has_stayed })
            }
            (size, _) => {
                let which = if self.is_recent { came } else { have_stayed };
                before.text("one of the ").number(size).text(" ").text(one).text("s").text(which)
            }
        };
        (unit, if self.is_recent { place.text(there) } else { place })
    }
}

impl Gaps {
    pub(crate) fn new(shape: Shape) -> Result<Self, NotApplicable> {
        if !(2..=MOST_CARDS).contains(&shape.cards()) {
            return Err(NotApplicable(format!("handles 2 to {MOST_CARDS} cards")));
        }
        if shape.kind() == DrawKind::Unordered && shape.dealt() == shape.cards() {
            return Err(NotApplicable::new("all balls come in every draw"));
        }
        Ok(Self { shape, streams: Stream::all(shape) })
    }

    fn has_cards(&self) -> bool {
        self.streams.iter().any(|stream| matches!(stream.of, GapsOf::Card(_)))
    }

    fn groups<'a>(&'a self, mut cells: &'a [u64]) -> Vec<Group<'a>> {
        let mut groups = Vec::new();
        for stream in &self.streams {
            let (here, rest) = cells.split_at(stream.width());
            groups.extend(stream.groups(here));
            cells = rest;
        }
        groups
    }

    fn evidence(&self, tally: &Tally) -> Evidence {
        let mut groups = self.groups(tally.cells());
        groups.retain(|group| group.all > 0);
        let (tails, smallest) = (2 * groups.len() as u64, groups[0]);
        let followed_on = groups.iter().filter(|it| it.stream.is_followed_on()).count();
        let [first, others] = halves(2 * followed_on as u64, tails);
        let shift = |it: &Group<'_>| if it.stream.is_followed_on() { first } else { others };
        let ln_least = groups.iter().map(|it| it.law().ln_least() + shift(it)).fold(0.0, f64::min);
        let ln_tail = |it: &Group<'_>| it.law().ln_tail(it.count) + shift(it);
        let (ln_tail, group) = clearest(groups, Group::z, ln_tail);
        let (unit, place, count, share) = match group.favored() {
            Some((place, count, share)) => ("decks", place, count, share),
            None => {
                let (unit, place) = group.words(self.shape.kind());
                (unit, place, group.count, group.share())
            }
        };
        let (counts, mean) = ([count, group.all], group.all as f64 * share);
        let effect = Effect::of_picked_count(effect_kind::DRAW_DEVIATION, counts, mean, tails);
        let effect = effect.hit(place, counts, unit, share);
        Evidence::of_tails(ln_tail, tails, ln_least, effect)
            .with_sensitivity(smallest.sensitivity(tally.trials()))
    }
}

/// The place of each card, row by row.
fn turned<C: Card>(rows: &[C], width: usize) -> Vec<C> {
    let mut places = rows.to_vec();
    for (row, places) in rows.chunks_exact(width).zip(places.chunks_exact_mut(width)) {
        row.iter().enumerate().for_each(|(at, card)| places[card.index()] = C::new(at));
    }
    places
}

impl Metric for Gaps {
    fn cells(&self) -> usize {
        self.streams.iter().map(Stream::width).sum()
    }

    fn count<C: Card>(&self, rows: &[C], first_trial: u64, mut cells: &mut [u64]) {
        let width = self.shape.width();
        let left = MOST_FOLLOWED.saturating_sub(first_trial);
        let some = &rows[..rows.len().min(left as usize * width)];
        let turned = if self.has_cards() { turned(some, width) } else { Vec::new() };
        for stream in &self.streams {
            let (here, rest) = cells.split_at_mut(stream.width());
            let (here, of_places) = here.split_at_mut(stream.cards);
            cells = rest;
            let rows = match stream.of {
                GapsOf::Card(_) => &turned,
                _ if stream.is_followed_on() => rows,
                _ => some,
            };
            // When each card came last, later ones with larger numbers; before the first draw in the order of the cards.
            let sequences = stream.steps.iter().map(|step| step.0 + 1).max().unwrap_or(0);
            let start: Vec<u32> = (1..=stream.cards as u32).rev().collect();
            let mut came = vec![start; sequences];
            let (mut time, mut ranks) = (stream.cards as u32, Vec::with_capacity(stream.taken()));
            for row in rows.chunks_exact(width) {
                for (sequence, places) in &stream.steps {
                    let came = &mut came[*sequence];
                    ranks.clear();
                    for card in &row[places.clone()] {
                        let own = came[card.index()];
                        let rank = came.iter().map(|&other| u32::from(other > own)).sum::<u32>();
                        ranks.push((rank, card.index()));
                    }
                    ranks.sort_unstable();
                    for &(rank, card) in &ranks {
                        here[rank as usize] += 1;
                        if let Some(times) = of_places.get_mut(card) {
                            *times += 1;
                        }
                        time += 1;
                        came[card] = time;
                    }
                }
            }
        }
    }

    fn trials_needed(&self) -> u64 {
        2
    }

    fn judge(&self, tally: &Tally) -> Vec<Judgement> {
        let outcome = match tally.trials() {
            ..2 => Outcome::too_few(tally.trials(), 2),
            _ => Outcome::Judged(self.evidence(tally)),
        };
        vec![Judgement { test: GAPS.id, outcome }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{counted, each_set, each_word, evidence_of};
    use itertools::Itertools;
    use rand::{RngExt, SeedableRng, seq::SliceRandom};
    use rand_pcg::Pcg64;

    /// Whatever came before: over all sequences of three draws, each draw takes every set of ranks equally often.
    #[test]
    fn ranks_are_even_over_all_sequences() {
        let shapes = [
            (Shape::unordered(5, 2, None).unwrap(), each_set(5, 2)),
            (Shape::replacement(3, 2), each_word(3, 2)),
            (Shape::whole(3), (0..3).permutations(3).collect()),
        ];
        for (shape, rows) in shapes {
            let metric = Gaps::new(shape).unwrap();
            let past = (0..2).map(|_| rows.iter().cloned()).multi_cartesian_product();
            for past in past {
                let before = counted(&metric, shape, &past);
                let mut all = vec![0; metric.cells()];
                for row in &rows {
                    let draws: Vec<_> = past.iter().chain([row]).cloned().collect();
                    let after = counted(&metric, shape, &draws);
                    all.iter_mut()
                        .zip(after)
                        .zip(&before)
                        .for_each(|((all, it), was)| *all += it - was);
                }
                let cells = metric.streams.iter().flat_map(|stream| {
                    let taken: usize = stream.steps.iter().map(|step| step.1.len()).sum();
                    vec![(rows.len() * taken / stream.cards) as u64; stream.width()]
                });
                assert_eq!(all, cells.collect_vec(), "after {past:?}");
            }
        }
    }

    #[test]
    fn songs_that_do_not_repeat_soon_show_in_eighty() {
        let mut rng = Pcg64::seed_from_u64(20);
        let mut songs: Vec<Vec<u32>> = Vec::new();
        while songs.len() < 80 {
            let song = vec![rng.random_range(0..20_u32)];
            if !songs.iter().rev().take(5).any(|before| *before == song) {
                songs.push(song);
            }
        }
        let shape = Shape::replacement(20, 1);
        let metric = Gaps::new(shape).unwrap();
        let evidence = evidence_of(&metric, shape, &songs);
        assert!(evidence.p_value.ln() < -18.0, "{evidence:?}");
        let place = evidence.effect.place.as_ref().unwrap().to_string();
        assert_eq!(place, "one of the 5 symbols that came last");
    }

    /// Alpha 1e-6, 120 orders, seed 21: card 2 is never where it was in one of the three orders before.
    #[test]
    fn a_card_that_avoids_its_places_shows_in_a_hundred_orders() {
        let mut rng = Pcg64::seed_from_u64(21);
        let mut orders: Vec<Vec<u32>> = Vec::new();
        while orders.len() < 120 {
            let mut order: Vec<u32> = (0..8).collect();
            order.shuffle(&mut rng);
            let place = |order: &Vec<u32>| order.iter().position(|&card| card == 2);
            if !orders.iter().rev().take(3).any(|before| place(before) == place(&order)) {
                orders.push(order);
            }
        }
        let shape = Shape::whole(8);
        let metric = Gaps::new(shape).unwrap();
        let evidence = evidence_of(&metric, shape, &orders);
        assert!(evidence.p_value.ln() < 1e-6_f64.ln(), "{evidence:?}");
        let place = evidence.effect.place.as_ref().unwrap().to_string();
        assert_eq!(place, "card 2 at one of the 3 places that it had last");
    }

    /// Alpha 1e-6, 40 orders, seed 22: card 2 is always in the front half, so it comes back to places that it had.
    #[test]
    fn a_card_that_favors_some_places_is_named_with_them() {
        let mut rng = Pcg64::seed_from_u64(22);
        let orders = (0..40).map(|_| {
            let mut order: Vec<u32> = (0..8).collect();
            order.shuffle(&mut rng);
            let at = order.iter().position(|&card| card == 2).unwrap();
            order.swap(at, at % 4);
            order
        });
        let shape = Shape::whole(8);
        let metric = Gaps::new(shape).unwrap();
        let evidence = evidence_of(&metric, shape, &orders.collect_vec());
        assert!(evidence.p_value.ln() < 1e-6_f64.ln(), "{evidence:?}");
        let extreme = evidence.effect.extreme.unwrap();
        assert_eq!(extreme.what.to_string(), "card 2 at positions 0 to 3");
        assert_eq!((extreme.count, extreme.of, extreme.expected), (40, 40, 0.5));
    }
}
