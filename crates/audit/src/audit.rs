//! Audits for other people's tests: a closure or a type, in five lines, in an ordinary `#[test]`.
//!
//! Not for many subjects under one error budget; use a [`Plan`] for those.

use crate::{
    Case, Custom, Expect, Faulted, Findings, Plan, Source,
    case::{CaseError, Request},
    custom::{EachDeck, Items},
    diagnosis,
    engine::{self, Options, RunError},
    findings::Conclusion,
    plan::{self, check_alpha},
    seeds::PlanSeed,
    source::SourceError,
    subject::Subject,
    words::{self, Screen},
};
use rand::Rng;
use shuffle_metrics::{Verdict, verdict::Budget};
use std::{fmt::Write, hash::Hash, sync::Arc};

mod draws;

/// Cards in the deck by default.
const CARDS: u64 = 52;

/// Default number of decks: about a second of work with optimization, about ten seconds without.
const TRIALS: u64 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

/// An audit of the caller's own shuffle: the shuffle, its deck, the number of decks, and the tests.
///
/// The null hypothesis of every test is that all orders of the deck come equally often, and independently from
/// deck to deck; all tests together have one error budget, `alpha`. The shuffle gets every deck in order, and the
/// result is checked: a missing card, a panic, or anything else that is not a shuffled deck fails the audit with the
/// number of the deck, counted from 0.
///
/// The same seed gives the same decks and the same findings, whatever the number of threads, if the
/// shuffle draws from the generator or seed that it is given and from nothing else.
///
/// | of | for |
/// |---|---|
/// | [`Audit::of`] | a shuffle of slices that draws from a generator of `rand` 0.10 |
/// | [`Audit::of_seeded`] | one with another generator, or another version of `rand`, or that draws by itself |
/// | [`Audit::of_items`] | one that takes a deck of its own cards only |
/// | [`Audit::source`] | one that makes many decks at once |
///
/// ```
/// use rand::seq::SliceRandom;
/// use shuffle_audit::Audit;
///
/// Audit::of(|deck, rng| deck.shuffle(rng)).cards(5).trials(20_000).assert_uniform();
/// ```
#[derive(Clone, Debug)]
#[must_use = "an audit is not made before it is run, or something asserted"]
pub struct Audit {
    /// The name of the constructor, for messages.
    made_by: &'static str,
    subject: Custom,
    request: Request,
    seed: PlanSeed,
    alpha: f64,
    threads: usize,
}

/// The reason why an audit has no verdict.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum AuditError {
    /// There is no such deck, deal, or test.
    #[error("{}: {}", .0.key, .0.problem)]
    Case(#[from] CaseError),
    /// The error budget is no probability.
    #[error("{0}")]
    Alpha(String),
    /// The shuffle is at fault: it panicked, or its result is not a deck.
    #[error("{name} is at fault: {fault}")]
    Subject { name: String, fault: SourceError },
    /// The audit could not be run.
    #[error(transparent)]
    Run(RunError),
}

impl Audit {
    /// Audits a function that shuffles a deck in place with the generator that it is given.
    ///
    /// A shuffle that takes any slice, `&mut [T]`, is called as it is; one that takes `&mut R` of a sized
    /// `R: Rng` is given `&mut rng`. In a deal ([`Audit::deal`]) the first cards of the slice are the dealt ones.
    ///
    /// ```should_panic
    /// use rand::{Rng, RngExt};
    ///
    /// fn swap_any_with_any(deck: &mut [u32], rng: &mut dyn Rng) {
    ///     for place in 0..deck.len() {
    ///         deck.swap(place, rng.random_range(0..deck.len()));
    ///     }
    /// }
    ///
    /// shuffle_audit::Audit::of(swap_any_with_any).cards(5).trials(20_000).assert_uniform();
    /// ```
    pub fn of<F>(shuffle: F) -> Self
    where
        F: Fn(&mut [u32], &mut dyn Rng) + Send + Sync + 'static,
    {
        let shuffle = EachDeck(move |deck: &mut [u32], rng: &mut dyn Rng| {
            shuffle(deck, rng);
            Ok(())
        });
        Self::new("of", Custom::checking_itself("the shuffle", shuffle))
    }

    /// Audits a function that shuffles a deck in place and gets a random number for each deck, from which it may
    /// start any generator.
    ///
    /// A function that has its own randomness may ignore the number; then no seed reproduces its decks. Among D decks
    /// two get the same number with a probability of about D^2 / 2^65: 3e-8 for a million.
    ///
    /// ```
    /// use rand::{SeedableRng, rngs::ChaCha8Rng, seq::SliceRandom}; // or any other generator
    /// use shuffle_audit::Audit;
    ///
    /// Audit::of_seeded(|deck, seed| deck.shuffle(&mut ChaCha8Rng::seed_from_u64(seed)))
    ///     .cards(5)
    ///     .trials(20_000)
    ///     .assert_uniform();
    /// ```
    pub fn of_seeded<F>(shuffle: F) -> Self
    where
        F: Fn(&mut [u32], u64) + Send + Sync + 'static,
    {
        let audit = Self::of(move |deck, rng| shuffle(deck, rng.next_u64()));
        Self { made_by: "of_seeded", ..audit }
    }

