//! Exact laws of small decks: by walking every path of the dice, and, for swap programs, step by step.

use shuffle_algorithms::{
    Algorithm, At, Dice, Foreign, Procedure, Program, Reading, Sequence, Shape, Table,
    card::identity, table::play,
};
use std::{
    collections::BTreeMap,
    iter::{Product, Sum},
    ops::{Add, Mul, Range, Sub},
};

/// A reduced fraction. It panics rather than overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
    over: i128,
    under: i128,
}

/// The fraction `over / under`.
pub(crate) fn fraction(over: i128, under: i128) -> Fraction {
    let (mut a, mut b) = (over.abs(), under);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Fraction { over: over / a, under: under / a }
}

fn times(a: i128, b: i128) -> i128 {
    a.checked_mul(b).expect("the laws of small decks fit 128 bits")
}

impl Fraction {
    pub(crate) fn to_f64(self) -> f64 {
        self.over as f64 / self.under as f64
    }

    pub(crate) fn abs(self) -> Self {
        Self { over: self.over.abs(), ..self }
    }
}

impl Add for Fraction {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let over = times(self.over, other.under) + times(other.over, self.under);
        fraction(over, times(self.under, other.under))
    }
}

impl Sub for Fraction {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + Self { over: -other.over, ..other }
    }
}

impl Mul for Fraction {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        fraction(times(self.over, other.over), times(self.under, other.under))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        times(self.over, other.under).partial_cmp(&times(other.over, self.under))
    }
}

impl Sum for Fraction {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(fraction(0, 1), Add::add)
    }
}

impl Product for Fraction {
    fn product<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(fraction(1, 1), Mul::mul)
    }
}

/// How likely each deck is; decks that never come are not listed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Law(pub(crate) BTreeMap<Vec<u8>, Fraction>);

impl Law {
    fn of(weighted: impl IntoIterator<Item = (Vec<u8>, Fraction)>) -> Self {
        let mut law = BTreeMap::new();
        for (deck, weight) in weighted {
            let entry = law.entry(deck).or_insert(fraction(0, 1));
            *entry = *entry + weight;
        }
        Self(law)
    }

    /// The exact law of the cards that are dealt.
    pub(crate) fn read(algorithm: &str, shape: Shape) -> Self {
        Algorithm::parse(algorithm).unwrap().read(Exactly(shape))
    }

    /// The exact law of a swap program, step by step.
    pub(crate) fn of_program<P: Program>(program: &P, shape: Shape) -> Self {
        let mut table = Laid(Self::of([(identity(shape.cards()), fraction(1, 1))]));
        program.run(shape, &mut table);
        table.0.first(shape.dealt())
    }

    fn first(&self, dealt: usize) -> Self {
        Self::of(self.0.iter().map(|(deck, &weight)| (deck[..dealt].to_vec(), weight)))
    }

    pub(crate) fn chance(&self, of: impl Fn(&[u8]) -> bool) -> Fraction {
        self.0.iter().filter(|(deck, _)| of(deck)).map(|(_, &weight)| weight).sum()
    }

    /// Whether all `possible` outcomes come, each as often as the others.
    pub(crate) fn is_uniform_over(&self, possible: usize) -> bool {
        self.0.len() == possible && self.distance_from_uniform(possible) == fraction(0, 1)
    }

    /// Total variation distance from `possible` equally likely outcomes.
    pub(crate) fn distance_from_uniform(&self, possible: usize) -> Fraction {
        let uniform = fraction(1, possible as i128);
        let seen: Fraction = self.0.values().map(|&weight| (weight - uniform).abs()).sum();
        let unseen = fraction((possible - self.0.len()) as i128, possible as i128);
        (seen + unseen) * fraction(1, 2)
    }

    /// The exact shuffle degree.
    pub(crate) fn degree(&self) -> Fraction {
        let degree = |deck: &[u8]| {
            let ascents = deck.windows(2).filter(|pair| pair[0] < pair[1]).count();
            fraction(ascents as i128, deck.len() as i128 - 1) - fraction(1, 2)
        };
        self.0.iter().map(|(deck, &weight)| weight * degree(deck)).sum()
    }
}

/// The number of orders of the first `dealt` of `cards` cards.
pub(crate) fn orders(cards: usize, dealt: usize) -> usize {
    (cards - dealt + 1..=cards).product()
}

/// The reading that gives the exact law: step by step for swap programs, else path by path.
struct Exactly(Shape);

impl Reading for Exactly {
    type Out = Law;

    fn program<P: Program>(self, body: &P) -> Law {
        Law::of_program(body, self.0)
    }

    fn procedure<P: Procedure>(self, body: &P) -> Law {
        PathByPath(self.0).procedure(body)
    }

