//! One subject, all its laws: each a value or a reason.

use crate::{
    LawError,
    closed::{ClassLaw, Closed},
    cost::{Cost, Limits},
    derivation::{Derivation, DerivedValue, Whole},
    number::LawValue,
    pair::{self, PairLaw, Pairs},
    paths::{self, Route},
    permutation::{self, PermutationLaw, Steps},
    position::{self, PositionLaw},
    script::Script,
    subject::Subject,
};
use shuffle_algorithms::{Foreign, Procedure, Program, Reading, Sequence, Shape};
use std::sync::OnceLock;

/// All laws of a subject, each computed when it is first asked for. Where there is no law, [`LawError`] says why.
///
/// ```
/// use shuffle_algorithms::{Algorithm, Shape};
/// use shuffle_exact::{Laws, Limits, Subject};
///
/// let naive = Algorithm::parse("naive")?;
/// let laws = Laws::new(Subject::new(naive, Shape::whole(3)), Limits::default());
/// assert_eq!(laws.permutation()?.probability(&[0, 1, 2]).to_string(), "4/27");
/// assert_eq!(laws.permutation()?.total_variation().to_string(), "1/18");
/// assert_eq!(laws.degree()?.to_string(), "0");
///
/// let rand_shuffle = Algorithm::parse("rand-shuffle")?;
/// let laws = Laws::new(Subject::new(rand_shuffle, Shape::whole(3)), Limits::default());
/// assert!(laws.permutation().unwrap_err().to_string().contains("draws directly from a generator"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Laws {
    subject: Subject,
    limits: Limits,
    body: BodyKind,
    closed: Option<Closed>,
    /// The law of one pass over whole decks, of a procedure.
    pass: OnceLock<Result<PermutationLaw, LawError>>,
    /// The result of computing that law from few paths: done, or the reason why not.
    soon: OnceLock<Result<(), LawError>>,
    permutation: OnceLock<Result<PermutationLaw, LawError>>,
    position: OnceLock<Result<(PositionLaw, Derivation), LawError>>,
    neighbors: OnceLock<Result<(PairLaw, Derivation), LawError>>,
    whole: OnceLock<Result<Whole, LawError>>,
}

/// The number of paths that are walked before a closed law is used.
const SOON: u64 = 20_000;

/// The number of moves of probabilities of a program before a closed law is used: a second or two.
const SOON_MOVES: u64 = 200_000_000;

/// The number of orders that are combined, in numbers of any length, before a closed law is used: the same time.
const SOON_COMBINED: u64 = 10_000_000;

/// The kind of body of the subject.
#[derive(Clone, Debug)]
enum BodyKind {
    Program(Script),
    Procedure,
    Foreign,
    Sequence,
}

#[expect(clippy::missing_errors_doc, reason = "every error says why there is no law")]
impl Laws {
    /// The laws of a subject, none of them computed yet.
    #[must_use]
    pub fn new(subject: Subject, limits: Limits) -> Self {
        let body = subject
            .algorithm
            .read(BodyKindReading { shape: subject.shape, passes: subject.passes });
        let closed = match &body {
            BodyKind::Program(script) => Closed::of_script(script, subject.dice),
            BodyKind::Procedure => Closed::of(&subject),
            BodyKind::Foreign | BodyKind::Sequence => None,
        };
        let (pass, soon, permutation, position, neighbors, whole) = Default::default();
        Self { subject, limits, body, closed, pass, soon, permutation, position, neighbors, whole }
    }

    /// The subject.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// The limits on the cost of its laws.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The steps of the subject, if it is a swap program.
    ///
    /// # Errors
    ///
    /// [`LawError::NoSteps`] if its course depends on its rolls, [`LawError::Foreign`] if it draws directly from a generator.
    pub fn script(&self) -> Result<&Script, LawError> {
        match &self.body {
            BodyKind::Program(script) => Ok(script),
            BodyKind::Procedure => Err(LawError::NoSteps),
            BodyKind::Foreign => Err(self.foreign()),
            BodyKind::Sequence => Err(self.sequence()),
        }
    }

    /// The cost of the law of whole decks.
    ///
    /// # Errors
    ///
    /// [`LawError::NoSteps`] if the cost is not known before all paths are walked, else why there is no law.
    pub fn permutation_cost(&self) -> Result<Cost, LawError> {
        Ok(Steps::new(self.script()?, self.subject.dice)?.cost())
    }

