//! The courses of the hand shuffles: their packets and the probability of each.
//!
//! These are formulas for laws, not shuffles: they deal no deck, roll no dice, and say of one place only
//! which card lies there given what came before. The tests hold every cell of every one against all paths
//! of the shuffle's own body.

use super::course::{Course, State};

/// Packets go from the end of one hand to the other, their order kept. (Hindu: article 2; overhand:
/// Pemantle 1989, J. Theoret. Probab. 2(1).)
///
/// State: the card, the end of its packet, what the first hand still holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packets {
    pub(crate) cards: usize,
    pub(crate) law: PacketLaw,
}

/// The law of the size of a packet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PacketLaw {
    /// 5 to 9 cards, all alike.
    FiveToNine,
    /// Up to the next gap that is cut, each with this probability.
    Cuts(f64),
}

impl Packets {
    fn packet(&self, rest: usize) -> Vec<(State, f64)> {
        let state = |size: usize| [(rest - size) as u16, rest as u16, (rest - size) as u16, 0];
        match self.law {
            PacketLaw::FiveToNine => (5..10).map(|size| (state(size.min(rest)), 0.2)).collect(),
            PacketLaw::Cuts(p) => (1..=rest)
                .map(|size| {
                    let uncut = (1.0 - p).powi(size as i32 - 1);
                    (state(size), if size < rest { uncut * p } else { uncut })
                })
                .collect(),
        }
    }
}

impl Course for Packets {
    fn start(&self) -> Vec<(State, f64)> {
        self.packet(self.cards)
    }

    fn next(&self, [card, end, rest, _]: State) -> Vec<(State, f64)> {
        if card + 1 < end {
            vec![([card + 1, end, rest, 0], 1.0)]
        } else {
            self.packet(rest.into())
        }
    }

    fn card(&self, [card, ..]: State) -> usize {
        card.into()
    }
}

/// The mathematical riffle: the halves lose cards in proportion to the cards left in them. (Bayer
/// and Diaconis 1992, section 2.)
///
/// State: the cut, what has fallen from the upper half, what has fallen in all, and whether the last one
/// was of the lower half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gsr {
    pub(crate) cards: usize,
}

impl Gsr {
    fn fall(&self, cut: u16, upper: u16, fallen: u16, p: f64) -> [(State, f64); 2] {
        let left = self.cards - usize::from(fallen);
        let in_upper = usize::from(cut - upper);
        let share = |half: usize| p * half as f64 / left as f64;
        [
            ([cut, upper + 1, fallen + 1, 0], share(in_upper)),
            ([cut, upper, fallen + 1, 1], share(left - in_upper)),
        ]
    }
}

fn possible(states: impl IntoIterator<Item = (State, f64)>) -> Vec<(State, f64)> {
    states.into_iter().filter(|&(_, p)| p > 0.0).collect()
}

impl Course for Gsr {
    fn start(&self) -> Vec<(State, f64)> {
        // The binomial law of the cut, from one end to the other by its ratios.
        let n = self.cards;
        let mut p = 0.5_f64.powi(n as i32);
        possible((0..=n).flat_map(|cut| {
            let now = p;
            p = p * (n - cut) as f64 / (cut + 1) as f64;
            self.fall(cut as u16, 0, 0, now)
        }))
    }

    fn next(&self, [cut, upper, fallen, _]: State) -> Vec<(State, f64)> {
        possible(self.fall(cut, upper, fallen, 1.0))
    }

    fn card(&self, [cut, upper, fallen, lower]: State) -> usize {
        usize::from(if lower == 1 { cut + fallen - upper - 1 } else { upper - 1 })
    }
}

/// The riffle by hand of article 2: a cut near the middle, packets of 1 (9/10) or 2 cards in turn, from the
/// bottom up.
///
/// State: the cut, what the halves still hold, and what fell: 0 and 1 the end of a packet of the lower
/// and the upper half, 2 and 3 the first of two cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Human {
    pub(crate) cards: usize,
}

