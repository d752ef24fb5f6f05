//! Three, four and five places or cards together.
#![doc = include_str!("subsets.md")]

use super::{
    CountRange, Scan, Scanner, Scans,
    bits::{of_first_decks, ones_of_pairs, order_planes, planes, sum_of, words},
    division::Division,
    kept::KeptDecks,
    pairs::look_at_both,
};
use crate::{
    Shape,
    axis::Axis,
    costs::Cost,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    place::Word::Text,
    share::{self, Executor},
};
use shuffle_deck::InstructionSet;

pub(crate) const SUBSETS: TestEntry = TestEntry {
    title: prose! { "every three, four and five cards or places: is their order even, is the sum of their parities?" },
    sees: prose! { "four cards whose order is always even, places whose parities add up to an even number" },
    blind_to: prose! { "patterns of six or more unknown cards, dependence between decks; it looks at the first 4,096 decks and \
    a sample of later ones" },
    cost: Cost::of(0.0, 39.0),
    ..TestEntry::new("subsets", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = Scans::<Subsets>::ENTRY;

/// The places among which all subsets are examined.
pub(crate) const MOST_PLACES: usize = 64;

/// Cards of a subset, and the decks in which the signs of their orders are examined.
const SIGNS: [(usize, usize); 3] = [(3, 4_096), (4, 2_048), (5, 64)];

/// The same for the parities that are added.
const PARITIES: [(usize, usize); 2] = [(3, 4_096), (4, 512)];

/// The divisions into two classes that are examined: parity, half and the first random half.
const DIVISIONS: usize = 3;

const LARGEST: usize = 5;

/// The places of a subset; those beyond its size are 0.
type Subset = [u16; LARGEST];

#[derive(Clone, Copy, Debug)]
pub(crate) struct Subsets;

impl Scanner for Subsets {
    const TEST: TestEntry = SUBSETS;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            1 | 2 => Err(NotApplicable::new("two cards make no subset of three")),
            _ => Ok(Self),
        }
    }

    fn look(&self, decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        look_at_both(decks, executor, |decks, of| look_at_subsets(decks, of, executor))
    }
}

fn look_at_subsets(decks: &KeptDecks, of: Axis, executor: &dyn Executor) -> Vec<Scan> {
    let decks = decks.some_places(MOST_PLACES);
    let fits = |(size, _): &(usize, usize)| *size <= decks.places.len();
    let signs_of: Vec<_> = SIGNS.into_iter().filter(fits).collect();
    let mut divisions = Division::all(decks.shape.cards());
    divisions.retain(|division| division.bits == 1);
    let parities_of: Vec<_> = divisions
        .iter()
        .take(DIVISIONS)
        .flat_map(|division| PARITIES.into_iter().filter(fits).map(move |it| (division, it)))
        .collect();
    let orders = order_planes(&decks, executor);
    share::map(executor, signs_of.len() + parities_of.len(), |look| {
        if let Some(&(size, most)) = signs_of.get(look) {
            let most = most.min(decks.len());
            let planes = of_first_decks(&orders, decks.len(), most);
            return signs(&decks.first(most), of, size, &planes, executor);
        }
        let (division, (size, most)) = parities_of[look - signs_of.len()];
        parities(&decks.first(most), of, division, size, executor)
    })
}

/// Signs of the orders of all subsets of a size.
fn signs(
    decks: &KeptDecks,
    of: Axis,
    size: usize,
    planes: &[u64],
    executor: &dyn Executor,
) -> Scan {
    let none = vec![0; words(decks.len()) * decks.places.len()];
    let range = range_of(decks, size, &none, Some(planes), executor);
    let mut scan = Scan::of("decks");
    let pairs = size * (size - 1) / 2;
    scan.add(decks.len() as u64, 0.5, &range, |subset| {
        // An odd number of pairs is in ascending order, so an odd number is not if there is an even number of pairs.
        let odd = pairs.is_multiple_of(2);
        let lie = match (of, odd) {
            (Axis::Positions, true) => " are in an odd order",
            (Axis::Positions, false) => " are in an even order",
            (Axis::Cards, true) => " are in an odd order",
            (Axis::Cards, false) => " are in an even order",
        };
        of.named(&named(decks, &subset[..size])).text(lie)
    });
    scan
}

