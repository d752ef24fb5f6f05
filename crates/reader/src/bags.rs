//! A log of cards from bags: a bag is shuffled and dealt to its end, then the next, until a new game begins with a new bag.
//!
//! Bags without a break between them begin at rows with the same remainder by their size: the phase. Where a card comes
//! once too often within as many rows as a bag has, a bag begins between the two, which excludes all other phases. A
//! stretch of rows that excludes every phase has a break in it.

use crate::layout::Layout;
use std::collections::VecDeque;

/// Breaks that are kept.
const EXAMPLES: usize = 4;

/// A row of a log.
pub(crate) struct BagRow {
    pub(crate) line: u64,
    pub(crate) card: u32,
    pub(crate) game: Option<String>,
}

/// Bags that were cut short, and so left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CutBags {
    /// Their number.
    pub bags: u64,
    /// Their rows.
    pub rows: u64,
}

/// The phases that a stretch of rows excludes.
struct Phases {
    /// The number of each card in a bag, and of all.
    copies: Vec<usize>,
    size: usize,
    rows: usize,
    /// The last rows of each card, with their lines: as many as a bag has of it.
    last: Vec<VecDeque<(usize, u64)>>,
    /// For each phase, the latest line from which the rows exclude it.
    excluded: Vec<Option<u64>>,
}

impl Phases {
    fn new(layout: &Layout) -> Self {
        let copies = match layout.pack() {
            Some(pack) => pack.counts().iter().map(|&count| count as usize).collect(),
            None => vec![1; layout.cards],
        };
        let (size, last) = (layout.dealt, vec![VecDeque::new(); copies.len()]);
        Self { copies, size, rows: 0, last, excluded: vec![None; size] }
    }

    fn add(&mut self, card: u32, line: u64) {
        let (last, copies) = (&mut self.last[card as usize], self.copies[card as usize]);
        let again = (last.len() == copies).then(|| last.pop_front()).flatten();
        if let Some((first, of_first)) = again
            && self.rows - first < self.size
        {
            for phase in self.rows + 1..=first + self.size {
                let excluded = &mut self.excluded[phase % self.size];
                *excluded = (*excluded).max(Some(of_first));
            }
        }
        last.push_back((self.rows, line));
        self.rows += 1;
    }

    /// The line behind which there is a break, if every phase is excluded.
    fn breaks_behind(&self) -> Option<u64> {
        self.excluded.iter().min().copied().flatten()
    }

    /// The first phase that is not excluded.
    fn phase(&self) -> Option<usize> {
        self.excluded.iter().position(Option::is_none)
    }
}

/// The fewest breaks that explain a log in which games are not told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BagBreaks {
    /// Its rows.
    pub rows: u64,
    /// The number of breaks.
    pub breaks: u64,
    /// The first of them: the first and last line on which the new bag can begin.
    pub first: Vec<(u64, u64)>,
    /// The lines and the number of rows of the longest stretch without a break.
    pub longest: (u64, u64, u64),
    /// Rows before the first whole bag of a log without breaks.
    pub phase: usize,
}

impl BagBreaks {
    pub(crate) fn of<E>(
        layout: &Layout,
        mut next: impl FnMut() -> Result<Option<BagRow>, E>,
    ) -> Result<Self, E> {
        let (mut phases, mut stretch) = (Phases::new(layout), (0, 0, 0));
        let mut found = Self { rows: 0, breaks: 0, first: Vec::new(), longest: stretch, phase: 0 };
        while let Some(BagRow { line, card, .. }) = next()? {
            phases.add(card, line);
            if let Some(behind) = phases.breaks_behind() {
                found.breaks += 1;
                if found.first.len() < EXAMPLES {
                    found.first.push((behind + 1, line));
                }
                phases = Phases::new(layout);
                phases.add(card, line);
            }
            let from = if phases.rows == 1 { line } else { stretch.0 };
            stretch = (from, line, phases.rows as u64);
            if stretch.2 > found.longest.2 {
                found.longest = stretch;
            }
            found.rows += 1;
        }
        found.phase = phases.phase().unwrap_or(0);
        Ok(found)
    }
}

/// The games of a log, and how many of them no bags explain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BagGames {
    /// The number of games.
    pub games: u64,
    /// The games that no bags explain, if bags begin with the first row of a game, with the second, and so on.
    pub unexplained: Vec<u64>,
}

