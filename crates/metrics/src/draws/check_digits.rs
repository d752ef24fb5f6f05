//! Symbols of a draw with replacement that follow from each other modulo a prime, such as check digits.
#![doc = include_str!("check-digits.md")]

use super::{
    WITH_REPLACEMENT,
    relations::{Span, largest_chance},
};
use crate::{
    Shape,
    costs::Cost,
    judgement::ExtremeCount,
    metric::{About, MetricEntry, NotApplicable, TestEntry, prose},
    place::{Place, Word},
    scans::{
        Scan, Scanner, Scans,
        kept::{KeptDecks, MOST_DECKS},
    },
    share::{self, Executor},
};

pub(crate) const CHECK_DIGITS: TestEntry = TestEntry {
    title: prose! { "is a sum of the symbols of a draw, or of functions of them, the same in every draw modulo a prime?" },
    sees: prose! { "check digits (Luhn, EAN, ISBN, IBAN, Verhoeff), parity bits, symbols that follow from the others, symbols that never come" },
    blind_to: prose! { "rules that one draw in fifty breaks, rules that are not such sums (Damm's, ISO 7064 with two moduli); it looks at the first 4,096 draws and a sample of later ones" },
    explains: true,
    cost: Cost::of(0.0, 2.0),
    ..TestEntry::new("check-digits", About::Orders)
};

pub(crate) const ENTRY: MetricEntry =
    MetricEntry { draws: WITH_REPLACEMENT, ..Scans::<CheckDigits>::ENTRY };

const MOST_PLACES: usize = 64;

const MOST_SYMBOLS: usize = 1_000;

/// The largest is named where several fit. They are the prime factors of the moduli of check digits in use: modulo 10, 11, 26, 31, 36, 37 and 97, of digits, letters and both.
const PRIMES: [u8; 9] = [97, 37, 31, 13, 11, 7, 5, 3, 2];

/// Moduli of sums of any functions of the symbols, and the most columns of such a matrix.
const OF_FUNCTIONS: [u8; 3] = [5, 3, 2];
const MOST_COLUMNS: usize = 200;

/// By chance a relation holds in all draws of a stretch with a smaller probability.
const LN_CHANCE: f64 = -26.0;

/// The number of stretches that are examined: a draw that breaks a rule hides it in one stretch only.
const STRETCHES: usize = 4;

/// The most places of a rule that are named.
const MOST_NAMED: usize = 6;

/// Relations between what is read off the symbols at all places, modulo a prime.
#[derive(Clone, Debug)]
struct Relations {
    p: u8,
    /// The values of what is read off each symbol, modulo p, symbol by symbol.
    features: Vec<Vec<u8>>,
    /// True if that is the symbol, and perhaps whether it is in the upper half; else whether it is a certain symbol, for all but one.
    is_of_symbols: bool,
    places: usize,
    /// The largest probability with which a combination of the features of one symbol has one remainder, for each of the
    /// combinations that are not trivial, in descending order; and the number of those up to it, with the trivial one.
    levels: Vec<(f64, f64)>,
    /// The draws that are examined together.
    draws: usize,
}

impl Relations {
    /// Itself with the draws that tell such a relation from chance, if there is a number of them.
    fn with_draws(self) -> Option<Self> {
        let all: Vec<usize> = (1..=MOST_DECKS as usize).collect();
        let fewer = all.partition_point(|&draws| self.ln_bound(draws) > LN_CHANCE);
        let draws = *all.get(fewer)?;
        Some(Self { draws, ..self })
    }

    /// The logarithm of a bound of the probability that some relation holds in all of these draws.
    fn ln_bound(&self, draws: usize) -> f64 {
        let of_level = |&(chance, count): &(f64, f64)| {
            (self.places as f64 * count.ln() + draws as f64 * chance.ln()).exp()
        };
        self.levels.iter().map(of_level).sum::<f64>().ln() + f64::from(self.p).ln()
    }

