//! Uniform elements of subgroups of the symmetric group: few orders, which are far apart from each other.
//!
//! A group acts on the largest number of cards that it can act on; cards beyond that are shuffled among their places, soundly. Where it has
//! no such number, the deck is shuffled soundly.

use super::{
    Defect, MOST_CARDS, Next, adversary, mix, parameter,
    stabilizers::{Mathieu, power},
    uniform,
};
use crate::{
    Dice,
    entry::{Entry, Known, Listing},
    spec::Parameter,
};

/// A uniform element of a group acts on the first cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfGroup {
    group: Group,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// M12 or M24, on at most this many cards.
    Mathieu { degree: usize },
    /// All fractional linear maps of the projective line of q + 1 points, q prime.
    Projective,
    /// All maps a x + b of p points, p prime.
    AffinePrime,
    /// All affine maps of bit strings.
    AffineBinary,
    /// Blocks are shuffled, and the cards in each.
    Wreath { block: usize },
}

const DEGREE: Parameter =
    parameter("degree", "the most cards that it acts on: 12 for M12, 24 for M24", (12, 24), 24);

pub(crate) const MATHIEU: Listing<OfGroup> = Listing {
    entry: Entry {
        title: "a uniform element of a Mathieu group, M12 or M24",
        parameters: &[DEGREE],
        known: Known::Biased { from: 12, how: "five places determine the others, or nearly" },
        source: "Mathieu 1861 and 1873; Diaconis, Graham and Kantor 1983 (shuffles that give M12)",
        ..adversary("mathieu")
    },
    build: |spec| OfGroup { group: Group::Mathieu { degree: spec.value(DEGREE.key) as usize } },
};

pub(crate) const PGL2: Listing<OfGroup> = Listing {
    entry: Entry {
        title: "a uniform fractional linear map of a prime and infinity",
        known: Known::Biased { from: 6, how: "three places determine the others" },
        source: "adversary: PGL(2, q), sharply three-transitive",
        ..adversary("pgl2")
    },
    build: |_| OfGroup { group: Group::Projective },
};

pub(crate) const AFFINE_PRIME: Listing<OfGroup> = Listing {
    entry: Entry {
        title: "a uniform map a x + b modulo a prime",
        known: Known::Biased { from: 5, how: "two places determine the others" },
        source: "adversary: AGL(1, p), sharply two-transitive; linear congruential shuffles",
        ..adversary("affine-prime")
    },
    build: |_| OfGroup { group: Group::AffinePrime },
};

pub(crate) const AFFINE_BINARY: Listing<OfGroup> = Listing {
    entry: Entry {
        title: "a uniform affine map of bits",
        known: Known::Biased { from: 8, how: "a few places determine the others" },
        source: "adversary: AGL(k, 2), three-transitive; shuffles by exclusive or",
        ..adversary("affine-binary")
    },
    build: |_| OfGroup { group: Group::AffineBinary },
};

const BLOCK: Parameter = parameter("block", "cards per block", (2, MOST_CARDS), 4);

pub(crate) const WREATH: Listing<OfGroup> = Listing {
    entry: Entry {
        title: "blocks are shuffled, and the cards within each block, but blocks stay together",
        parameters: &[BLOCK],
        known: Known::BiasedBeyond {
            parameter: BLOCK.key,
            how: "the cards of a block stay together",
        },
        source: "adversary: wreath product of symmetric groups",
        ..adversary("wreath")
    },
    build: |spec| OfGroup { group: Group::Wreath { block: spec.value(BLOCK.key) as usize } },
};

/// The largest prime that is at most `most`, if it is at least 5: the groups of smaller ones have all orders.
fn prime(most: usize) -> Option<usize> {
    let has_none = |n: usize| (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    (5..=most).rev().find(|&n| has_none(n))
}

impl Group {
    /// The images of the first cards, as many as the group acts on.
    fn draw<D: Dice>(self, n: usize, dice: &mut D) -> Vec<u32> {
        match self {
            Self::Mathieu { degree } => {
                let fits = |group: &Mathieu| group.points() <= degree.min(n);
                let group = [Mathieu::M24, Mathieu::M12].into_iter().find(fits);
                group.map_or_else(Vec::new, |group| {
                    let element = group.chain().draw(dice);
                    element[..group.points()].iter().map(|&point| point.into()).collect()
                })
            }
            Self::Projective => {
                prime(n.saturating_sub(1)).map_or_else(Vec::new, |q| projective(q as u64, dice))
            }
            Self::AffinePrime => prime(n).map_or_else(Vec::new, |p| {
                let (a, b) = (1 + dice.below(p - 1), dice.below(p));
                (0..p).map(|x| ((a * x + b) % p) as u32).collect()
            }),
            Self::AffineBinary if n < 8 => Vec::new(),
            Self::AffineBinary => affine_binary(n.ilog2(), dice),
            Self::Wreath { block } => {
                let mut order = Vec::with_capacity(n);
                for from in uniform(n / block, dice) {
                    let first = from * block as u32;
                    let start = order.len();
                    order.extend(first..first + block as u32);
                    mix(&mut order[start..], dice);
                }
                order
            }
        }
    }
}

/// A map of the projective line: a x + b, or a / (x + c) + b, with a other than 0. These are all of PGL(2, q), each once (Bruhat).
fn projective<D: Dice>(q: u64, dice: &mut D) -> Vec<u32> {
    let mut below = |k: u64| dice.below(k as usize) as u64;
    // One map in q + 1 leaves infinity where it is.
    let (pole, a, b) = (below(q + 1), 1 + below(q - 1), below(q));
    let image = |x: u64| match (pole == q, x == q) {
        (true, true) => q,
        (true, false) => (a * x + b) % q,
        (false, true) => b,
        (false, false) if x == pole => q,
        (false, false) => (a * power(x + q - pole, q - 2, q) + b) % q,
    };
    (0..=q).map(|x| image(x) as u32).collect()
}

/// An affine map of strings of `bits` bits: the images of the unit strings are independent, and a string is added.
fn affine_binary<D: Dice>(bits: u32, dice: &mut D) -> Vec<u32> {
    let strings = 1_usize << bits;
    let mut images = vec![0_u32];
    let mut is_spanned = vec![false; strings];
    is_spanned[0] = true;
    for _ in 0..bits {
        let chosen = dice.below(strings - images.len());
        let free = (0..strings).filter(|&string| !is_spanned[string]).nth(chosen);
        let column = free.unwrap_or(0) as u32; // there are as many as were rolled among
        let span = images.len();
        images.extend_from_within(..);
        for image in &mut images[span..] {
            *image ^= column;
            is_spanned[*image as usize] = true;
        }
    }
    let add = dice.below(strings) as u32;
    images.iter().map(|image| image ^ add).collect()
}

impl Defect for OfGroup {
    type Kept = ();

    fn order<D: Dice>(&self, next: Next, (): &mut (), dice: &mut D) -> Vec<u32> {
        let mut order = self.group.draw(next.cards, dice);
        let moved = order.len();
        order.extend(moved as u32..next.cards as u32);
        mix(&mut order[moved..], dice);
        order
    }
}
