//! Whole-deck numbers modulo small numbers.
#![doc = include_str!("residues.md")]

use super::{CountRange, Scan, Scanner, Scans, division::Division, kept::KeptDecks};
use crate::{
    Shape,
    axis::Axis,
    costs::Cost,
    eulerian,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, cached},
    numbers::{
        Cycles, FixedPoints, Footrule, Inversions, Lis, RisingSequences, Successions, inversions,
    },
    place::{
        Place,
        Word::{self, OfSuits, Text},
    },
    share::{self, Executor},
};
use statrs::function::factorial::ln_binomial;

pub(crate) const RESIDUES: TestEntry = TestEntry {
    title: prose! { "inversions, major index and other numbers of whole decks modulo 2 to 16" },
    sees: prose! { "even orders only, one remainder of the inversions or of the changes of color, any bit of such a number" },
    blind_to: prose! { "numbers that it does not know, patterns of a few cards, dependence between decks; it looks at the first 4,096 decks and \
    a sample of later ones" },
    cost: Cost::of(0.0, 6.0),
    ..TestEntry::new("residues", About::Orders)
};

pub(crate) const ENTRY: MetricEntry = Scans::<Residues>::ENTRY;

pub(crate) const LARGEST_MODULUS: usize = 16;

/// Up to this many cards the law of the sum of i d(i) is enumerated.
const MOST_ENUMERATED: usize = 8;

/// Above this number of cards its remainders are practically uniform: it is odd in half of all decks, up to 2e-5.
const NEARLY_UNIFORM: usize = 32;

pub(super) type Read = Box<dyn FnMut(&[u32]) -> usize + Send + Sync>;

/// The probabilities of the remainders modulo m, if they are known.
type LawModulo = Box<dyn Fn(usize) -> Option<Vec<f64>> + Send + Sync>;

pub(super) struct ResidueReading {
    pub(super) name: Vec<Word>,
    pub(super) of: Read,
    law: LawModulo,
    /// The largest modulus of which the law is exact, and not only nearly so.
    largest_exact: usize,
}

impl ResidueReading {
    fn new(name: Vec<Word>, of: Read, law: LawModulo) -> Self {
        Self { name, of, law, largest_exact: LARGEST_MODULUS }
    }