    /// The symbols themselves, and perhaps whether they are in the upper half, which p must divide.
    fn of_symbols(p: u8, chances: &[f64], places: usize, halves: bool) -> Option<Self> {
        let (n, prime) = (chances.len(), usize::from(p));
        if halves && !n.is_multiple_of(prime) {
            return None;
        }
        let chance = |factors: usize| {
            let half = |symbol| usize::from(2 * symbol >= n);
            let value = |symbol| factors % prime * symbol + factors / prime * half(symbol);
            largest_chance(prime, chances.iter().enumerate().map(|(x, &c)| (value(x), c)))
        };
        let factors = 1..if halves { prime * prime } else { prime };
        let mut sorted: Vec<f64> = factors.map(chance).collect();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let levels = sorted.into_iter().zip(2_u32..).map(|(it, i)| (it, f64::from(i)));
        let symbols = (0..n).map(|symbol| (symbol % prime) as u8).collect();
        let upper = (0..n).map(|symbol| u8::from(2 * symbol >= n)).collect();
        let features = if halves { vec![symbols, upper] } else { vec![symbols] };
        let levels = levels.collect();
        Self { p, features, is_of_symbols: true, places, levels, draws: 0 }.with_draws()
    }

    /// All functions of the symbols, if these are equally likely.
    fn of_functions(p: u8, symbols: usize, places: usize) -> Option<Self> {
        if symbols < 3 || (symbols - 1) * places >= MOST_COLUMNS {
            return None;
        }
        // A function that has one value at all symbols but r, up to this value, and in the end all others.
        let n = symbols as f64;
        let (mut count, mut ways, mut levels) = (1.0, 1.0, Vec::new());
        for r in 1..symbols.div_ceil(2) {
            ways *= (n - r as f64 + 1.0) / r as f64;
            count += ways * f64::from(p - 1).powi(r as i32);
            levels.push(((n - r as f64) / n, count));
        }
        levels.push(((symbols / 2) as f64 / n, f64::from(p).powi(symbols as i32 - 1)));
        let is = |one| (0..symbols).map(|symbol| u8::from(symbol == one)).collect();
        let features = (1..symbols).map(is).collect();
        Self { p, features, is_of_symbols: false, places, levels, draws: 0 }.with_draws()
    }

    /// The factors of a constant and of the features of all places, if there are some with which they add up to 0 in all of
    /// these draws.
    fn found(&self, draws: &KeptDecks) -> Option<Vec<u8>> {
        let mut span = Span::new(self.p, draws.len(), 1 + self.places * self.features.len());
        span.add(vec![1; draws.len()]);
        let columns = (0..self.places).flat_map(|at| self.features.iter().map(move |it| (at, it)));
        columns.into_iter().find_map(|(place, values)| {
            span.add(draws.at(place).iter().map(|&symbol| values[usize::from(symbol)]))
        })
    }

    fn scan(&self, draws: &KeptDecks) -> Scan {
        let (of, mut scan) = (self.draws as u64, Scan::of("draws"));
        for stretch in 0..(draws.len() / self.draws).min(STRETCHES) {
            let draws = draws.part(stretch * self.draws..(stretch + 1) * self.draws);
            let found = self.found(&draws);
            let ln_tail = if found.is_some() { LN_CHANCE } else { 0.0 };
            scan.add_tail(ln_tail, LN_CHANCE, || {
                let (what, count, modulus) = match &found {
                    Some(factors) => {
                        let (what, modulus) = in_words(self, &draws, factors);
                        (what, of, modulus)
                    }
                    None => (Place::from("no sum of the symbols is the same"), 0, self.p.into()),
                };
                let what =
                    if found.is_some() { what.text(" modulo ").number(modulus) } else { what };
                ExtremeCount { what, count, of, unit: "draws", expected: (modulus as f64).recip() }
            });
        }
        scan
    }
}

#[derive(Clone, Debug)]
pub(crate) struct CheckDigits {
    all: Vec<Relations>,
}

