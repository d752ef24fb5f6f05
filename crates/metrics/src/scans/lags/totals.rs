//! Numbers of draws: do hands with many lands, lottery draws with a large sum, or packs that begin with red follow each other too often, or
//! too rarely? Part of [`lags`](super).

use super::{
    kind::{later, later_draw},
    stretches::{MOST_FOLLOWED, comes_again},
};
use crate::{
    place::Place,
    scans::{Scan, kept::KeptDecks},
};
use shuffle_deck::DrawKind;

/// Compares each draw's total with the median total: do draws above it follow each other, and draws below it? And the same for the kind that a
/// pack begins with.
///
/// Null hypothesis: all draws are independent and of one law, whatever it is. Given which values came, their order is then uniform.
pub(super) fn totals(draws: &KeptDecks) -> Scan {
    let mut scan = Scan::of("draws");
    let (shape, dealt) = (draws.shape, draws.shape.dealt());
    let is_kept = dealt > 1 && draws.len() > 1 && draws.places.len() == shape.width();
    if shape.is_order() || !is_kept {
        return scan;
    }
    let rows = draws.rows();
    let rows: Vec<&[u32]> = rows.chunks_exact(shape.width()).collect();
    let (half, kind_of_draw) = (shape.cards() / 2, shape.kind());
    match shape.pack() {
        Some(pack) if pack.kinds() <= MOST_FOLLOWED => {
            // Of two kinds, what one has more of the other has less of.
            for kind in (0..pack.kinds()).skip(usize::from(pack.kinds() == 2)) {
                let is_kind = |card: &u32| *card as usize == kind;
                again(&mut scan, kind_of_draw, rows.iter().map(|row| is_kind(&row[0])), || {
                    Place::default().card(kind).text(" at position ").position(0)
                });
                if !shape.is_whole() {
                    let name = |is_more, usual| than(is_more, usual).text(" of ").card(kind);
                    far_from_median(&mut scan, kind_of_draw, &rows, name, |row| {
                        row[..dealt].iter().filter(|card| is_kind(card)).count()
                    });
                }
            }
        }
        _ if shape.is_whole() || shape.pack().is_some() => {}
        _ => {
            let name = |is_more, usual| than(is_more, usual).text(" of the lower half");
            let is_low = |symbol: &&u32| (**symbol as usize) < half;
            far_from_median(&mut scan, kind_of_draw, &rows, name, |row| {
                row[..dealt].iter().filter(is_low).count()
            });
            let name = |is_more, usual| {
                let of_which = than(is_more, usual).text(" of every other number, from ");
                of_which.card(0).text(" on,")
            };
            far_from_median(&mut scan, kind_of_draw, &rows, name, |row| {
                row[..dealt].iter().filter(|symbol| symbol.is_multiple_of(2)).count()
            });
            let name =
                |is_more, _| Place::from(if is_more { "a large sum" } else { "a small sum" });
            far_from_median(&mut scan, kind_of_draw, &rows, name, |row| {
                row[..dealt].iter().map(|&symbol| symbol as usize).sum()
            });
        }
    }
    if shape.bonus().is_some() {
        let name = |is_more, _| {
            Place::from(if is_more { "a high bonus ball" } else { "a low bonus ball" })
        };
        far_from_median(&mut scan, kind_of_draw, &rows, name, |row| row[dealt] as usize);
    }
    scan
}

/// Looks at the draws whose number is below the median, and at those above it.
fn far_from_median(
    scan: &mut Scan,
    kind_of_draw: DrawKind,
    rows: &[&[u32]],
    name: impl Fn(bool, usize) -> Place,
    of: impl Fn(&[u32]) -> usize,
) {
    let values: Vec<usize> = rows.iter().map(|row| of(row)).collect();
    let mut sorted = values.clone();
    sorted.sort_unstable();
    let usual = sorted[sorted.len() / 2];
    again(scan, kind_of_draw, values.iter().map(|it| *it < usual), || name(false, usual));
    again(scan, kind_of_draw, values.iter().map(|it| *it > usual), || name(true, usual));
}

/// Looks at how often a draw that is something follows on another one.
fn again(
    scan: &mut Scan,
    kind_of_draw: DrawKind,
    is: impl Iterator<Item = bool>,
    name: impl FnOnce() -> Place,
) {
    let is: Vec<bool> = is.collect();
    let came = is.iter().filter(|it| **it).count() as u64;
    let stretches = is.chunk_by(|one, next| one == next).filter(|stretch| stretch[0]).count();
    let next = if kind_of_draw == DrawKind::Pack { later(1) } else { later_draw(1) };
    let [_, unit] = kind_of_draw.trial();
    comes_again(scan, [came, stretches as u64, is.len() as u64], unit, || {
        next.text("again ").and(name())
    });
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
    use rand::{RngExt, SeedableRng, seq::index::sample};
    use rand_pcg::Pcg64;
    use shuffle_deck::{Bonus, Pack};

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
                    let hand = sample(&mut rng, 60, 7).into_iter();
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

    /// What alternates from draw to draw is named, in 100 draws at 1e-6: the kind that a whole pack begins with, the half of the drum that the bonus
    /// ball comes from, and whether most balls are odd. Seed 6.
    #[test]
    fn what_alternates_is_named() {
        let pack = Shape::of_pack(Pack::parse("red=3,black=3").unwrap(), None).unwrap();
        let lottery = Shape::unordered(20, 5, Some(Bonus { balls: 1, drum: Some(10) })).unwrap();
        let odd = |row: &[u32]| row[..5].iter().filter(|ball| ball.is_multiple_of(2)).count() > 2;
        type Is<'a> = &'a dyn Fn(&[u32]) -> bool;
        let cases: [(Shape, Is<'_>, &str); 3] = [
            (pack, &|row| row[0] == 0, "one deck later, again 1 at position 0"),
            (lottery, &|row| row[5] < 5, "bonus ball"),
            (lottery, &odd, "of every other number, from 0 on,"),
        ];
        let mut rng = Pcg64::seed_from_u64(6);
        for (shape, is, name) in cases {
            let mut draw = || -> Vec<u32> {
                match shape.pack() {
                    Some(_) => {
                        sample(&mut rng, 6, 6).iter().map(|card| (card / 3) as u32).collect()
                    }
                    None => {
                        let balls = sample(&mut rng, 20, 5).into_iter();
                        balls.chain([rng.random_range(0..10)]).map(|it| it as u32).collect()
                    }
                }
            };
            let mut rows: Vec<u32> = Vec::new();
            while rows.len() < 100 * shape.width() {
                let row = draw();
                if is(&row) == (rows.len() / shape.width()).is_multiple_of(2) {
                    rows.extend(row);
                }
            }
            let scan = totals(&KeptDecks::of_rows(shape, &rows));
            assert!(scan.ln_p() < 1e-6_f64.ln(), "{name}: {}", scan.ln_p());
            let what = scan.into_extreme().unwrap().what.to_string();
            assert!(what.contains(name), "{what}");
        }
    }
}
