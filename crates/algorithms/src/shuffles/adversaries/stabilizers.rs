//! Uniform elements of a permutation group from its generators, by a chain of stabilizers (Sims 1970).
//!
//! Row i of the chain has, for each point that the elements which fix all points below i can bring to place i, one element that does so. Every
//! element of the group is a product of one from each row in just one way, so a roll for each row draws a uniform one. The chain is
//! complete when the product of any two of its elements is such a product again (Furst, Hopcroft and Luks 1980).

use crate::Dice;

/// The points of the groups that are known here, at most.
pub(super) const POINTS: usize = 24;

/// A permutation: place p holds point `p`.
pub(super) type Element = [u8; POINTS];

/// A chain of stabilizers.
#[derive(Debug)]
pub(super) struct Chain {
    /// For each row the elements, the identity first, with the point that each brings to the place of the row.
    rows: Vec<Vec<Element>>,
}

/// The element that does nothing.
fn identity() -> Element {
    std::array::from_fn(|point| point as u8)
}

/// First `b`, then `a`: place p holds `a[b[p]]`.
fn product(a: &Element, b: &Element) -> Element {
    b.map(|point| a[usize::from(point)])
}

fn inverse(a: &Element) -> Element {
    let mut inverse = identity();
    a.iter().zip(0..).for_each(|(&point, place)| inverse[usize::from(point)] = place);
    inverse
}

impl Chain {
    /// The chain of the group that these permutations generate.
    pub(super) fn of(generators: &[Element]) -> Self {
        let mut chain = Self { rows: vec![vec![identity()]; POINTS] };
        let mut new: Vec<Element> = generators.to_vec();
        while let Some(element) = new.pop() {
            if let Some(rest) = chain.sift(element) {
                let all = chain.rows.iter().flatten();
                new.extend(all.flat_map(|one| [product(one, &rest), product(&rest, one)]));
            }
        }
        chain
    }

    /// Files what is left of an element when the elements of the rows are divided out; `None` if nothing is left.
    fn sift(&mut self, mut element: Element) -> Option<Element> {
        for (place, row) in self.rows.iter_mut().enumerate() {
            match row.iter().find(|known| known[place] == element[place]) {
                Some(known) => element = product(&inverse(known), &element),
                None => {
                    row.push(element);
                    return Some(element);
                }
            }
        }
        None
    }

    /// The number of elements of the group.
    #[cfg(test)]
    fn order(&self) -> u64 {
        self.rows.iter().map(|row| row.len() as u64).product()
    }

    /// A uniform element.
    pub(super) fn draw<D: Dice>(&self, dice: &mut D) -> Element {
        let rows = self.rows.iter().filter(|row| row.len() > 1);
        rows.fold(identity(), |element, row| product(&element, &row[dice.below(row.len())]))
    }
}

/// `base^exponent mod modulus`, for moduli below 2^32.
pub(super) fn power(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut square, mut power) = (base % modulus, 1);
    while exponent > 0 {
        if exponent % 2 == 1 {
            power = power * square % modulus;
        }
        square = square * square % modulus;
        exponent /= 2;
    }
    power
}

/// A Mathieu group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mathieu {
    M12,
    M24,
}

impl Mathieu {
    /// The points that it moves.
    pub(super) fn points(self) -> usize {
        match self {
            Self::M12 => 12,
            Self::M24 => 24,
        }
    }

    /// The chain of the group, which is made once.
    pub(super) fn chain(self) -> &'static Chain {
        static CHAINS: [std::sync::OnceLock<Chain>; 2] = [const { std::sync::OnceLock::new() }; 2];
        let chain = &CHAINS[usize::from(self == Self::M24)];
        chain.get_or_init(|| Chain::of(&self.generators()))
    }

    /// Conway's generators on the projective line of 11 or 23 points and infinity, which is the last: x + 1, -1/x, and one more. (Conway and
    /// Sloane, *Sphere Packings, Lattices and Groups*, chapters 10 and 11.)
    fn generators(self) -> [Element; 3] {
        let prime = self.points() as u64 - 1;
        let negative_inverse = |x: u64| match x {
            0 => prime,
            x if x == prime => 0,
            x => (prime - power(x, prime - 2, prime)) % prime,
        };
        let next = |x| if x == prime { x } else { (x + 1) % prime };
        let last = |x| if x == prime { x } else { self.last(x) };
        [self.on_points(next), self.on_points(negative_inverse), self.on_points(last)]
    }

    fn on_points(self, image: impl Fn(u64) -> u64) -> Element {
        let mut element = identity();
        element[..self.points()].iter_mut().zip(0..).for_each(|(to, x)| *to = image(x) as u8);
        element
    }

    /// The generator that is not of the projective line.
    fn last(self, x: u64) -> u64 {
        match self {
            Self::M12 => (4 * power(x, 2, 11) + 8 * power(x, 7, 11)) % 11, // 4 x^2 - 3 x^7
            // x^3 / 9 for squares, 9 x^3 for others; 1/9 is 18.
            Self::M24 if power(x, 11, 23) == 22 => 9 * power(x, 3, 23) % 23,
            Self::M24 => 18 * power(x, 3, 23) % 23,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Exact;
    use rand::SeedableRng;
    use rand_pcg::Pcg64;
    use std::collections::HashSet;

    #[test]
    fn the_mathieu_groups_have_their_orders() {
        assert_eq!(Mathieu::M12.chain().order(), 95_040);
        assert_eq!(Mathieu::M24.chain().order(), 244_823_040);
    }

    #[test]
    fn the_first_five_places_determine_an_element_of_the_smaller_group() {
        // M12 is sharply five-transitive: 95,040 = 12 * 11 * 10 * 9 * 8.
        let mut dice = Exact::new(Pcg64::seed_from_u64(1));
        let draw = |_| Mathieu::M12.chain().draw(&mut dice);
        let elements: HashSet<Element> = (0..20_000).map(draw).collect();
        let starts: HashSet<&[u8]> = elements.iter().map(|element| &element[..5]).collect();
        assert_eq!(starts.len(), elements.len());
        assert!(elements.len() > 17_500, "20,000 draws of 95,040 elements: {}", elements.len());
    }

    #[test]
    fn two_generators_of_three_points_give_all_six_orders_equally_often() {
        let on_three = |image: [u8; 3]| {
            let mut element = identity();
            element[..3].copy_from_slice(&image);
            element
        };
        let chain = Chain::of(&[on_three([1, 0, 2]), on_three([1, 2, 0])]);
        assert_eq!(chain.order(), 6);
        let pairs = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)];
        let drawn = pairs.map(|(a, b)| chain.draw(&mut crate::dice::Recorded::new([a, b])));
        assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), 6);
    }
}
