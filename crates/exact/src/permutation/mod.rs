//! The law of whole decks: the probability of every order, or of every deal.
//!
//! Two ways lead to it. A swap program is taken step by step over a table of all orders ([`Steps`]): the
//! rolls stay open, and each step moves every probability to all the orders that the step makes of it.
//! A shuffle whose course depends on its rolls is walked along every path of its dice ([`of_paths`]), and
//! only the orders that it can reach are kept, so a hand shuffle of 52 cards may well have a law.

mod listed;
mod steps;

pub use listed::of_paths;
pub(crate) use listed::repeated;
pub use steps::Steps;

use crate::{
    deal_index::DealIndex,
    masses::Masses,
    number::{LawValue, deals, fraction},
};
use num_bigint::BigInt;
use shuffle_algorithms::Shape;

/// The probability of every order, or of every deal.
#[derive(Clone, Debug, PartialEq)]
pub struct PermutationLaw {
    shape: Shape,
    support: Support,
    masses: Masses,
}

/// The orders that the probabilities belong to.
#[derive(Clone, Debug, PartialEq)]
enum Support {
    /// All orders, by their number.
    All(DealIndex),
    /// These, sorted; all others never come.
    Listed(Vec<Box<[u32]>>),
}

impl PermutationLaw {
    /// The cards in the deck and the cards dealt.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The probabilities of [`PermutationLaw::orders`], in their order.
    #[must_use]
    pub fn masses(&self) -> &Masses {
        &self.masses
    }

    /// The number of orders, whether they can come or not: n!/(n-k)!.
    #[must_use]
    pub fn possible(&self) -> BigInt {
        deals(self.shape.cards(), self.shape.dealt())
    }

    /// The orders in lexicographic order, each with its probability. Orders that never come may be left
    /// out.
    ///
    /// ```
    /// use shuffle_algorithms::{Shape, dice::DiceSpec, shuffles::naive::Naive};
    /// use shuffle_exact::{Limits, permutation::Steps, script::Script};
    ///
    /// let script = Script::of(&Naive, Shape::whole(3), 1);
    /// let law = Steps::new(&script, DiceSpec::Exact)?.law(&Limits::default())?;
    /// let rows: Vec<_> = law.orders().map(|(order, p)| format!("{order:?} {p}")).collect();
    /// assert_eq!(rows[..2], ["[0, 1, 2] 4/27", "[0, 2, 1] 5/27"]);
    /// # Ok::<(), shuffle_exact::LawError>(())
    /// ```
    pub fn orders(&self) -> impl Iterator<Item = (Vec<u32>, LawValue)> + '_ {
        let mut walk = self.walk();
        (0..self.masses.len()).map(move |index| (walk.next().to_vec(), self.masses.get(index)))
    }

    /// Shows all orders that are kept, in their order.
    pub(crate) fn each(&self, mut show: impl FnMut(&[u32])) {
        let mut walk = self.walk();
        (0..self.masses.len()).for_each(|_| show(walk.next()));
    }

    /// The probability of one order: `order[p]` is the card at place p.
    #[must_use]
    pub fn probability(&self, order: &[u32]) -> LawValue {
        match &self.support {
            Support::All(rows) => self.masses.get(rows.rank(order) as usize),
            Support::Listed(listed) => listed
                .binary_search_by(|listed| (**listed).cmp(order))
                .map_or_else(|_| LawValue::Exact(fraction(0, 1)), |index| self.masses.get(index)),
        }
    }

    /// The law of a statistic: `of` gives the value of each order, a number below `values`.
    ///
    /// ```
    /// use shuffle_algorithms::{Shape, dice::DiceSpec, shuffles::naive::Naive};
    /// use shuffle_exact::{Limits, permutation::Steps, script::Script};
    ///
    /// // How often the naive shuffle leaves the first card where it is.
    /// let script = Script::of(&Naive, Shape::whole(3), 1);
    /// let law = Steps::new(&script, DiceSpec::Exact)?.law(&Limits::default())?;
    /// let stays = law.statistic(2, |order| usize::from(order[0] == 0));
    /// assert_eq!(stays.get(1).to_string(), "1/3");
    /// # Ok::<(), shuffle_exact::LawError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `of` gives `values` or more.
    #[must_use]
    pub fn statistic(&self, values: usize, mut of: impl FnMut(&[u32]) -> usize) -> Masses {
        self.scatter(values, |order, put| put(of(order)))
    }

    /// As [`PermutationLaw::statistic`], where an order may count for several bins or none.
    pub(crate) fn scatter(
        &self,
        bins: usize,
        mut bins_of: impl FnMut(&[u32], &mut dyn FnMut(usize)),
    ) -> Masses {
        let mut walk = self.walk();
        self.masses.scatter(bins, |_, put| bins_of(walk.next(), put))
    }

    /// The order with this index, for a few indices.
    pub(crate) fn order(&self, index: usize) -> Vec<u32> {
        match &self.support {
            Support::All(rows) => rows.unrank(index as u64),
            Support::Listed(listed) => listed[index].to_vec(),
        }
    }

    /// The first `some` orders that are not listed, in decks of up to 128 cards.
    pub(crate) fn unlisted(&self, some: usize) -> Vec<Vec<u32>> {
        let Support::Listed(listed) = &self.support else { return Vec::new() };
        if self.shape.cards() > 128 {
            return Vec::new();
        }
        let mut listed = listed.iter().peekable();
        let mut unlisted = Vec::new();
        let mut row: Vec<u32> = (0..self.shape.dealt() as u32).collect();
        let mut more = true;
        while more && unlisted.len() < some {
            if listed.peek().is_some_and(|next| ***next == *row) {
                listed.next();
            } else {
                unlisted.push(row.clone());
            }
            more = crate::deal_index::advance(&mut row, self.shape.cards());
        }
        unlisted
    }

    fn walk(&self) -> OrderWalk<'_> {
        OrderWalk { support: &self.support, row: Vec::new(), index: 0 }
    }

    /// The law of the first cards, where so far it is one of whole decks over a table of all orders: the
    /// decks that begin alike are neighbors in that table.
    fn dealt(self, rows: DealIndex, shape: Shape) -> Self {
        let together = self.masses.len() / rows.count() as usize;
        let masses = self.masses.scatter(rows.count() as usize, |index, put| put(index / together));
        Self { shape, support: Support::All(rows), masses }
    }
}

/// Goes through the orders of a law.
struct OrderWalk<'a> {
    support: &'a Support,
    row: Vec<u32>,
    index: usize,
}

impl OrderWalk<'_> {
    /// The next order, which must exist.
    fn next(&mut self) -> &[u32] {
        self.index += 1;
        match self.support {
            Support::Listed(listed) => &listed[self.index - 1],
            Support::All(rows) => {
                if self.index == 1 {
                    self.row = rows.first();
                } else {
                    rows.advance(&mut self.row);
                }
                &self.row
            }
        }
    }
}
