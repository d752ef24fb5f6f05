//! A number of the whole deck modulo m, and by how much it is larger k decks later: part of [`lags`](super), whose page
//! has the bounds.

use super::kind::{LARGEST, LagLook, later, nothing};
use crate::{
    place::{Place, Word},
    scans::{CountRange, Scan, bits, kept::KeptDecks, residues},
    share::{self, Executor},
};
use shuffle_deck::InstructionSet;
use std::ops::RangeInclusive;

/// Moduli, and the largest lag at which they are examined.
const MODULI: [(RangeInclusive<usize>, usize); 2] = [(2..=4, LARGEST), (5..=8, 64)];

/// The bounds of a probability may be so far from 1/m, relative to it.
const NEARLY: f64 = 0.05;

/// Numbers of decks modulo the same number.
struct Remainders {
    modulus: usize,
    names: Vec<Vec<Word>>,
    /// For each number the decks with remainder 0, those with remainder 1, ...
    planes: Vec<Vec<u64>>,
    decks: usize,
    /// The smallest and the largest probability of any remainder of any of the numbers.
    bounds: [f64; 2],
}

/// Looks at the numbers of whole decks.
pub(super) fn remainders<'a>(decks: &KeptDecks, executor: &dyn Executor) -> LagLook<'a> {
    if decks.places.len() < decks.shape.dealt() || decks.places.len() < 2 {
        return nothing();
    }
    let rows = decks.rows();
    let numbers =
        share::map_each(executor, residues::quick_readings(decks.shape), |mut reading| {
            let each = rows.chunks_exact(decks.shape.dealt()).map(|row| (reading.of)(row));
            (each.collect::<Vec<usize>>(), reading)
        });
    let moduli = MODULI.into_iter().flat_map(|(all, largest)| all.map(move |it| (it, largest)));
    let remainders = share::map_each(executor, moduli.collect(), |(modulus, largest)| {
        (Remainders::new(modulus, &numbers, decks.len()), largest)
    });
    Box::new(move |lag, scan| {
        let looks = remainders.iter().filter(|(_, largest)| lag <= *largest);
        looks.for_each(|(remainders, _)| remainders.add_to(scan, lag));
    })
}

impl Remainders {
    fn new(
        modulus: usize,
        numbers: &[(Vec<usize>, residues::ResidueReading)],
        decks: usize,
    ) -> Self {
        let fair = (modulus as f64).recip();
        let mut all = Self { modulus, names: vec![], planes: vec![], decks, bounds: [fair; 2] };
        for (values, reading) in numbers {
            let Some(law) = reading.exact_law(modulus) else { continue };
            let least = law.iter().copied().fold(fair, f64::min);
            let most = law.iter().copied().fold(fair, f64::max);
            if (fair - least).max(most - fair) > NEARLY * fair {
                continue;
            }
            all.bounds = [all.bounds[0].min(least), all.bounds[1].max(most)];
            all.names.push(reading.name.clone());
            let of = |r: usize| bits::plane(values.iter().map(move |value| value % modulus == r));
            all.planes.push((0..modulus).flat_map(of).collect());
        }
        all
    }

    /// In how many decks a number is larger by 0, 1, ... `lag` decks later.
    fn differences(&self, number: usize, lag: usize, later: &mut Vec<u64>) -> Vec<u32> {
        let (set, pairs) = (InstructionSet::detect(), self.decks - lag);
        let (width, words) = (bits::words(self.decks), bits::words(pairs));
        let planes = &self.planes[number];
        bits::shifted(set, planes, width, lag, words, later);
        let (mut differences, mut counts) = (vec![0; self.modulus], Vec::new());
        for (before, plane) in planes.chunks_exact(width).enumerate() {
            // Beyond the pairs there are no decks later, so nothing is masked.
            bits::ones_after_and(set, &plane[..words], later, &mut counts);
            for (after, count) in counts.iter().enumerate() {
                differences[(self.modulus + after - before) % self.modulus] += count;
            }
        }
        differences
    }