impl Scanner for CheckDigits {
    const TEST: TestEntry = CHECK_DIGITS;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let (symbols, places) = (shape.cards(), shape.dealt());
        if !(2..=MOST_PLACES).contains(&places) || symbols > MOST_SYMBOLS {
            let why =
                format!("2 to {MOST_PLACES} places and at most {MOST_SYMBOLS} symbols are needed");
            return Err(NotApplicable(why));
        }
        let chances = match shape.weights() {
            Some(weights) => weights.chances().to_vec(),
            None => vec![1.0 / symbols as f64; symbols],
        };
        // A sum of the symbols alone shows in fewer draws.
        let both = PRIMES.iter().flat_map(|&p| [false, true].map(|halves| (p, halves)));
        let of_symbols =
            both.filter_map(|(p, halves)| Relations::of_symbols(p, &chances, places, halves));
        let any = OF_FUNCTIONS.iter().filter(|_| shape.weights().is_none());
        let any = any.filter_map(|&p| Relations::of_functions(p, symbols, places));
        let all: Vec<Relations> = of_symbols.chain(any).collect();
        match all.is_empty() {
            true => Err(NotApplicable::new("one symbol nearly always comes")),
            false => Ok(Self { all }),
        }
    }

    fn needed(&self) -> u64 {
        self.all.iter().map(|it| it.draws as u64).min().unwrap_or(0)
    }

    fn look(&self, draws: &KeptDecks, executor: &dyn Executor) -> Vec<Scan> {
        share::map(executor, self.all.len(), |index| self.all[index].scan(draws))
    }
}