    /// The law of whole decks, or of all deals.
    pub fn permutation(&self) -> Result<&PermutationLaw, LawError> {
        self.permutation.get_or_init(|| self.find_permutation()).as_ref().map_err(LawError::clone)
    }

    fn find_permutation(&self) -> Result<PermutationLaw, LawError> {
        let Subject { shape, dice, passes, .. } = &self.subject;
        match &self.body {
            BodyKind::Program(script) => Steps::new(script, *dice)?.law(&self.limits),
            BodyKind::Foreign => Err(self.foreign()),
            BodyKind::Sequence => Err(self.sequence()),
            BodyKind::Procedure => {
                let pass = self.pass()?;
                let law = match passes {
                    1 => pass.clone(),
                    _ => permutation::repeated(pass, *passes, &self.limits)?,
                };
                Ok(law.first_cards(*shape))
            }
        }
    }

    /// The law of one pass over whole decks, by all paths of its dice.
    fn pass(&self) -> Result<&PermutationLaw, LawError> {
        self.pass.get_or_init(|| self.walk(self.limits.paths)).as_ref().map_err(LawError::clone)
    }

    fn walk(&self, limit: u64) -> Result<PermutationLaw, LawError> {
        let Subject { algorithm, shape, dice, .. } = &self.subject;
        let whole = Shape::whole(shape.cards());
        let fitting = self.fitting_paths();
        // This is the law of whole decks, but the route may depend on the number of cards dealt.
        let route = Route { dice: *dice, ..Route::new(*shape, limit.min(fitting)) };
        let law = permutation::of_paths(whole, |each| paths::of_algorithm(algorithm, &route, each));
        match law {
            // The memory limit allowed no more paths.
            Err(LawError::Paths { .. }) if fitting < limit => {
                let bytes = fitting.saturating_add(1).saturating_mul(self.bytes_per_order());
                let (states, limit) = (fitting + 1, self.limits.bytes);
                let cost = Cost { states, bytes, moves: states, ..Cost::of_a_walk() };
                Err(LawError::Memory {
                    what: "the law of whole decks, beyond its first orders,",
                    cost,
                    limit,
                })
            }
            law => law,
        }
    }

    /// The memory for an order that was reached: its cards, its count, and its place in two tables.
    fn bytes_per_order(&self) -> u64 {
        8 * self.subject.shape.cards() as u64 + 200
    }

    /// The number of paths that fit in memory: each may lead to an order of its own, unless there are fewer orders.
    fn fitting_paths(&self) -> u64 {
        let cards = self.subject.shape.cards() as u64;
        let orders = (1..=cards).try_fold(1_u64, |orders, card| orders.checked_mul(card));
        let fitting = self.limits.bytes / self.bytes_per_order();
        if orders.is_some_and(|orders| orders <= fitting) { u64::MAX } else { fitting }
    }

    /// The closed law, if the law from the body cannot be computed soon.
    fn closed_before_long(&self) -> Option<&Closed> {
        let closed = self.closed.as_ref()?;
        let soon = match &self.body {
            BodyKind::Procedure => self.is_pass_soon(),
            _ => {
                let moves = self.limits.moves.min(SOON_MOVES);
                let limits = Limits { moves, ..self.limits };
                self.permutation_cost().and_then(|cost| cost.within("", &limits)).is_ok()
            }
        };
        (!soon).then_some(closed)
    }

    fn is_pass_soon(&self) -> bool {
        let few = self.limits.paths.min(SOON);
        let find = || match self.pass.get() {
            Some(pass) => pass.as_ref().map(drop).map_err(LawError::clone),
            None => self.walk(few).map(|pass| drop(self.pass.set(Ok(pass)))),
        };
        let found = self.soon.get_or_init(find).is_ok();
        let passes = u64::from(self.subject.passes);
        // Each further pass combines all orders with all orders, or takes all pairs through all orders.
        found
            && (passes <= 1 || {
                let orders = self.pass().map_or(0, |pass| pass.masses().len() as u64);
                let cards = self.subject.shape.cards() as u64;
                orders.saturating_mul(orders.max(cards * cards)).saturating_mul(passes)
                    <= SOON_COMBINED
            })
    }

    /// The position law: place by place for a swap program; for other shuffles from the law of one pass,
    /// or in closed form.
    pub fn position(&self) -> Result<&PositionLaw, LawError> {
        self.places().map(|(law, _)| law)
    }