    /// Audits a function that shuffles a deck of items that are not numbers. `items` are the cards in
    /// start order, all different.
    ///
    /// ```
    /// use rand::seq::SliceRandom;
    /// use shuffle_audit::Audit;
    ///
    /// #[derive(Clone, PartialEq, Eq, Hash)]
    /// enum Card { Wolf, Goat, Cabbage }
    ///
    /// Audit::of_items([Card::Wolf, Card::Goat, Card::Cabbage], |deck, rng| deck.shuffle(rng))
    ///     .trials(20_000)
    ///     .assert_uniform();
    /// ```
    pub fn of_items<T, F>(items: impl IntoIterator<Item = T>, shuffle: F) -> Self
    where
        T: Clone + Eq + Hash + Send + Sync + 'static,
        F: Fn(&mut [T], &mut dyn Rng) + Send + Sync + 'static,
    {
        let items = Items::new(items.into_iter().collect());
        let cards = items.len();
        let shuffle = EachDeck(move |deck: &mut [u32], rng: &mut dyn Rng| {
            items.shuffle(deck, |items| shuffle(items, rng))
        });
        Self::new("of_items", Custom::checking_itself("the shuffle", shuffle)).cards(cards)
    }

    /// Audits a type that fills whole blocks of decks.
    ///
    /// ```
    /// use shuffle_audit::{
    ///     Audit, Source,
    ///     block::Block,
    ///     shuffle_deck::RowsMut,
    ///     shuffle_algorithms::generator::Seed,
    ///     source::SourceError,
    /// };
    ///
    /// /// Two cards, which trade places from deck to deck.
    /// struct Alternating;
    ///
    /// impl Source for Alternating {
    ///     fn fill(&self, block: &mut Block, _: &Seed) -> Result<(), SourceError> {
    ///         let RowsMut::Narrow(rows) = block.rows_mut() else { unreachable!("two cards") };
    ///         for (trial, deck) in rows.chunks_mut(2).enumerate() {
    ///             deck.copy_from_slice(if trial % 2 == 0 { &[0, 1] } else { &[1, 0] });
    ///         }
    ///         Ok(())
    ///     }
    /// }
    ///
    /// Audit::source("alternating", Alternating).cards(2).trials(1_000).assert_biased();
    /// ```
    pub fn source(name: &str, source: impl Source + Send + 'static) -> Self {
        Self::new("source", Custom::new(name, source))
    }

    fn new(made_by: &'static str, subject: Custom) -> Self {
        let request = Request {
            id: "audit".to_owned(),
            cards: CARDS,
            trials: Some(TRIALS),
            ..Request::default()
        };
        let alpha = Budget::default().alpha;
        Self { made_by, subject, request, seed: plan::SEED, alpha, threads: 0 }
    }

    /// The name of the shuffle in messages.
    pub fn name(mut self, name: &str) -> Self {
        self.subject.set_name(name);
        self
    }

    /// Cards in the deck; 52 by default.
    pub fn cards(mut self, cards: usize) -> Self {
        self.request.cards = cards as u64;
        self
    }

    /// Only the first `dealt` cards of each shuffled deck count: a deal.
    pub fn deal(mut self, dealt: usize) -> Self {
        self.request.deal = Some(dealt as u64);
        self
    }

    /// Decks; a million by default, or 20,000 where debug assertions are compiled in, as by plain `cargo test`. A second look, if the first is suspicious, takes ten times as many.
    pub fn trials(mut self, trials: u64) -> Self {
        self.request.trials = Some(trials);
        self
    }