    fn foreign<F: Foreign>(self, _: &F) -> Law {
        panic!("foreign code has no law to enumerate")
    }

    fn sequence<S: Sequence>(self, _: &S) -> Law {
        panic!("foreign code has no law to enumerate")
    }
}

/// The reading that walks every path of the dice.
pub(crate) struct PathByPath(pub(crate) Shape);

impl PathByPath {
    fn walk(self, shuffle: impl Fn(&mut [u8], &mut Paths)) -> Law {
        let mut paths = Paths::default();
        let mut ends = Vec::new();
        loop {
            let mut deck = identity::<u8>(self.0.cards());
            shuffle(&mut deck, &mut paths);
            deck.truncate(self.0.dealt());
            ends.push((deck, paths.weight()));
            if !paths.turn() {
                return Law::of(ends);
            }
        }
    }
}

impl Reading for PathByPath {
    type Out = Law;

    fn program<P: Program>(self, body: &P) -> Law {
        let shape = self.0;
        self.walk(|deck, dice| play(body, shape, deck, &mut Vec::new(), dice))
    }

    fn procedure<P: Procedure>(self, body: &P) -> Law {
        let dealt = self.0.dealt();
        self.walk(|deck, dice| body.shuffle_deal(dealt, deck, &mut P::Scratch::default(), dice))
    }

    fn foreign<F: Foreign>(self, _: &F) -> Law {
        panic!("foreign code has no paths to walk")
    }

    fn sequence<S: Sequence>(self, _: &S) -> Law {
        panic!("foreign code has no paths to walk")
    }
}

/// Dice that take every path in turn, like an odometer whose wheels appear when they are asked for.
#[derive(Default)]
struct Paths {
    forks: Vec<Fork>,
    depth: usize,
}

struct Fork {
    taken: usize,
    ways: Vec<Fraction>,
}

impl Paths {
    fn fork(&mut self, ways: Vec<Fraction>) -> usize {
        if self.depth == self.forks.len() {
            self.forks.push(Fork { taken: 0, ways });
        }
        self.depth += 1;
        self.forks[self.depth - 1].taken
    }

    /// How likely the path is that was just walked.
    fn weight(&self) -> Fraction {
        self.forks.iter().map(|fork| fork.ways[fork.taken]).product()
    }

    /// Turns to the next path; false after the last.
    fn turn(&mut self) -> bool {
        self.depth = 0;
        while let Some(fork) = self.forks.last_mut() {
            fork.taken += 1;
            if fork.taken < fork.ways.len() {
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

impl Dice for Paths {
    fn below(&mut self, k: usize) -> usize {
        self.fork(vec![fraction(1, k as i128); k])
    }

    fn chance(&mut self, p: usize, q: usize) -> bool {
        let (p, q) = (p as i128, q as i128);
        self.fork(vec![fraction(q - p, q), fraction(p, q)]) == 1
    }
}

/// The table that holds all decks at once, where a roll is the whole range.
struct Laid(Law);

impl Laid {
    fn step(
        &mut self,
        ways: impl Fn(&[u8]) -> (Vec<usize>, Vec<usize>),
        act: impl Fn(&mut Vec<u8>, usize, usize),
    ) {
        let mut ends = Vec::new();
        for (deck, &weight) in &self.0.0 {
            let (from, to) = ways(deck);
            let share = weight * fraction(1, (from.len() * to.len()) as i128);
            for (&a, &b) in itertools::iproduct!(&from, &to) {
                let mut next = deck.clone();
                act(&mut next, a, b);
                ends.push((next, share));
            }
        }
        self.0 = Law::of(ends);
    }
}

fn places(deck: &[u8], at: &At<Range<usize>>) -> Vec<usize> {
    let find =
        |card: usize| deck.iter().position(|&on_table| usize::from(on_table) == card).unwrap();
    match at {
        At::Position(place) => vec![*place],
        At::Card(card) => vec![find(*card)],
        At::Roll(range) => range.clone().collect(),
        At::RolledCard(range) => range.clone().map(find).collect(),
    }
}

impl Table for Laid {
    type Roll = Range<usize>;

    fn roll(&mut self, range: Range<usize>) -> Range<usize> {
        range
    }

    fn swap(&mut self, a: At<Range<usize>>, b: At<Range<usize>>) {
        self.step(|deck| (places(deck, &a), places(deck, &b)), |deck, a, b| deck.swap(a, b));
    }

    fn lift(&mut self, from: At<Range<usize>>, to: usize) {
        self.step(
            |deck| (places(deck, &from), vec![to]),
            |deck, from, to| {
                let card = deck.remove(from);
                deck.insert(to, card);
            },
        );
    }
}
