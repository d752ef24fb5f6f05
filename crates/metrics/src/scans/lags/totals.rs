//! Sums of draws: do hands with many lands, or lottery draws with a large sum, follow each other too often, or too rarely? Part of
//! [`lags`](super).

use super::{
    kind::later_draw,
    stretches::{MOST_FOLLOWED, comes_again},
};
use crate::{
    place::Place,
    scans::{Scan, kept::KeptDecks},
};

/// Compares each draw's total with the median total: do draws above it follow each other, and draws below it?
///
/// Null hypothesis: all draws are independent and of one law, whatever it is. Given which values came, their order is then uniform.
pub(super) fn totals(draws: &KeptDecks) -> Scan {
    let mut scan = Scan::of("draws");
    let (shape, dealt) = (draws.shape, draws.shape.dealt());
    let is_fixed = shape.is_order() || shape.is_whole();
    if is_fixed || dealt < 2 || draws.len() < 2 || draws.places.len() != shape.width() {
        return scan;
    }
    let rows = draws.rows();
    let mut look = |name: &dyn Fn(bool, usize) -> Place, of: &dyn Fn(&[u32]) -> usize| {
        // Bonus balls and levels come after what is drawn.
        let values: Vec<usize> =
            rows.chunks_exact(shape.width()).map(|row| of(&row[..dealt])).collect();
        let mut sorted = values.clone();
        sorted.sort_unstable();
        let usual = sorted[sorted.len() / 2];
        let mut again = |is: &dyn Fn(&usize) -> bool, what: Place| {
            let came = values.iter().filter(|it| is(it)).count() as u64;
            let stretches = values.chunk_by(|one, next| is(one) == is(next));
            let stretches = stretches.filter(|stretch| is(&stretch[0])).count() as u64;
            let counts = [came, stretches, values.len() as u64];
            comes_again(&mut scan, counts, || later_draw(1).text("again ").and(what));
        };
        again(&|it| *it < usual, name(false, usual));
        again(&|it| *it > usual, name(true, usual));
    };
    match shape.pack() {
        Some(pack) if pack.kinds() <= MOST_FOLLOWED => {
            // Of two kinds, what one has more of the other has less of.
            for kind in (0..pack.kinds()).skip(usize::from(pack.kinds() == 2)) {
                let name = |is_more, usual| than(is_more, usual).text(" of ").card(kind);
                look(&name, &|row| row.iter().filter(|&&card| card as usize == kind).count());
            }
        }
        Some(_) => {}
        None => {
            let half = shape.cards() / 2;
            let is_low = |symbol: &&u32| (**symbol as usize) < half;
            let name = |is_more, usual| than(is_more, usual).text(" of the lower half");
            look(&name, &|row| row.iter().filter(is_low).count());
            let name =
                |is_more, _| Place::from(if is_more { "a large sum" } else { "a small sum" });
            look(&name, &|row| row.iter().map(|&symbol| symbol as usize).sum());
        }
    }
    scan
}

fn than(is_more: bool, usual: usize) -> Place {
    Place::from(if is_more { "more than " } else { "fewer than " }).number(usual)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Shape,
        testing::{assert_never_too_small, each_word},
    };
    use rand::SeedableRng;
    use rand_pcg::Pcg64;
    use shuffle_deck::Pack;

    /// Over all sequences of draws no level is reached more often than it says.
    #[test]
    fn p_values_of_all_sequences_are_never_too_small() {
        for (shape, draws) in [(Shape::replacement(2, 2), 6), (Shape::replacement(3, 3), 3)] {
            let words = each_word(shape.cards(), shape.dealt() * draws);
            let chance = 1.0 / words.len() as f64;
            let ln_p = |word: &Vec<u32>| totals(&KeptDecks::of_rows(shape, word)).ln_p();
            assert_never_too_small(words.iter().map(|word| (ln_p(word).exp(), chance)), draws);
        }
    }

    /// 400 hands of lands and spells, seed 5: after four lands or more a hand is dealt again until it has fewer. Found at 1e-6; without
    /// that, not at 1e-3.
    #[test]
    fn hands_that_make_up_for_the_last_one_are_named() {
        let pack = Pack::parse("land=24,spell=36").unwrap();
        let shape = Shape::of_pack(pack, Some(7)).unwrap();
        let hands = |makes_up: bool| {
            let (mut rng, mut lands, mut rows) = (Pcg64::seed_from_u64(5), 0, Vec::new());
            for _ in 0..400 {
                let had = lands;
                loop {
                    let hand = rand::seq::index::sample(&mut rng, 60, 7).into_iter();
                    let hand: Vec<u32> = hand.map(|card| u32::from(card >= 24)).collect();
                    lands = hand.iter().filter(|&&kind| kind == 0).count();
                    if !makes_up || had < 4 || lands < 4 {
                        rows.extend(hand);
                        break;
                    }
                }
            }
            totals(&KeptDecks::of_rows(shape, &rows))
        };
        assert!(hands(true).ln_p() < 1e-6_f64.ln());
        assert!(hands(false).ln_p() > 1e-3_f64.ln());
    }
}
