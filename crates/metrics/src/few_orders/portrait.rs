//! The contents of a picture of few orders: the positions of cards, and the stretch that stands out.

use super::facts::OrderFacts;
use crate::grouping::Grouping;
use std::ops::Range;

pub(crate) const MOST_POINTS: usize = 4_096;

/// The positions of cards in whole decks.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderPortrait {
    /// Cards in a deck.
    pub cards: usize,
    /// A card in each point, equally far apart in the start order; in several decks fewer of each.
    pub points: Vec<OrderPoint>,
    /// The clearest stretch, if chance hardly makes one like it.
    pub stretch: Option<Stretch>,
    /// The facts shown next to the picture.
    pub facts: OrderFacts,
}

/// A card at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderPoint {
    /// The deck, from 0.
    pub deck: usize,
    /// The card.
    pub card: usize,
    /// Its position.
    pub position: usize,
}

impl OrderPoint {
    /// The number of positions by which the card moved.
    pub fn distance(&self) -> usize {
        self.card.abs_diff(self.position)
    }
}

/// The distances that the cards of a region of the start order moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Displacement {
    /// The region.
    pub cards: Range<usize>,
    /// The number of them that were examined, in all decks.
    pub looked_at: u64,
    /// The mean distance, in positions.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// The mean distance of these cards in a uniform order.
    pub expected: f64,
}

/// The most regions whose displacement is shown.
const MOST_REGIONS: usize = 64;

const FEWEST_OF_REGION: usize = 8;

impl OrderPortrait {
    /// The distances that cards moved, by region of the start order.
    ///
    /// In a uniform order of n card i moves by `(i (i+1) + (n-1-i) (n-i)) / (2 n)` positions on average.
    pub fn displacements(&self) -> Vec<Displacement> {
        displacements(self.cards, &self.points)
    }
}

fn displacements(cards: usize, points: &[OrderPoint]) -> Vec<Displacement> {
    let regions = (points.len() / FEWEST_OF_REGION).clamp(1, MOST_REGIONS.min(cards));
    let n = cards as f64;
    let grouping = Grouping::new(cards, regions);
    let of_region = |region: usize| {
        let cards = grouping.items(region);
        let inside = points.iter().filter(|point| cards.contains(&point.card));
        let (mut looked_at, mut sum, mut squares, mut expected) = (0, 0.0, 0.0, 0.0);
        for point in inside {
            let (distance, i) = (point.distance() as f64, point.card as f64);
            looked_at += 1;
            sum += distance;
            squares += distance * distance;
            expected += (i * (i + 1.0) + (n - 1.0 - i) * (n - i)) / (2.0 * n);
        }
        let k = looked_at as f64;
        let variance = (squares - sum * sum / k).max(0.0) / (k - 1.0).max(1.0);
        let (mean, expected) = (sum / k, expected / k);
        Displacement { cards, looked_at, mean, standard_error: (variance / k).sqrt(), expected }
    };
    (0..regions).map(of_region).filter(|it| it.looked_at > 0).collect()
}

/// A part of a deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The deck, from 0.
    pub deck: usize,
    /// Its positions.
    pub positions: Range<usize>,
    /// Its cards.
    pub cards: Range<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_move_as_far_as_over_all_positions() {
        let n = 96;
        let points = (0..n).flat_map(|card| {
            (0..n).map(move |position| OrderPoint { deck: position, card, position })
        });
        let points: Vec<OrderPoint> = points.collect();
        let displacements = displacements(n, &points);
        assert_eq!(displacements.len(), MOST_REGIONS);
        for it in displacements {
            assert!((it.mean - it.expected).abs() < 1e-9, "{it:?}");
        }
    }
}
