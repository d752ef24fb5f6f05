//! Numbers that are read off an arrangement of a pack.
#![doc = include_str!("kind-inversions.md")]
#![doc = include_str!("kind-runs.md")]
#![doc = include_str!("most-copies.md")]

use super::{
    PACK,
    ball_numbers::{gaussian, gaussian_cumulants},
    beyond_the_table,
    kinds::pack_of,
    ln_choose, normalized,
};
use crate::{
    Card, Shape,
    costs::Cost,
    distribution::Edgeworth,
    metric::{About, NotApplicable, TestEntry, prose},
    number::{IntegerStatistic, Mean, whole_decks_only},
    place::Place,
    sums::convolution,
};
use shuffle_deck::{DrawKind, Pack};

/// Pairs of cards of which the later is of an earlier kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindInversions {
    pack: Pack,
}

/// Above this number of pairs of cards of different kinds the law is approximated from its cumulants.
const MOST_PAIRS: u64 = 1_200;

impl IntegerStatistic for KindInversions {
    const TEST: TestEntry = TestEntry {
        title: prose! { "pairs of cards whose kinds are in the wrong order, against their exact law" },
        sees: prose! { "kinds that tend to come before or after others" },
        blind_to: prose! { "kinds that clump anywhere" },
        cost: Cost::of(250.0, 0.0),
        ..TestEntry::new("kind-inversions", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "inversions of kinds",
        test: TestEntry {
            title: prose! { "the mean number of inversions of kinds over all decks" },
            sees: prose! { "kinds that tend to come before or after others, even with one deck" },
            blind_to: prose! { "kinds that clump anywhere" },
            ..TestEntry::new("kind-inversions-mean", About::Orders)
        },
    });

    const DRAWS: &'static [DrawKind] = PACK;

    type Scratch = Vec<usize>;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        Ok(Self { pack: pack_of(shape)? })
    }

    /// Card by card: the inversions of a card with all before it of later kinds are Gaussian binomials, one for each kind.
    fn law(&self) -> Vec<f64> {
        let (mut law, mut lying) = (vec![1.0], 0);
        for &count in self.pack.counts() {
            let count = count as usize;
            if lying > 0 {
                law = convolution(&law, &gaussian(lying, count));
            }
            lying += count;
        }
        law
    }

    fn approximated(&self) -> Option<(Edgeworth, u64)> {
        let counts: Vec<usize> = self.pack.counts().iter().map(|&count| count as usize).collect();
        let cards = self.pack.cards() as u64;
        let squares: u64 = counts.iter().map(|&count| (count as u64).pow(2)).sum();
        let pairs = (cards * cards - squares) / 2;
        beyond_the_table(pairs, MOST_PAIRS, || {
            Edgeworth::of_whole_numbers(gaussian_cumulants(&counts))
        })
    }

    fn of<C: Card>(&self, row: &[C], seen: &mut Vec<usize>) -> usize {
        // A Fenwick tree over kinds.
        let kinds = self.pack.kinds();
        seen.clear();
        seen.resize(kinds + 1, 0);
        let mut inversions = 0;
        for (place, kind) in row.iter().enumerate() {
            let (mut at, mut up_to) = (kind.index() + 1, 0);
            while at > 0 {
                up_to += seen[at];
                at &= at - 1;
            }
            inversions += place - up_to;
            let mut at = kind.index() + 1;
            while at <= kinds {
                seen[at] += 1;
                at += at & at.wrapping_neg();
            }
        }
        inversions
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct KindRuns {
    pack: Pack,
}

impl KindRuns {
    /// True if the law takes a second at most. For two kinds it is quick.
    fn is_tabulated(&self) -> bool {
        const MOST_STEPS: u128 = 100_000_000;
        const MOST_CARDS: [u128; 2] = [4_096, 1 << 15];
        let cards = self.pack.cards() as u128;
        let squares: u128 = self.pack.counts().iter().map(|&it| u128::from(it).pow(2)).sum();
        match self.pack.kinds() {
            2 => cards <= MOST_CARDS[1],
            _ => cards <= MOST_CARDS[0] && cards * squares <= MOST_STEPS,
        }
    }
}

impl IntegerStatistic for KindRuns {
    const TEST: TestEntry = TestEntry {
        title: prose! { "runs of equal kinds in a deck, against the exact law" },
        sees: prose! { "kinds that clump or alternate: lands clumped by a weak shuffle, pile shuffles" },
        blind_to: prose! { "which kinds clump, and where" },
        cost: Cost::of(22.0, 0.0),
        ..TestEntry::new("kind-runs", About::Orders)
    };

    const MEAN: Option<Mean> = Some(Mean {
        noun: "runs of equal kinds",
        test: TestEntry {
            title: prose! { "the mean number of runs of equal kinds over all decks" },
            sees: prose! { "kinds that clump, even with one deck" },
            blind_to: prose! { "which kinds clump, and where" },
            explains: true,
            ..TestEntry::new("kind-runs-mean", About::Orders)
        },
    });

    const DRAWS: &'static [DrawKind] = PACK;

    type Scratch = ();

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        whole_decks_only(shape)?;
        let runs = Self { pack: pack_of(shape)? };
        match runs.is_tabulated() {
            true => Ok(runs),
            false => Err(NotApplicable::new("the law for packs this large would take too long")),
        }
    }

    fn law(&self) -> Vec<f64> {
        law_of_runs(self.pack.counts())
    }

    fn of<C: Card>(&self, row: &[C], (): &mut ()) -> usize {
        runs(row)
    }
}