    fn add_to(&self, scan: &mut Scan, lag: usize) {
        let (mut range, mut later) = (CountRange::new(), Vec::new());
        for number in 0..self.names.len() {
            let differences = self.differences(number, lag, &mut later);
            // Modulo 2 the one is the rest of the other.
            let looks = if self.modulus == 2 { 1 } else { self.modulus };
            range.add_all(&differences[..looks], |difference| (number, difference));
        }
        scan.add_between((self.decks - lag) as u64, self.bounds, &range, &|which| {
            self.words(which, lag)
        });
    }

    fn words(&self, (number, difference): (usize, usize), lag: usize) -> Place {
        let name = Place::of(self.names[number].clone());
        let what = later(lag).and(name).text(" modulo ").number(self.modulus);
        match difference {
            0 => what.text(" is the same"),
            _ => what.text(" is larger by ").number(difference),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, scans::testing::all_sequences};
    use itertools::Itertools;

    fn of(decks: &KeptDecks, modulus: usize) -> Remainders {
        let rows = decks.rows();
        let numbers: Vec<_> = residues::quick_readings(decks.shape)
            .into_iter()
            .map(|mut it| (rows.chunks_exact(decks.shape.dealt()).map(&mut it.of).collect(), it))
            .collect();
        Remainders::new(modulus, &numbers, decks.len())
    }

    /// Over all sequences of three decks of four cards, no difference comes once or twice more often than a coin of the larger
    /// bound has it; inversions and major index come just as often.
    #[test]
    fn over_all_sequences_differences_keep_their_bounds() {
        for modulus in [2, 3, 4] {
            let mut histograms = Vec::<[u32; 3]>::new();
            let (mut all, mut names, mut bounds) = (0_u32, Vec::new(), [0.0; 2]);
            for rows in all_sequences(4, 3) {
                let remainders = of(&KeptDecks::of_rows(Shape::whole(4), &rows), modulus);
                let each = (0..remainders.names.len())
                    .flat_map(|number| remainders.differences(number, 1, &mut Vec::new()))
                    .collect_vec();
                histograms.resize(each.len(), [0; 3]);
                each.iter().zip(&mut histograms).for_each(|(&c, it)| it[c as usize] += 1);
                (all, names, bounds) = (all + 1, remainders.names, remainders.bounds);
            }
            assert_eq!(all, 24 * 24 * 24);
            for (index, [_, one, two]) in histograms.iter().enumerate() {
                let name = Place::of(names[index / modulus].clone()).to_string();
                let tails = [one + two, *two].map(|count| f64::from(count) / f64::from(all));
                let law = |p: f64| [1.0 - (1.0 - p) * (1.0 - p), p * p];
                for (tail, (low, high)) in
                    tails.iter().zip(law(bounds[0]).iter().zip(law(bounds[1])))
                {
                    assert!(
                        (low - 1e-12..=high + 1e-12).contains(tail),
                        "{name} {modulus}: {tail}"
                    );
                }
            }
            assert!(names.len() >= 2 && (bounds[0] * modulus as f64 - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn numbers_without_an_exact_law_that_is_nearly_uniform_are_left_out() {
        let rows: Vec<u32> =
            (0..200).flat_map(|deck| (0..52).map(move |i| (i * 5 + deck) % 52)).collect();
        let decks = KeptDecks::of_rows(Shape::whole(52), &rows);
        let names = |modulus| {
            let remainders = of(&decks, modulus);
            assert!(remainders.bounds[1] * modulus as f64 <= 1.0 + NEARLY);
            remainders.names.into_iter().map(|name| Place::of(name).to_string()).collect_vec()
        };
        let weighted = |name: &String| name.starts_with("the sum of position times card");
        assert!(names(2).iter().any(weighted) && !names(3).iter().any(weighted));
        assert_eq!((names(2).len(), names(3).len(), names(4).len()), (8, 7, 7));
    }
}