/// The range of the counts of all subsets of a size: each place adds its plane, and each pair, if pairs have planes.
fn range_of(
    decks: &KeptDecks,
    size: usize,
    each: &[u64],
    pairs: Option<&[u64]>,
    executor: &dyn Executor,
) -> CountRange<Subset> {
    let places = decks.places.len();
    let of_first = share::map(executor, places + 1 - size, |first| {
        let (mut search, mut range) = (Search::new(decks, size, pairs), CountRange::new());
        search.begin(first, each, &mut |chosen, counts| note(&mut range, places, chosen, counts));
        range
    });
    let mut all = CountRange::new();
    of_first.into_iter().for_each(|range| all.merge(range));
    all
}

/// Yields the number of decks in which an odd number of pairs ascends, for the subsets of a size (at least
/// three places) that begin with all but two of the same places, always in the same order.
pub(crate) fn each_sign(
    decks: &KeptDecks,
    size: usize,
    planes: &[u64],
    mut take: impl FnMut(&[usize], &[u32]),
) {
    let mut search = Search::new(decks, size, Some(planes));
    let none = vec![0; search.width * search.places];
    (0..=search.places - size).for_each(|first| search.begin(first, &none, &mut take));
}

/// Parities of all subsets of a size, added without carry.
fn parities(
    decks: &KeptDecks,
    of: Axis,
    division: &Division,
    size: usize,
    executor: &dyn Executor,
) -> Scan {
    let planes = planes(decks, |value| division.classes[usize::from(value)], 1);
    let (range, mut scan) = (range_of(decks, size, &planes, None, executor), Scan::of("decks"));
    let (n, m) =
        (decks.shape.cards(), division.classes.iter().filter(|&&class| class == 1).count());
    let odd = 1.0 - even_in_class(n, m, size);
    scan.add(decks.len() as u64, odd, &range, |subset| {
        let subset = of.named(&named(decks, &subset[..size]));
        subset.and([Text(": an odd number of them "), division.second(of)])
    });
    scan
}

fn named(decks: &KeptDecks, subset: &[u16]) -> Vec<usize> {
    subset.iter().map(|&place| decks.places[usize::from(place)]).collect()
}

/// The probability that an even number of k cards of n belongs to a class of m cards.
fn even_in_class(n: usize, m: usize, k: usize) -> f64 {
    let choose = |n: usize, k: usize| -> f64 {
        if k > n { 0.0 } else { (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product() }
    };
    let even = (0..=k).step_by(2).map(|j| choose(m, j) * choose(n - m, k - j)).sum::<f64>();
    even / choose(n, k)
}

/// A search through all subsets of a size, place after place in ascending order.
struct Search<'a> {
    set: InstructionSet,
    places: usize,
    size: usize,
    /// Words of a plane.
    width: usize,
    /// The planes of all pairs, if they count.
    pairs: Option<&'a [u64]>,
    counts: Vec<u32>,
    /// Space for sums, to be used again.
    spare: Vec<Vec<u64>>,
}

impl<'a> Search<'a> {
    fn new(decks: &KeptDecks, size: usize, pairs: Option<&'a [u64]>) -> Self {
        let set = InstructionSet::detect();
        let (places, width) = (decks.places.len(), words(decks.len()));
        Self { set, places, size, width, pairs, counts: Vec::new(), spare: Vec::new() }
    }

    /// The planes of the pairs of this place with each later one, and then of all pairs of later ones.
    fn pairs_from(&self, place: usize) -> Option<&'a [u64]> {
        let before = place * (2 * self.places - place - 1) / 2;
        Some(&self.pairs?[before * self.width..])
    }

    /// Goes through the subsets that begin with this place; `each` holds what each of all places adds.
    fn begin(&mut self, first: usize, each: &[u64], take: &mut impl FnMut(&[usize], &[u32])) {
        let (own, after) = each[first * self.width..].split_at(self.width);
        let mut each_here = after.to_vec();
        if let Some(pairs) = self.pairs_from(first) {
            sum_of(self.set, after, pairs, &mut each_here);
        }
        self.descend(&mut vec![first], own, &each_here, take);
    }

    /// Continues from the `chosen` places, whose bits add up to `sum`. `each` holds what each place after the last of them adds to
    /// that. `take` gets the counts of the subsets that end with each two of these.
    fn descend(
        &mut self,
        chosen: &mut Vec<usize>,
        sum: &[u64],
        each: &[u64],
        take: &mut impl FnMut(&[usize], &[u32]),
    ) {
        let (next, width) = (next_place(chosen), self.width);
        let left = self.size - chosen.len();
        if left == 2 {
            ones_of_pairs(self.set, sum, each, self.pairs_from(next), &mut self.counts);
            take(chosen, &self.counts);
            return;
        }
        let [mut sum_here, mut each_here] = [(); 2].map(|()| self.spare.pop().unwrap_or_default());
        for place in next..=self.places - left {
            let (own, after) = each[(place - next) * width..].split_at(width);
            sum_of(self.set, sum, own, &mut sum_here);
            chosen.push(place);
            match self.pairs_from(place) {
                Some(pairs) => {
                    sum_of(self.set, after, pairs, &mut each_here);
                    self.descend(chosen, &sum_here, &each_here, take);
                }
                None => self.descend(chosen, &sum_here, after, take),
            }
            chosen.pop();
        }
        self.spare.extend([sum_here, each_here]);
    }
}