    /// The law of the remainders, where it is exact.
    pub(super) fn exact_law(&self, modulus: usize) -> Option<Vec<f64>> {
        if modulus <= self.largest_exact { (self.law)(modulus) } else { None }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Residues(Shape);

impl Scanner for Residues {
    const TEST: TestEntry = RESIDUES;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        match shape.dealt() {
            1 => Err(NotApplicable::new("one card is always in order")),
            shown if shown > super::kept::MOST_PLACES => {
                Err(NotApplicable::new("decks are not kept whole"))
            }
            _ => Ok(Self(shape)),
        }
    }

    fn look(&self, decks: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        let rows = decks.rows();
        share::map_each(executor, readings(self.0), |mut reading| {
            let mut scan = Scan::of("decks");
            let values: Vec<usize> =
                rows.chunks_exact(self.0.dealt()).map(&mut reading.of).collect();
            for modulus in 2..=LARGEST_MODULUS {
                if let Some(law) = (reading.law)(modulus) {
                    remainders(&values, modulus, &law, &reading.name, &mut scan);
                }
            }
            scan
        })
    }
}

fn remainders(values: &[usize], modulus: usize, law: &[f64], name: &[Word], scan: &mut Scan) {
    let mut counts = vec![0; modulus];
    values.iter().for_each(|value| counts[value % modulus] += 1);
    for (remainder, (&count, &probability)) in counts.iter().zip(law).enumerate() {
        let mut look = CountRange::new();
        look.add(count, ());
        scan.add(values.len() as u64, probability, &look, |()| {
            let name = Place::of(name.to_vec());
            name.text(" modulo ").number(modulus).text(" is ").number(remainder)
        });
    }
}

fn readings(shape: Shape) -> Vec<ResidueReading> {
    let mut all = quick_readings(shape);
    if shape.is_whole() {
        all.extend(of_whole_decks(shape));
    }
    all
}

/// The numbers that need no table of a law other than the law of the ascents.
pub(super) fn quick_readings(shape: Shape) -> Vec<ResidueReading> {
    let (n, k) = (shape.cards(), shape.dealt());
    let name = |name| vec![Text(name)];
    let inversions = of_number(Inversions::new(shape).expect("two cards are shown"));
    let mut all = vec![
        ResidueReading::new(name("the number of inversions"), inversions, mahonian(k)),
        ResidueReading::new(name("the major index"), Box::new(major_index), mahonian(k)),
    ];
    if k <= eulerian::LARGEST {
        let law = cached("ascents modulo", shape, || eulerian::law(k)).to_vec();
        all.push(ResidueReading::new(
            name("the number of ascents"),
            Box::new(ascents),
            folded(law),
        ));
    }
    if shape.is_whole() {
        let sum = name("the sum of position times card, both counted from 0,");
        all.push(ResidueReading {
            largest_exact: if n <= MOST_ENUMERATED { LARGEST_MODULUS } else { 2 },
            ..ResidueReading::new(sum, Box::new(weighted_sum), weighted(n))
        });
        let two = Division::all(n).into_iter().filter(|division| division.bits == 1);
        all.extend(two.take(CLASSES).map(changes));
        if n.is_multiple_of(4) && (8..=MOST_OF_FOUR).contains(&n) {
            all.push(changes_of_four(n));
        }
    }
    all
}

/// Up to this many cards the changes of suit, or quarter, have an exact law.
const MOST_OF_FOUR: usize = 52;

/// Changes of suit, or of quarter, from place to place.
fn changes_of_four(n: usize) -> ResidueReading {
    let each = (n / 4) as u32;
    let numbers = "quarter of the numbers";
    let quarter = if n == 52 { OfSuits { cards: "suit", numbers } } else { Text(numbers) };
    let name = vec![Text("the number of changes of the "), quarter, Text(" from card to card")];
    let of = move |row: &[u32]| row.windows(2).filter(|two| two[0] / each != two[1] / each).count();
    let law = cached("changes of four", Shape::whole(n), || law_of_four(n / 4)).to_vec();
    let folded = folded(law);
    // Small primes and powers of two: each modulus is a look that all the others pay for.
    let law =
        move |modulus| if [2, 3, 4, 5, 7, 8].contains(&modulus) { folded(modulus) } else { None };
    ResidueReading::new(name, Box::new(of), Box::new(law))
}

/// The law of the changes of class of four times `each` cards, by what is left of each class, card after card.
fn law_of_four(each: usize) -> Vec<f64> {
    let side = each + 1;
    let at = |left: [usize; 4]| left.iter().fold(0, |index, &left| index * side + left);
    // By what is left of the last card's class, then of the three others, which are alike and so stand in order.
    let mut laws: Vec<Vec<f64>> = vec![Vec::new(); side.pow(4)];
    laws[at([each - 1, each, each, each])] = vec![1.0];
    for all in (1..4 * each).rev() {
        for state in 0..laws.len() {
            let left = [3, 2, 1, 0].map(|power| state / side.pow(power) % side);
            if laws[state].is_empty() || left.iter().sum::<usize>() != all {
                continue;
            }
            let law = std::mem::take(&mut laws[state]);
            for next in (0..4).filter(|&next| left[next] > 0) {
                let (chance, mut to) = (left[next] as f64 / all as f64, left);
                to[next] -= 1;
                to.swap(0, next);
                to[1..].sort_unstable();
                let (changes, sum) = (usize::from(next != 0), &mut laws[at(to)]);
                sum.resize(sum.len().max(law.len() + changes), 0.0);
                sum[changes..].iter_mut().zip(&law).for_each(|(sum, p)| *sum += p * chance);
            }
        }
    }
    laws.swap_remove(0)
}

/// Divisions into two classes of which the changes are counted: parity, half, middle half or color.
const CLASSES: usize = 3;

fn of_whole_decks(shape: Shape) -> Vec<ResidueReading> {
    fn reading<N>(shape: Shape, name: &'static str) -> Option<ResidueReading>
    where
        N: IntegerStatistic<Scratch: Send + Sync> + 'static,
    {
        let number = N::new(shape).ok()?;
        if number.approximated().is_some() {
            return None;
        }
        let law = cached(N::TEST.id, shape, || number.law()).to_vec();
        Some(ResidueReading::new(vec![Text(name)], of_number(number), folded(law)))
    }
    let all = [
        reading::<Cycles>(shape, "the number of cycles"),
        reading::<FixedPoints>(shape, "the number of fixed points"),
        reading::<RisingSequences>(shape, "the number of rising sequences"),
        reading::<Successions>(shape, "the number of successions"),
        reading::<Footrule>(shape, "half the footrule"),
        reading::<Lis>(shape, "the length of the longest increasing subsequence"),
    ];
    all.into_iter().flatten().collect()
}

fn of_number<N: IntegerStatistic<Scratch: Send + Sync> + 'static>(number: N) -> Read {
    let mut scratch = N::Scratch::default();
    Box::new(move |row| number.of(row, &mut scratch))
}

/// The law of the remainders of a number that has this law.
fn folded(law: Vec<f64>) -> LawModulo {
    Box::new(move |modulus| {
        let mut folded = vec![0.0; modulus];
        law.iter().enumerate().for_each(|(value, p)| folded[value % modulus] += p);
        Some(folded)
    })
}

/// The law of inversions and major index.
fn mahonian(shown: usize) -> LawModulo {
    Box::new(move |modulus| {
        if modulus <= shown {
            return Some(vec![(modulus as f64).recip(); modulus]);
        }
        folded(inversions::law(shown))(modulus)
    })
}

/// The law of the sum of i d(i).
fn weighted(n: usize) -> LawModulo {
    if n <= MOST_ENUMERATED {
        return folded(cached("weighted sum", Shape::whole(n), || enumerated(n)).to_vec());
    }
    Box::new(move |modulus| match modulus {
        2 => Some(odd_at_odd(n).to_vec()),
        _ => (n > NEARLY_UNIFORM).then(|| vec![(modulus as f64).recip(); modulus]),
    })
}

/// The probabilities of an even and an odd number of odd cards at odd places.
fn odd_at_odd(n: usize) -> [f64; 2] {
    let odd = n / 2;
    let mut law = [0.0; 2];
    for both in 0..=odd {
        let ways = |n: usize, k: usize| ln_binomial(n as u64, k as u64);
        let ln = ways(odd, both) + ways(n - odd, odd - both) - ways(n, odd);
        law[both % 2] += ln.exp();
    }
    law
}

fn enumerated(n: usize) -> Vec<f64> {
    let shape = Shape::whole(n);
    let orders = crate::rank::orders(shape).expect("there are few");
    let mut law = vec![0.0; n * n * n];
    for rank in 0..orders {
        let row: Vec<u32> =
            crate::rank::unrank(rank, shape).iter().map(|&card| card as u32).collect();
        law[weighted_sum(&row)] += (orders as f64).recip();
    }
    law
}

fn weighted_sum(row: &[u32]) -> usize {
    row.iter().enumerate().map(|(place, &card)| place * card as usize).sum()
}

fn major_index(row: &[u32]) -> usize {
    (1..row.len()).filter(|&place| row[place - 1] > row[place]).sum()
}

fn ascents(row: &[u32]) -> usize {
    row.windows(2).filter(|two| two[0] < two[1]).count()
}

fn changes(division: Division) -> ResidueReading {
    let (n, ones) =
        (division.classes.len(), division.classes.iter().filter(|&&class| class == 1).count());
    let mut name = vec![Text("the number of changes of the ")];
    name.extend_from_slice(division.noun(Axis::Positions).words());
    name.push(Text(" from card to card"));
    let classes = division.classes;
    let class = move |card: u32| classes[card as usize];
    let of = move |row: &[u32]| row.windows(2).filter(|two| class(two[0]) != class(two[1])).count();
    ResidueReading::new(name, Box::new(of), folded(changes_law(n, ones)))
}

/// The law of the changes of class of n cards of which `ones` are of the one class: the runs less 1.
///
/// `P(2k runs) = 2 C(a-1, k-1) C(b-1, k-1) / C(a+b, a)`, and
/// `P(2k+1 runs) = [C(a-1, k) C(b-1, k-1) + C(a-1, k-1) C(b-1, k)] / C(a+b, a)`.
fn changes_law(n: usize, ones: usize) -> Vec<f64> {
    let (a, b) = (ones as u64, (n - ones) as u64);
    let ways = |n: u64, k: u64| if k > n { 0.0 } else { ln_binomial(n, k).exp() };
    let all = ln_binomial(a + b, a);
    let probability = |runs: u64| {
        let half = runs / 2;
        // Each factor may be as large as 2^512, so their product is scaled first.
        let product = |i: u64, j: u64| {
            ways(a - 1, i) * (-all / 2.0).exp() * ways(b - 1, j) * (-all / 2.0).exp()
        };
        if runs.is_multiple_of(2) {
            2.0 * product(half - 1, half - 1)
        } else if half == 0 {
            0.0
        } else {
            product(half, half - 1) + product(half - 1, half)
        }
    };
    (1..=n as u64).map(probability).collect()
}

#[cfg(test)]
mod tests;