/// The number of runs of equal cards.
pub(crate) fn runs(row: &[impl PartialEq]) -> usize {
    1 + row.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// The law of the number of runs in a pack with these numbers of cards of each kind.
pub(crate) fn law_of_runs(counts: &[u32]) -> Vec<f64> {
    // equal[e]: the weight of e equal neighbors.
    let (mut equal, mut lying) = (vec![1.0], 0);
    for &count in counts {
        let count = count as usize;
        let mut next = vec![0.0; lying + count];
        for (e, p) in equal.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            for b in 1..=count.min(lying + 1) {
                let blocks = ln_choose(count - 1, b - 1) - ln_choose(lying + count, count);
                for i in (b + e).saturating_sub(lying + 1)..=e.min(b) {
                    let ways = ln_choose(e, i) + ln_choose(lying + 1 - e, b - i) + blocks;
                    next[e - i + count - b] += p * ways.exp();
                }
            }
        }
        equal = next;
        lying += count;
    }
    let mut runs = vec![0.0; lying + 1];
    equal.iter().enumerate().for_each(|(e, p)| runs[lying - e] = *p);
    while runs.last() == Some(&0.0) {
        runs.pop();
    }
    normalized(runs)
}

/// The most copies of one kind in the cards that are dealt, of the kinds of which fewer than two cards are expected there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MostCopies {
    pack: Pack,
    dealt: usize,
}

/// Hands up to this size have a law that is worked out.
const LARGEST_HAND: usize = 1_000;

impl MostCopies {
    /// The number of cards of each kind that counts.
    fn rare(&self) -> impl Iterator<Item = usize> {
        let is_rare = |count: usize| count > 1 && count * self.dealt < 2 * self.pack.cards();
        self.pack.counts().iter().map(|&count| count as usize).filter(move |&count| is_rare(count))
    }
}

impl IntegerStatistic for MostCopies {
    const TEST: TestEntry = TestEntry {
        title: prose! { "the most copies of one rare kind in a hand, against the exact law" },
        sees: prose! { "clumps in a hand: three of the four copies of a card in most games, for any card" },
        blind_to: prose! { "which kind clumps, and clumps after the hand" },
        explains: true,
        cost: Cost::of(30.0, 0.0),
        ..TestEntry::new("most-copies", About::Hands)
    };

    const DRAWS: &'static [DrawKind] = PACK;

    type Scratch = Vec<u32>;

    fn new(shape: Shape) -> Result<Self, NotApplicable> {
        let number = Self { pack: pack_of(shape)?, dealt: shape.dealt() };
        if shape.is_whole() || shape.dealt() > LARGEST_HAND {
            let why = format!("it is a test of hands of up to {LARGEST_HAND} cards");
            return Err(NotApplicable(why));
        }
        match number.rare().next() {
            Some(_) => Ok(number),
            None => Err(NotApplicable::new(
                "every kind has one copy, or two or more are expected in a hand",
            )),
        }
    }

    /// P(no kind has more than m copies) is the coefficient of x^k in the product of the truncated binomials `C(n_a, j) x^j`, over
    /// the number of all hands.
    fn law(&self) -> Vec<f64> {
        let most = self.rare().max().unwrap_or(0).min(self.dealt);
        let common = self.pack.cards() - self.rare().sum::<usize>();
        let within = |limit: usize| {
            let (mut hands, mut cards) = (vec![1.0; common.min(self.dealt) + 1], common);
            for count in self.rare() {
                hands = next_kind(&hands, [cards, count], limit, self.dealt);
                cards += count;
            }
            hands.get(self.dealt).copied().unwrap_or(0.0).min(1.0)
        };
        let up_to: Vec<f64> = (0..=most).map(within).collect();
        let before = std::iter::once(&0.0).chain(&up_to);
        normalized(up_to.iter().zip(before).map(|(p, before)| (p - before).max(0.0)).collect())
    }

    fn value_in_words(&self, value: usize) -> Place {
        match value {
            0 => "a hand of common cards only".into(),
            1 => "a hand without a second copy of a card".into(),
            _ => Place::from("a hand with ").number(value).text(" copies of one card"),
        }
    }

