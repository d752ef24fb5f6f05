//! Two classes of cards: is the class of the card at one place decided by the class at another place, k decks before?
//! Part of [`lags`](super), whose page says why only halves are examined.

use super::kind::{LagLook, MOST_BITS, later};
use crate::{
    axis::Axis,
    place::{
        Place,
        Word::{Card, Position, Text},
    },
    scans::{CountRange, bits, division::Division, kept::KeptDecks},
};
use shuffle_deck::InstructionSet;

/// The divisions that are examined: parity, half, inner half, and for 52 cards the parity of the suit.
const DIVISIONS: usize = 4;

/// Every two places, the one `lag` decks after the other, and beyond [`MOST_BITS`] places each with itself.
pub(super) fn classes(decks: &KeptDecks, of: Axis) -> LagLook<'_> {
    let (some, number) = (decks.some_places(MOST_BITS), decks.len());
    let mut looks = Vec::new();
    for division in halves(decks.shape.cards()) {
        let mut look = |decks: &KeptDecks, pairs: LaggedPairs| {
            let planes = planes(decks, &division);
            looks.push((planes, pairs, decks.places.clone(), division.clone()));
        };
        look(&some, LaggedPairs::All);
        if some.places.len() < decks.places.len() {
            look(decks, LaggedPairs::OfEachWithItself);
        }
    }
    Box::new(move |lag, scan| {
        for (planes, pairs, places, division) in &looks {
            let mut range = CountRange::new();
            agreements(planes, number, lag, *pairs, |first, second, counts| {
                range.add_all(counts, |index| (first, second + index));
            });
            scan.add((number - lag) as u64, 0.5, &range, |(first, second)| {
                let [first, second] = [first, second].map(|place| places[place]);
                later(lag).and(words(of, division, first, second))
            });
        }
    })
}

fn halves(n: usize) -> impl Iterator<Item = Division> {
    let is_half = move |division: &Division| {
        let ones = division.classes.iter().filter(|&&class| class == 1).count();
        division.bits == 1 && 2 * ones == n
    };
    Division::all(n).into_iter().filter(is_half).take(DIVISIONS)
}

/// The places that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LaggedPairs {
    All,
    OfEachWithItself,
}

/// One bit of each deck for each place: the class of the card there.
fn planes(decks: &KeptDecks, division: &Division) -> Vec<u64> {
    bits::planes(decks, |value| division.classes[usize::from(value)], 1)
}

/// Yields the number of decks in which the card at one place is of the same class as the cards at a second place, and
/// at the places after it, `lag` decks later.
fn agreements(
    planes: &[u64],
    decks: usize,
    lag: usize,
    pairs: LaggedPairs,
    mut take: impl FnMut(usize, usize, &[u32]),
) {
    let (set, number) = (InstructionSet::detect(), decks - lag);
    let (width, words) = (bits::words(decks), bits::words(number));
    let (mut later, mut counts) = (Vec::new(), Vec::new());
    bits::shifted(set, planes, width, lag, words, &mut later);
    for (first, plane) in planes.chunks_exact(width).enumerate() {
        let mut plane = plane[..words].to_vec();
        plane[words - 1] &= bits::last_mask(number);
        let (second, others) = match pairs {
            LaggedPairs::All => (0, later.as_slice()),
            LaggedPairs::OfEachWithItself => (first, &later[first * words..][..words]),
        };
        bits::ones_after_xor(set, &plane, others, &mut counts);
        counts.iter_mut().for_each(|count| *count = number as u32 - *count);
        take(first, second, &counts);
    }
}

/// Describes a place, or card, and the second one, some decks later.
fn words(of: Axis, division: &Division, first: usize, second: usize) -> Place {
    let noun = division.noun(of);
    match of {
        Axis::Positions if first == second => {
            let of_card =
                [Text(" of the card at position "), Position(first), Text(" is the same")];
            Place::from("the ").and(noun).and(of_card)
        }
        Axis::Positions => {
            let card = [Text("the card at position "), Position(second), Text(" has the same ")];
            let before = [Text(" as the one at position "), Position(first), Text(" had")];
            Place::from(card).and(noun).and(before)
        }
        Axis::Cards => {
            let card = [Text("card "), Card(second), Text(" is at a position of the same ")];
            let before = [Text(" as card "), Card(first), Text(" was")];
            Place::from(card).and(noun).and(before)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, scans::testing::all_sequences};
    use itertools::Itertools;

    /// Over all sequences of three decks of four cards each two places, and each two cards, agree in none, one or both of the two
    /// pairs of neighbors as often as two coins do.
    #[test]
    fn over_all_sequences_agreements_are_coins() {
        for division in halves(4) {
            let mut histograms = [[[0_u32; 3]; 16]; 2];
            for rows in all_sequences(4, 3) {
                let decks = KeptDecks::of_rows(Shape::whole(4), &rows);
                let inverse = decks.inverse().unwrap();
                for (decks, histograms) in [decks, inverse].iter().zip(&mut histograms) {
                    agreements(
                        &planes(decks, &division),
                        3,
                        1,
                        LaggedPairs::All,
                        |first, _, counts| {
                            for (second, &count) in counts.iter().enumerate() {
                                histograms[first * 4 + second][count as usize] += 1;
                            }
                        },
                    );
                }
            }
            let all = 24_u32.pow(3);
            for histogram in histograms.iter().flatten() {
                assert_eq!(histogram, &[all / 4, all / 2, all / 4]);
            }
        }
        assert_eq!((halves(4).count(), halves(52).count()), (2, 4));
    }

    #[test]
    fn each_with_itself_is_the_diagonal_and_odd_decks_have_no_halves() {
        let rows = (0..70).flat_map(|deck| (0..6).map(move |place| (place * 5 + deck * deck) % 6));
        let decks = KeptDecks::of_rows(Shape::whole(6), &rows.collect_vec());
        let planes = planes(&decks, &halves(6).next().unwrap());
        let mut diagonal = Vec::new();
        agreements(&planes, 70, 3, LaggedPairs::All, |first, _, counts| {
            diagonal.push(counts[first])
        });
        let of_itself = |first: usize, second: usize, counts: &[u32]| {
            assert_eq!((second, counts), (first, &diagonal[first..=first]));
        };
        agreements(&planes, 70, 3, LaggedPairs::OfEachWithItself, of_itself);
        assert_eq!(halves(53).count(), 0);
    }
}
