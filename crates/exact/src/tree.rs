//! The tree of all paths of the dice: one node a roll, from the code that shuffles.

use crate::{
    LawError,
    number::{Fraction, deals, fraction},
    paths::{self, Path, Roll, Route},
};
use num_bigint::BigInt;
use shuffle_algorithms::{Algorithm, Shape, card::identity};
use std::collections::BTreeMap;

/// All paths of the dice of one shuffle, as a tree.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Shape};
/// use shuffle_exact::{paths::Route, tree::Tree};
///
/// let naive = Algorithm::parse("naive")?;
/// let tree = Tree::of(&naive, &Route::new(Shape::whole(3), 1_000))?;
/// assert_eq!(tree.levels(), [3, 9, 27]);
/// assert_eq!(tree.leaves().count(), 27);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    shape: Shape,
    nodes: Vec<Node>,
}

/// An order, or a deal, in which paths end.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Its cards.
    pub deck: Vec<u32>,
    /// The number of paths that lead to it.
    pub paths: usize,
    /// The probability of all of them together.
    pub probability: Fraction,
}

/// A node: what has happened up to and with one roll. The root is before the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The node before, by its index; the root has none.
    pub parent: Option<usize>,
    /// The number of rolls so far.
    pub depth: usize,
    /// The roll that led here; none to the root.
    pub roll: Option<Roll>,
    /// The deck when the next roll is made, or in the end. Shuffles whose course depends on their rolls
    /// show it only in the end.
    pub deck: Option<Vec<u32>>,
    /// The probability of coming here.
    pub probability: Fraction,
    /// True if the shuffle ends here.
    pub is_leaf: bool,
}

impl Tree {
    /// The tree of a catalogued shuffle; the limit of the route is the most leaves.
    ///
    /// # Errors
    ///
    /// As [`paths::of_algorithm`].
    pub fn of(algorithm: &Algorithm, route: &Route) -> Result<Self, LawError> {
        Self::grown(route.shape, |each| paths::of_algorithm(algorithm, route, each))
    }

    /// The tree of the paths that `walk` hands out.
    ///
    /// # Errors
    ///
    /// The errors of `walk`.
    pub fn grown(
        shape: Shape,
        walk: impl FnOnce(&mut dyn FnMut(Path<'_>)) -> Result<(), LawError>,
    ) -> Result<Self, LawError> {
        let mut nodes = vec![Node {
            parent: None,
            depth: 0,
            roll: None,
            deck: Some(identity(shape.cards())),
            probability: fraction(1, 1),
            is_leaf: false,
        }];
        // The nodes of the current path, the root first.
        let mut trail = vec![0];
        walk(&mut |path| {
            trail.truncate(path.fresh + 1);
            for fork in &path.forks[path.fresh..] {
                nodes.push(Node {
                    parent: trail.last().copied(),
                    depth: trail.len(),
                    roll: Some(fork.roll),
                    deck: fork.deck.clone(),
                    probability: fork.probability(),
                    is_leaf: false,
                });
                trail.push(nodes.len() - 1);
            }
            let leaf = &mut nodes[trail[trail.len() - 1]];
            (leaf.is_leaf, leaf.deck) = (true, Some(path.deck.to_vec()));
        })?;
        Ok(Self { shape, nodes })
    }

    /// All nodes; a parent comes before its children, and these in the order of what they rolled.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The number of nodes after one roll, after two, and so on.
    #[must_use]
    pub fn levels(&self) -> Vec<usize> {
        let depth = self.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        let mut levels = vec![0; depth];
        for node in &self.nodes[1..] {
            levels[node.depth - 1] += 1;
        }
        levels
    }

    /// The ends of all paths.
    pub fn leaves(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.is_leaf)
    }

    /// The orders in which paths end, or the deals, sorted by their cards.
    ///
    /// ```
    /// use shuffle_algorithms::{Algorithm, Shape};
    /// use shuffle_exact::{paths::Route, tree::Tree};
    ///
    /// let naive = Algorithm::parse("naive")?;
    /// let tree = Tree::of(&naive, &Route::new(Shape::whole(3), 1_000))?;
    /// let paths: Vec<usize> = tree.ends().iter().map(|end| end.paths).collect();
    /// assert_eq!(paths, [4, 5, 5, 5, 4, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ends(&self) -> Vec<End> {
        let mut ends: BTreeMap<&[u32], (usize, Fraction)> = BTreeMap::new();
        for leaf in self.leaves() {
            let deck = leaf.deck.as_ref().map_or(&[][..], |deck| &deck[..self.shape.dealt()]);
            let (paths, sum) = ends.entry(deck).or_insert_with(|| (0, fraction(0, 1)));
            *paths += 1;
            *sum += &leaf.probability;
        }
        let end = |(deck, (paths, probability)): (&[u32], _)| End {
            deck: deck.to_vec(),
            paths,
            probability,
        };
        ends.into_iter().map(end).collect()
    }

    /// The number of orders, or of deals, of which a fair shuffle gives each the same probability.
    #[must_use]
    pub fn orders(&self) -> BigInt {
        deals(self.shape.cards(), self.shape.dealt())
    }
}