impl Human {
    /// A packet of this half, or of the other if it is out of cards.
    fn packet(cut: u16, halves: [u16; 2], half: usize, p: f64) -> [(State, f64); 2] {
        let half = if halves[half] == 0 { 1 - half } else { half };
        let mut left = halves;
        left[half] = left[half].saturating_sub(1);
        let state = |tag: usize| [cut, left[0], left[1], tag as u16];
        let two = if left[half] > 0 { 0.1 } else { 0.0 };
        [(state(half), p * (1.0 - two)), (state(half + 2), p * two)]
    }
}

impl Course for Human {
    fn start(&self) -> Vec<(State, f64)> {
        let n = self.cards;
        let weights: &[f64] = if n.is_multiple_of(2) { &[2.0; 3] } else { &[1.0, 2.0, 2.0, 1.0] };
        possible(weights.iter().enumerate().flat_map(|(above, weight)| {
            let cut = (n / 2 + above).saturating_sub(1).min(n);
            Self::packet(cut as u16, [(n - cut) as u16, cut as u16], 0, weight / 6.0)
        }))
    }

    fn next(&self, [cut, lower, upper, tag]: State) -> Vec<(State, f64)> {
        match tag {
            2 => vec![([cut, lower - 1, upper, 0], 1.0)],
            3 => vec![([cut, lower, upper - 1, 1], 1.0)],
            _ => possible(Self::packet(cut, [lower, upper], 1 - usize::from(tag), 1.0)),
        }
    }

    fn card(&self, [cut, lower, upper, tag]: State) -> usize {
        usize::from(if tag % 2 == 0 { cut + lower } else { upper })
    }

    fn backwards(&self) -> bool {
        true
    }
}

/// Thorp's shuffle: places 2j and 2j + 1 get the cards j and h + j, by a coin. (Thorp 1973.)
///
/// State: the place and the card.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coins {
    pub(crate) cards: usize,
}

impl Coins {
    fn pair(&self, place: usize) -> Vec<(State, f64)> {
        let half = self.cards / 2;
        let state = |card: usize| [place as u16, card as u16, 0, 0];
        if place / 2 < half {
            [place / 2, half + place / 2].into_iter().map(|card| (state(card), 0.5)).collect()
        } else {
            vec![(state(place), 1.0)] // the last card of an odd deck
        }
    }
}

impl Course for Coins {
    fn start(&self) -> Vec<(State, f64)> {
        self.pair(0)
    }

    fn next(&self, [place, card, ..]: State) -> Vec<(State, f64)> {
        if place % 2 == 0 {
            let half = self.cards as u16 / 2;
            let other = if card < half { card + half } else { card - half };
            vec![([place + 1, other, 0, 0], 1.0)]
        } else {
            self.pair(usize::from(place) + 1)
        }
    }

    fn card(&self, [_, card, ..]: State) -> usize {
        card.into()
    }
}

/// The top card goes to a random place. (Aldous and Diaconis 1986.)
///
/// State: the place, and whether the card is still to come (0), here (1) or above (2).
#[derive(Clone, Copy, Debug)]
pub(crate) struct TopCard {
    pub(crate) cards: usize,
}

impl TopCard {
    fn here_or_later(&self, place: u16) -> Vec<(State, f64)> {
        let here = 1.0 / (self.cards - usize::from(place)) as f64;
        possible([([place, 1, 0, 0], here), ([place, 0, 0, 0], 1.0 - here)])
    }
}

impl Course for TopCard {
    fn start(&self) -> Vec<(State, f64)> {
        self.here_or_later(0)
    }

    fn next(&self, [place, seen, ..]: State) -> Vec<(State, f64)> {
        if seen == 0 { self.here_or_later(place + 1) } else { vec![([place + 1, 2, 0, 0], 1.0)] }
    }

    fn card(&self, [place, seen, ..]: State) -> usize {
        match seen {
            0 => usize::from(place) + 1,
            1 => 0,
            _ => place.into(),
        }
    }
}