/// A sum of the symbols with its name: what a symbol of n adds at a place.
type CheckSum = (&'static str, fn(usize, usize, usize) -> usize);

/// The sums of check digits in use.
const SUMS: [CheckSum; 6] = [
    ("the sum of the symbols", |_, symbol, _| symbol),
    ("Luhn's sum of the symbols", |place, symbol, n| doubled(place, symbol, n)),
    ("Luhn's sum of the symbols", |place, symbol, n| doubled(place + 1, symbol, n)),
    ("the sum of the symbols times 1, 3, 1, 3, ...", |place, it, _| it * (1 + place % 2 * 2)),
    ("the sum of the symbols times 3, 1, 3, 1, ...", |place, it, _| it * (3 - place % 2 * 2)),
    ("the sum of the symbols times 1, 2, 3, ...", |place, it, _| it * (place + 1)),
];

/// Every other symbol twice, less n - 1 where that is not a symbol.
fn doubled(place: usize, symbol: usize, n: usize) -> usize {
    match 2 * symbol {
        twice if place.is_multiple_of(2) => twice - if twice >= n { n - 1 } else { 0 },
        _ => symbol,
    }
}

/// "Luhn's sum of the symbols is the same", or the places of which functions add up, and the modulus.
fn in_words(relations: &Relations, draws: &KeptDecks, factors: &[u8]) -> (Place, usize) {
    let (n, places) = (draws.shape.cards(), draws.places.len());
    for modulus in [n, n + 1, n - 1, 97] {
        let is_the_same = |&&(_, adds): &&CheckSum| {
            let of = |draw| {
                (0..places).map(|i| adds(i, usize::from(draws.at(i)[draw]), n)).sum::<usize>()
            };
            modulus > 1 && (1..draws.len()).all(|draw| of(draw) % modulus == of(0) % modulus)
        };
        if let Some((sum, _)) = SUMS.iter().find(is_the_same) {
            return (Place::from(*sum).text(" is the same"), modulus);
        }
    }
    let each = factors[1..].chunks(relations.features.len());
    let of_symbols =
        |it: &[u8]| relations.is_of_symbols && it[1..].iter().all(|&factor| factor == 0);
    let what = match each.clone().all(of_symbols) {
        true => "a weighted sum of the symbols at",
        false => "a sum of functions of the symbols at",
    };
    let involved = each.enumerate().filter(|(_, it)| it.iter().any(|&factor| factor > 0));
    let involved: Vec<usize> = involved.map(|(place, _)| place).collect();
    let what = match &involved[..] {
        [first, .., last] if last - first + 1 == involved.len() => {
            Place::from(what).text(" ").and(Place::positions(&(*first..last + 1)))
        }
        some if some.len() <= MOST_NAMED => {
            let positions = some.iter().map(|&place| Word::Position(place));
            Place::from(what).text(" positions ").and(Place::list(positions))
        }
        some => Place::from(what).text(" ").number(some.len()).text(" positions"),
    };
    (what.text(" is the same"), relations.p.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::each_word;
    use itertools::Itertools;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn a_relation_holds_by_chance_as_rarely_as_the_bound_says() {
        for (symbols, places, p, draws) in [(2, 2, 2, 5), (3, 2, 3, 4), (3, 2, 2, 4), (4, 1, 2, 6)]
        {
            let shape = Shape::replacement(symbols, places);
            let chances = vec![1.0 / symbols as f64; symbols];
            let all = [
                Relations::of_symbols(p, &chances, places, false),
                Relations::of_symbols(p, &chances, places, true),
                Relations::of_functions(p, symbols, places),
            ];
            for relations in all.into_iter().flatten() {
                let words = each_word(symbols, places);
                let all = (0..draws).map(|_| words.iter()).multi_cartesian_product();
                let is_found = |rows: Vec<&Vec<u32>>| {
                    let rows: Vec<u32> = rows.into_iter().flatten().copied().collect();
                    relations.found(&KeptDecks::of_rows(shape, &rows)).is_some()
                };
                let (found, number) = all.fold((0, 0), |(found, number), rows| {
                    (found + usize::from(is_found(rows)), number + 1)
                });
                let (share, bound) =
                    (found as f64 / number as f64, relations.ln_bound(draws).exp());
                assert!(share <= bound && found > 0, "{symbols} {places} {p}: {share} {bound}");
            }
        }
    }

    /// The finding in draws whose last symbol is made of the others, if p is below 1e-8.
    fn found(
        (symbols, places): (usize, usize),
        draws: usize,
        last: impl Fn(&[u32], &mut Pcg64) -> usize,
    ) -> Option<String> {
        let shape = Shape::replacement(symbols, places);
        let mut rng = Pcg64::seed_from_u64(10);
        let mut rows = Vec::new();
        for _ in 0..draws {
            let first = rows.len();
            rows.extend((1..places).map(|_| rng.random_range(0..symbols as u32)));
            let last = last(&rows[first..], &mut rng);
            rows.push(last as u32);
        }
        let (log10_p, extreme) = crate::scans::testing::found::<CheckDigits>(shape, &rows);
        (log10_p < -8.0).then(|| extreme.what.to_string())
    }

    /// Alpha 1e-8, seed 10, 100 draws (600 where any functions are looked for).
    #[test]
    fn check_digits_are_named() {
        let sum = |row: &[u32]| row.iter().sum::<u32>() as usize;
        for game in [(2, 9), (6, 5), (10, 16), (26, 3)] {
            assert_eq!(found(game, 100, |_, rng| rng.random_range(0..game.0)), None);
        }
        let luhn = |n: usize| {
            move |row: &[u32], _: &mut Pcg64| {
                let each =
                    row.iter().rev().zip(0..).map(|(&it, place)| doubled(place, it as usize, n));
                n - 1 - (each.sum::<usize>() + n - 1) % n
            }
        };
        let said =
            |modulus| Some(format!("Luhn's sum of the symbols is the same modulo {modulus}"));
        assert_eq!(found((10, 12), 100, luhn(10)), said(10));
        assert_eq!(found((36, 6), 100, luhn(36)), said(36));
        let said = Some("the sum of the symbols is the same modulo 10".to_owned());
        assert_eq!(found((10, 3), 25, |row, _| (20 - sum(row)) % 10), said);
        let said = Some("the sum of the symbols is the same modulo 2".to_owned());
        assert_eq!(found((2, 9), 100, |row, _| sum(row) % 2), said);
        let some = found((10, 9), 100, |row, _| (7 * row[0] + 3 * row[2] + row[5]) as usize % 10);
        assert_eq!(
            some.unwrap(),
            "a weighted sum of the symbols at positions 0, 2, 5 and 8 is the same modulo 5"
        );
        // Every other symbol by a fixed table.
        let by_table = |row: &[u32], rng: &mut Pcg64| {
            let odd = row.iter().filter(|it| [0, 3, 4, 8].contains(*it)).count() % 2;
            5 * odd + rng.random_range(0..5)
        };
        let some = found((10, 6), 600, by_table).unwrap();
        assert_eq!(
            some,
            "a sum of functions of the symbols at positions 0 to 5 is the same modulo 2"
        );
    }
}