    /// The way in which the position law was computed.
    pub fn position_way(&self) -> Result<Derivation, LawError> {
        self.places().map(|(_, way)| *way)
    }

    fn places(&self) -> Result<&(PositionLaw, Derivation), LawError> {
        self.position.get_or_init(|| self.find_position()).as_ref().map_err(LawError::clone)
    }

    fn find_position(&self) -> Result<(PositionLaw, Derivation), LawError> {
        let Subject { shape, dice, passes, .. } = self.subject;
        self.find(
            |script| position::of_script(script, dice, &self.limits),
            |closed| closed.position(&self.limits),
            |pass| position::of_passes(pass, passes, shape, &self.limits),
            PermutationLaw::position,
        )
    }

    /// A law that does not need all orders, and the way to it: from the steps of a program, else in closed form if that is faster, else
    /// from the law of one pass. `marginal` reads it off the law of all orders.
    fn find<L>(
        &self,
        of_script: impl FnOnce(&Script) -> Result<L, LawError>,
        of_closed: impl FnOnce(&Closed) -> Option<Result<L, LawError>>,
        of_passes: impl FnOnce(&PermutationLaw) -> Result<L, LawError>,
        marginal: impl FnOnce(&PermutationLaw) -> L,
    ) -> Result<(L, Derivation), LawError> {
        let law = match &self.body {
            BodyKind::Program(script) => self.or_marginal(of_script(script), marginal)?,
            BodyKind::Procedure => {
                if let Some(closed) = self.closed_before_long()
                    && let Some(law) = of_closed(closed)
                {
                    return Ok((law?, Derivation::Closed { source: closed.source() }));
                }
                match self.subject.passes {
                    1 => marginal(self.permutation()?),
                    _ => of_passes(self.pass()?)?,
                }
            }
            BodyKind::Foreign => return Err(self.foreign()),
            BodyKind::Sequence => return Err(self.sequence()),
        };
        Ok((law, self.own_way()))
    }

    /// The law of neighbors: how likely card b comes right after card a.
    pub fn neighbors(&self) -> Result<&PairLaw, LawError> {
        self.next_ones().map(|(law, _)| law)
    }

    fn next_ones(&self) -> Result<&(PairLaw, Derivation), LawError> {
        let find = || self.find_pairs(Pairs::Neighbors);
        self.neighbors.get_or_init(find).as_ref().map_err(LawError::clone)
    }

    /// The law of other pairs of places, computed on each call.
    pub fn pairs(&self, pairs: Pairs) -> Result<PairLaw, LawError> {
        match pairs {
            Pairs::Neighbors => self.neighbors().cloned(),
            _ => self.find_pairs(pairs).map(|(law, _)| law),
        }
    }

    fn find_pairs(&self, pairs: Pairs) -> Result<(PairLaw, Derivation), LawError> {
        let Subject { shape, dice, passes, .. } = self.subject;
        self.find(
            |script| pair::of_script(script, dice, pairs, &self.limits),
            |closed| closed.pairs(pairs, &self.limits),
            |pass| pair::of_passes(pass, passes, shape, pairs, &self.limits),
            |law| law.pairs(pairs),
        )
    }

    /// The exact shuffle degree.
    ///
    /// # Errors
    ///
    /// [`LawError::NoNeighbors`] for fewer than two dealt cards, else why the law of neighbors cannot be had.
    pub fn degree(&self) -> Result<LawValue, LawError> {
        self.degree_found().map(|found| found.number)
    }

    /// The exact shuffle degree, and the way it was computed.
    pub fn degree_found(&self) -> Result<DerivedValue, LawError> {
        if matches!(self.body, BodyKind::Procedure)
            && let Some(closed) = self.closed_before_long()
            && let Some(degree) = closed.degree(&self.limits)
        {
            return Ok(DerivedValue {
                number: degree?,
                way: Derivation::Closed { source: closed.source() },
            });
        }
        let dealt = self.subject.shape.dealt();
        let (law, way) = self.next_ones()?;
        let number = law.degree().ok_or(LawError::NoNeighbors { dealt })?;
        Ok(DerivedValue { number, way: *way })
    }