impl BagGames {
    pub(crate) fn of<E>(
        layout: &Layout,
        mut next: impl FnMut() -> Result<Option<BagRow>, E>,
    ) -> Result<Self, E> {
        let mut found = Self { games: 0, unexplained: vec![0; layout.dealt] };
        let mut phases = Phases::new(layout);
        let mut current = None;
        loop {
            let row = next()?;
            let is_over = row.as_ref().is_none_or(|row| row.game != current);
            if is_over && phases.rows > 0 {
                found.games += 1;
                for (number, excluded) in found.unexplained.iter_mut().zip(&phases.excluded) {
                    *number += u64::from(excluded.is_some());
                }
                phases = Phases::new(layout);
            }
            let Some(BagRow { line, card, game }) = row else { return Ok(found) };
            phases.add(card, line);
            current = game;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;
    use shuffle_deck::{Pack, Shape};
    use std::convert::Infallible;

    fn bags(pack: Option<Pack>, size: usize) -> Layout {
        let drawn = pack.map(|pack| Shape::of_pack(pack, None).unwrap());
        let cards = pack.map_or(size, |pack| pack.counts().len());
        Layout { drawn, cards, dealt: size, bags: true, ..Layout::whole(Format::Text, size) }
    }

    /// True if bags that begin at rows of this remainder explain the cards.
    fn explains(layout: &Layout, cards: &[u32], phase: usize) -> bool {
        let copies = Phases::new(layout).copies;
        let (first, rest) = cards.split_at(phase.min(cards.len()));
        rest.chunks(layout.dealt).chain([first]).all(|bag| {
            let number = |card| bag.iter().filter(|&&it| it == card).count();
            (0..).zip(&copies).all(|(card, &copies)| number(card) <= copies)
        })
    }

    fn is_explained(layout: &Layout, cards: &[u32]) -> bool {
        (0..layout.dealt).any(|phase| explains(layout, cards, phase))
    }

    fn rows(cards: &[u32], game: impl Fn(usize) -> u32) -> impl Iterator<Item = BagRow> {
        let row = |(at, &card): (usize, _)| BagRow {
            line: at as u64 + 1,
            card,
            game: Some(game(at).to_string()),
        };
        cards.iter().enumerate().map(row).collect::<Vec<_>>().into_iter()
    }

    /// Logs of bags that restart at random, and of independent cards, seed 7: against a search through all phases.
    #[test]
    fn breaks_are_the_fewest_and_as_narrow_as_the_cards_show() {
        let mut dice = Pcg64::seed_from_u64(7);
        let pack = Pack::parse("a=2,b=1,c=3").unwrap();
        for (layout, bag) in
            [(bags(None, 4), vec![0, 1, 2, 3]), (bags(Some(pack), 6), vec![0, 0, 1, 2, 2, 2])]
        {
            let size = bag.len();
            for log in 0..200 {
                let (mut cards, mut restarts) = (Vec::new(), Vec::new());
                for _ in 0..4 {
                    restarts.push(cards.len());
                    let end = cards.len() + dice.random_range(1..8 * size);
                    while cards.len() < end {
                        let mut bag = bag.clone();
                        (1..size).for_each(|at| bag.swap(at, dice.random_range(0..=at)));
                        cards.extend(bag);
                    }
                    cards.truncate(end);
                }
                if log % 4 == 0 {
                    cards.iter_mut().for_each(|card| *card = bag[dice.random_range(0..size)]);
                }
                let mut read = rows(&cards, |_| 0);
                let found = BagBreaks::of(&layout, || Ok::<_, Infallible>(read.next())).unwrap();
                let (mut from, mut breaks) = (0, Vec::new());
                for to in 0..cards.len() {
                    if !is_explained(&layout, &cards[from..=to]) {
                        let narrow = (from..to).rev();
                        let behind =
                            narrow.clone().find(|&at| !is_explained(&layout, &cards[at..=to]));
                        breaks.push((behind.unwrap() as u64 + 2, to as u64 + 1));
                        from = to;
                    }
                }
                assert_eq!((found.rows, found.breaks), (cards.len() as u64, breaks.len() as u64));
                assert_eq!(found.first, breaks[..breaks.len().min(EXAMPLES)]);
                let is_restart = |&(from, to): &(u64, u64)| {
                    restarts.iter().any(|&at| (from..=to).contains(&(at as u64 + 1)))
                };
                assert!(log % 4 == 0 || breaks.iter().all(is_restart), "{cards:?} {breaks:?}");
                let (first, last, most) = found.longest;
                let stretch = &cards[first as usize - 1..last as usize];
                assert!(is_explained(&layout, stretch) && stretch.len() as u64 == most);
                if breaks.is_empty() {
                    assert!(explains(&layout, &cards, found.phase), "{cards:?}");
                }
                let game = |at: usize| restarts.iter().filter(|&&from| from <= at).count() as u32;
                let mut read = rows(&cards, game);
                let games = BagGames::of(&layout, || Ok::<_, Infallible>(read.next())).unwrap();
                let ends = restarts[1..].iter().copied().chain([cards.len()]);
                let cut: Vec<_> =
                    restarts.iter().zip(ends).map(|(&from, to)| &cards[from..to]).collect();
                let wrong = |phase| cut.iter().filter(|it| !explains(&layout, it, phase)).count();
                assert_eq!(games.games, 4);
                let unexplained: Vec<u64> = (0..size).map(|phase| wrong(phase) as u64).collect();
                assert_eq!(games.unexplained, unexplained);
            }
        }
    }
}