    fn of<C: Card>(&self, row: &[C], copies: &mut Vec<u32>) -> usize {
        copies.clear();
        copies.resize(self.pack.kinds(), 0);
        row.iter().for_each(|kind| copies[kind.index()] += 1);
        let limit = 2 * self.pack.cards();
        let is_rare = |count: u32| count > 1 && count as usize * self.dealt < limit;
        let rare = self.pack.counts().iter().zip(copies).filter(|(count, _)| is_rare(**count));
        rare.map(|(_, seen)| *seen as usize).max().unwrap_or(0)
    }
}

/// The probabilities that no kind so far has more than `limit` copies among the first j cards of those kinds, once a kind of `count` cards
/// joins the `cards` so far: the number of its copies among j cards of both is hypergeometric.
fn next_kind(hands: &[f64], [cards, count]: [usize; 2], limit: usize, dealt: usize) -> Vec<f64> {
    let all = cards + count;
    let with = |j: usize| -> f64 {
        let ln_all = ln_choose(all, j);
        let copies = j.saturating_sub(cards)..=limit.min(count).min(j);
        copies
            .map(|copies| {
                let ways = ln_choose(count, copies) + ln_choose(cards, j - copies) - ln_all;
                ways.exp() * hands[j - copies]
            })
            .sum()
    };
    (0..=all.min(dealt)).map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        number::Numbers,
        testing::{assert_is_close, assert_is_the_law_of, each_arrangement, pack},
    };

    #[test]
    fn the_laws_are_those_of_all_arrangements() {
        for counts in [&[2, 2][..], &[3, 1], &[4, 3], &[2, 2, 1], &[1, 3, 2], &[2, 1, 2, 1]] {
            let shape = Shape::of_pack(pack(counts), None).unwrap();
            assert_is_the_law_of::<KindInversions>(shape, each_arrangement(counts), 1e-12);
            assert_is_the_law_of::<KindRuns>(shape, each_arrangement(counts), 1e-12);
        }
    }

    #[test]
    fn the_most_copies_have_the_law_of_all_arrangements() {
        for (counts, dealt) in [
            (&[3, 2, 2][..], 2),
            (&[4, 2, 2], 3),
            (&[2, 2, 2, 2], 3),
            (&[3, 3, 1], 2),
            (&[5, 3], 2),
        ] {
            let shape = Shape::of_pack(pack(counts), Some(dealt)).unwrap();
            let hands: Vec<_> =
                each_arrangement(counts).into_iter().map(|row| row[..dealt].to_vec()).collect();
            assert_is_the_law_of::<MostCopies>(shape, hands, 1e-12);
        }
        // 13 of 24 lands and nine cards four times: the multivariate hypergeometric law, by integers.
        let counts = [24, 4, 4, 4, 4, 4, 4, 4, 4, 4];
        let shape = Shape::of_pack(pack(&counts), Some(13)).unwrap();
        let law = MostCopies::new(shape).unwrap().law();
        assert!((law[3] + law[4] - 0.245_436_395_379_44).abs() < 1e-12, "{law:?}");
    }

    #[test]
    fn few_cards_of_a_kind_are_tabulated_or_refused() {
        let of = |counts: &[u32]| {
            let shape = Shape::of_pack(pack(counts), None).unwrap();
            let number = KindInversions::new(shape).unwrap();
            (number.approximated(), Numbers::<KindInversions>::ENTRY.build(shape).is_ok())
        };
        // All places of the single card are equally likely.
        let law = KindInversions { pack: pack(&[1, 3_000]) }.law();
        assert!(law.len() == 3_001 && law.iter().all(|p| (p * 3_001.0 - 1.0).abs() < 1e-9));
        assert_eq!(of(&[2, 998]), (None, true));
        assert!(!of(&[3, 11_000]).1);
    }

    #[test]
    fn beyond_the_table_the_cumulants_say_the_same() {
        let number = KindInversions { pack: pack(&[30, 41]) };
        assert_eq!(number.approximated().unwrap().1, 1_230);
        assert_is_close(&number, 2e-6);
    }

    /// 20,000 cards of two kinds: each of 19,999 links is equal with a chance of 9,999/19,999.
    #[test]
    fn two_kinds_have_an_exact_law_of_runs_however_many_they_are() {
        let law = KindRuns { pack: pack(&[10_000, 10_000]) }.law();
        let mean: f64 = law.iter().enumerate().map(|(value, p)| value as f64 * p).sum();
        assert!((mean - 10_001.0).abs() < 1e-6, "{mean}");
        let of = |counts: &[u32]| KindRuns { pack: pack(counts) }.is_tabulated();
        assert!(of(&[16_384, 16_384]) && !of(&[16_385, 16_384]) && !of(&[200; 5]));
    }
}