    /// The law over all orders: from the body if that is fast or if there is no closed law, else in closed form.
    pub(crate) fn whole(&self) -> Result<&Whole, LawError> {
        let find = || {
            if let Some(closed) = self.closed_before_long()
                && let Some(law) = closed.classes(&self.limits)
            {
                let way = Derivation::Closed { source: closed.source() };
                return Ok(Whole::Classes(law?, way));
            }
            self.permutation().map(|_| Whole::Orders(self.own_way()))
        };
        self.whole.get_or_init(find).as_ref().map_err(LawError::clone)
    }

    fn found(
        &self,
        of_orders: impl FnOnce(&PermutationLaw) -> LawValue,
        of_classes: impl FnOnce(&ClassLaw) -> LawValue,
    ) -> Result<DerivedValue, LawError> {
        Ok(match self.whole()? {
            Whole::Orders(way) => {
                DerivedValue { number: of_orders(self.permutation()?), way: *way }
            }
            Whole::Classes(classes, way) => DerivedValue { number: of_classes(classes), way: *way },
        })
    }

    /// The total variation distance from uniform: over all orders, or over all deals.
    ///
    /// ```
    /// use shuffle_algorithms::{Algorithm, Shape};
    /// use shuffle_exact::{Laws, Limits, Subject, Derivation};
    ///
    /// let riffle = Algorithm::parse("gsr-riffle:riffles=7")?;
    /// let laws = Laws::new(Subject::new(riffle, Shape::whole(52)), Limits::default());
    /// let found = laws.total_variation()?;
    /// assert_eq!(format!("{:.4}", found.number.value()), "0.3341");
    /// assert_eq!(found.way, Derivation::Closed { source: "Bayer and Diaconis 1992" });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_variation(&self) -> Result<DerivedValue, LawError> {
        self.found(PermutationLaw::total_variation, ClassLaw::total_variation)
    }

    /// The separation from uniform: the largest 1 - m q.
    pub fn separation(&self) -> Result<DerivedValue, LawError> {
        self.found(PermutationLaw::separation, ClassLaw::separation)
    }

    /// The noncentrality a trial of the chi-square test over all orders.
    pub fn noncentrality(&self) -> Result<DerivedValue, LawError> {
        self.found(PermutationLaw::noncentrality, ClassLaw::noncentrality)
    }

    /// Shannon's entropy in bits. Its error is the error of sums of logarithms: 1e-9 covers it.
    pub fn entropy_bits(&self) -> Result<DerivedValue, LawError> {
        let number = |value| LawValue::Float { value, error: 1e-9 };
        self.found(|law| number(law.entropy_bits()), |law| number(law.entropy_bits()))
    }

    /// The way from the body itself.
    fn own_way(&self) -> Derivation {
        match self.body {
            BodyKind::Program(_) => Derivation::Steps,
            _ => Derivation::Enumerated,
        }
    }

    /// A program whose steps mix places and cards has no law of its own for places, but small decks have a
    /// law of whole decks. If that is not available either, the error names the mixed step.
    fn or_marginal<L>(
        &self,
        law: Result<L, LawError>,
        marginal: impl FnOnce(&PermutationLaw) -> L,
    ) -> Result<L, LawError> {
        match law {
            Err(mixed @ LawError::MixedWithin { .. }) => {
                self.permutation().map(marginal).map_err(|_| mixed)
            }
            law => law,
        }
    }

    fn sequence(&self) -> LawError {
        let algorithm = &self.subject.algorithm;
        let id = algorithm.entry().id.to_owned();
        match algorithm.has_dependent_decks() {
            true => LawError::Sequence { id },
            false => LawError::OwnCode { id },
        }
    }

    fn foreign(&self) -> LawError {
        LawError::Foreign { id: self.subject.algorithm.entry().id.to_owned() }
    }
}

/// Determines the kind of the body.
struct BodyKindReading {
    shape: Shape,
    passes: u32,
}

impl Reading for BodyKindReading {
    type Out = BodyKind;

    fn program<P: Program>(self, body: &P) -> BodyKind {
        BodyKind::Program(Script::of(body, self.shape, self.passes))
    }

    fn procedure<P: Procedure>(self, _: &P) -> BodyKind {
        BodyKind::Procedure
    }

    fn foreign<F: Foreign>(self, _: &F) -> BodyKind {
        BodyKind::Foreign
    }

    fn sequence<S: Sequence>(self, _: &S) -> BodyKind {
        BodyKind::Sequence
    }
}