    /// The seed from which all decks come; 0x5eed by default.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = PlanSeed(seed);
        self
    }

    /// The error budget: the probability that a sound shuffle is called biased; one in a million by
    /// default.
    pub fn alpha(mut self, alpha: f64) -> Self {
        self.alpha = alpha;
        self
    }

    /// The tests to run, by name; by default all tests of the battery that have enough decks.
    pub fn metrics<T: Into<String>>(mut self, metrics: impl IntoIterator<Item = T>) -> Self {
        self.request.metrics = Some(metrics.into_iter().map(Into::into).collect());
        self
    }

    /// Looks every 64 decks and stops as soon as the shuffle is known to be biased; [`Audit::trials`] is then
    /// the maximum number of decks.
    pub fn until_decided(mut self) -> Self {
        self.request.sequential = true;
        self
    }

    /// Threads; 0, the default, means one for each processor. The findings do not depend on their number.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Runs the audit and returns the findings, whatever the verdict.
    ///
    /// # Errors
    ///
    /// [`AuditError`] if the settings are invalid, or the shuffle is at fault. There are no findings then.
    ///
    /// ```
    /// use shuffle_audit::{Audit, words::{self, Screen}};
    ///
    /// let findings = Audit::of(|deck, _| deck.reverse()).name("reverse").trials(1_000).run()?;
    /// let said = words::check(&findings, &Screen::default());
    /// assert!(said.starts_with("FAIL: all 1,000 decks of reverse on 52 cards"));
    /// # Ok::<(), shuffle_audit::AuditError>(())
    /// ```
    pub fn run(&self) -> Result<Findings, AuditError> {
        check_alpha(self.alpha).map_err(AuditError::Alpha)?;
        let case = Case::new(self.request.clone(), |_| {
            Ok::<_, CaseError>(Arc::new(self.subject.clone()) as Arc<dyn Subject>)
        })?;
        let name = self.subject.name().to_owned();
        let plan = Plan {
            name: "audit".to_owned(),
            title: format!("audit of {name}"),
            seed: self.seed,
            // A sequential audit has one look only.
            budget: Budget {
                escalate: !self.request.sequential,
                ..Budget::default().with_alpha(Some(self.alpha))
            },
            cases: vec![case],
            fingerprint: None,
        };
        let options = Options { threads: self.threads, ..Options::default() };
        let mut findings = engine::run(&plan, &options).map_err(AuditError::Run)?;
        match findings.faulted.pop() {
            None => Ok(findings),
            Some(Faulted { fault, .. }) => {
                let fault = SourceError(fault.to_string());
                Err(AuditError::Subject { name, fault })
            }
        }
    }

    /// Runs the audit; no bias may be found.
    ///
    /// # Panics
    ///
    /// With the verdict and the seed that reproduces it, unless the verdict is `pass`. Too few decks for the
    /// requested tests is not a pass, nor is a suspicion that the second look did not settle.
    #[track_caller]
    pub fn assert_uniform(&self) {
        self.assert("assert_uniform()", |findings| match findings.verdict() {
            Verdict::Pass => Ok(()),
            _ => Err(String::new()),
        });
    }

    /// Runs the audit of a shuffle that is known to be biased; the bias must be found.
    ///
    /// # Panics
    ///
    /// With the verdict, unless it is `fail`.
    #[track_caller]
    pub fn assert_biased(&self) {
        self.assert("assert_biased()", |findings| match findings.verdict() {
            Verdict::Fail => Ok(()),
            _ => Err("This shuffle should be biased, but that was not found.\n".to_owned()),
        });
    }

    /// Runs the audit of a shuffle that is known to be biased; this test must find the bias.
    ///
    /// ```
    /// use shuffle_audit::Audit;
    /// Audit::of(|deck, _| deck.reverse()).trials(1_000).assert_biased_by("position");
    /// ```
    ///
    /// # Panics
    ///
    /// With the verdict, unless the test rejects; also if there is no test of that name.
    #[track_caller]
    pub fn assert_biased_by(mut self, test: &str) {
        self.request.expect = Expect::Fail;
        self.request.caught_by = vec![test.to_owned()];
        self.assert(&format!("assert_biased_by(\"{test}\")"), |findings| {
            match findings.cases[0].conclusion() {
                Conclusion::AsExpected => Ok(()),
                _ => Err(format!("This shuffle should be caught by {test}, but was not.\n")),
            }
        });
    }

    #[track_caller]
    fn assert(&self, what: &str, holds: impl FnOnce(&Findings) -> Result<(), String>) {
        // Not a closure: `track_caller` would lose the location of the caller.
        let mut findings = match self.run() {
            Ok(findings) => findings,
            Err(error) => panic!("{error}\n{}", self.again(what)),
        };
        if let Err(wrong) = holds(&findings) {
            let options = Options { threads: self.threads, ..Options::default() };
            // Without a cause the verdict stands all the same.
            let _ = diagnosis::explain(&mut findings, &options);
            panic!("{wrong}{}{}", words::check(&findings, &Screen::default()), self.again(what));
        }
    }

    /// The code that runs the same audit again.
    fn again(&self, what: &str) -> String {
        let Request { cards, deal, drawn, trials, metrics, sequential, .. } = &self.request;
        let mut text = format!("To see it again: Audit::{}(...).cards({cards})", self.made_by);
        let mut add = |key: &str, value: String| {
            let _ = write!(text, ".{key}({value})");
        };
        if let Some(deal) = deal {
            add("deal", deal.to_string());
        }
        if drawn.unordered {
            add("unordered", String::new());
        }
        if drawn.replacement {
            add("replacement", String::new());
        }
        if let Some(pack) = drawn.pack {
            add("pack", format!("Pack::parse(\"{pack}\").unwrap()"));
        }
        if let Some(bonus) = drawn.bonus {
            add("bonus", format!("\"{bonus}\".parse().unwrap()"));
        }
        add("trials", trials.map_or_else(String::new, |trials| trials.to_string()));
        add("seed", self.seed.to_string());
        if self.alpha != Budget::default().alpha {
            add("alpha", format!("{:e}", self.alpha));
        }
        if let Some(metrics) = metrics {
            add("metrics", format!("{metrics:?}"));
        }
        if *sequential {
            add("until_decided", String::new());
        }
        text + "." + what
    }
}