fn next_place(chosen: &[usize]) -> usize {
    chosen.last().map_or(0, |last| last + 1)
}

/// Takes the counts of the subsets of `places` that end with each two places after the last of the `chosen`.
fn note(range: &mut CountRange<Subset>, places: usize, chosen: &[usize], counts: &[u32]) {
    range.add_all(counts, |index| {
        let (mut first, mut within) = (next_place(chosen), index);
        while within >= places - first - 1 {
            within -= places - first - 1;
            first += 1;
        }
        let mut subset = [0; LARGEST];
        let all = chosen.iter().copied().chain([first, first + 1 + within]);
        subset.iter_mut().zip(all).for_each(|(to, place)| *to = place as u16);
        subset
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        scans::testing::{at, inversions, is_named, lie, only, orders_of},
        share::Serial,
    };

    #[test]
    fn over_all_orders_each_sign_is_even_in_half_of_them_and_each_sum_as_often_as_it_says() {
        let decks = orders_of(6);
        for of in [Axis::Positions, Axis::Cards] {
            let decks = if of == Axis::Cards { decks.inverse().unwrap() } else { decks.clone() };
            for size in 3..=5 {
                let planes = order_planes(&decks, &Serial);
                let mut range = CountRange::new();
                each_sign(&decks, size, &planes, |chosen, counts| {
                    note(&mut range, 6, chosen, counts)
                });
                let (most, least) = (range.most.unwrap(), range.least.unwrap());
                assert_eq!((most.0, least.0), (360, 360));
                assert_eq!(range.looks, [20, 15, 6][size - 3]);
                for division in Division::all(6) {
                    let scan = parities(&decks, of, &division, size, &Serial);
                    let odd = 720.0 * (1.0 - even_in_class(6, 3, size));
                    let shown = scan.found.as_ref().unwrap();
                    assert!((odd - odd.round()).abs() < 1e-9);
                    assert!(shown.ln_tail > 0.3_f64.ln(), "all counts are as expected");
                }
            }
        }
    }

    /// Alpha 1e-9, 1 run each, seeds 1 to 6.
    #[test]
    fn planted_subsets_are_named() {
        let even = |values: &[usize]| values.iter().sum::<usize>() % 2 == 0;
        let cases: [(Vec<u8>, &str); 6] = [
            (
                only(52, 300, 1, |row| inversions(&lie(row, [3, 17, 29, 44])) % 2 == 0),
                "cards 3, 17, 29 and 44 are in an odd order in 0 of 300 decks",
            ),
            (
                only(52, 300, 2, |row| inversions(&at(row, [0, 20, 30, 51])) % 2 == 0),
                "cards at positions 0, 20, 30 and 51 are in an odd order in 0 of 300 decks",
            ),
            (
                only(52, 200, 3, |row| inversions(&lie(row, [1, 2, 49])) % 2 == 1),
                "cards 1, 2 and 49 are in an even order in 0 of 200 decks",
            ),
            (
                only(52, 200, 4, |row| inversions(&at(row, [5, 6, 9, 33, 50])) % 2 == 0),
                "cards at positions 5, 6, 9, 33 and 50 are in an odd order in 0 of 64 decks",
            ),
            (
                only(52, 200, 5, |row| even(&at(row, [4, 8, 16, 31]).map(usize::from))),
                "cards at positions 4, 8, 16 and 31: an odd number of them is odd, counted from 0, in 0 of 200 decks",
            ),
            (
                only(52, 200, 6, |row| even(&lie(row, [7, 12, 40]))),
                "cards 7, 12 and 40: an odd number of them is at an odd position, counted from 0, in 0 of 200 decks",
            ),
        ];
        for (rows, said) in cases {
            is_named::<Subsets>(52, &rows, said);
        }
    }
}
