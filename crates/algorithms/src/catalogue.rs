//! The list of all shuffles: their names, their parameters, and the known facts about each.
//!
//! Adding one is a file under [`crate::shuffles`] with a body and its [`Listing`], declared there, and one line in the
//! `catalogue!` call below. Everything else (plans, flags, `list`, the conformance suite, exact laws, the defects of
//! the calibration, the tables of the book) follows from that.

pub use crate::entry::{ClosedLaw, Entry, Family, Known, Listing, PlantedDefect};
use crate::{
    Card, Dice, Foreign, Procedure, Program, Reading, Sequence, Shape,
    reading::BodyKind,
    shuffles::*,
    spec::{Spec, SpecError},
    table::play,
};
use std::fmt;

/// Generates the closed set of shuffles from one line each: the kind of body, the name, the type, and the listing.
/// It is a macro because Rust has no other form for a list of types that implement different traits.
macro_rules! catalogue {
    ($($kind:ident $name:ident: $body:ty = $listing:expr;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        enum Body {
            $($name($body),)*
        }

        impl Body {
            fn build(spec: &Spec) -> Self {
                $(if spec.id() == $listing.entry.id {
                    return Self::$name(($listing.build)(spec));
                })*
                unreachable!("a spec is resolved against the same list")
            }

            fn read<R: Reading>(&self, reading: R) -> R::Out {
                match self {
                    $(Self::$name(body) => reading.$kind(body),)*
                }
            }
        }

        /// All entries, in the order in which they are listed.
        pub static ENTRIES: &[Entry] = &[$($listing.entry.listed(),)*];
    };
}

catalogue! {
    program   FisherYates: fisher_yates::FisherYates = fisher_yates::FISHER_YATES;
    program   FisherYatesByValue: fisher_yates::FisherYatesByValue = fisher_yates::BY_VALUE;
    program   InsideOut: inside_out::InsideOut = inside_out::INSIDE_OUT;
    program   OutOfPlace: out_of_place::OutOfPlace = out_of_place::OUT_OF_PLACE;
    program   MixedBetween: mixed::MixedBetween = mixed::BETWEEN;
    program   PartialFisherYates: deal::PartialFisherYates = deal::FYP;
    program   Reservoir: samples::Reservoir = samples::RESERVOIR;
    procedure ReservoirL: reservoir_l::ReservoirL = reservoir_l::RESERVOIR_L;
    procedure Floyd: samples::Floyd = samples::FLOYD;
    procedure SelectionSampling: samples::SelectionSampling = samples::SELECTION;
    foreign   RandShuffle: rand_crate::RandShuffle = rand_crate::SHUFFLE;
    foreign   RandPartialShuffle: rand_crate::RandPartialShuffle = rand_crate::PARTIAL_SHUFFLE;
    program   Identity: fixed::Identity = fixed::IDENTITY;
    program   Reverse: fixed::Reverse = fixed::REVERSE;
    program   Naive: naive::Naive = naive::NAIVE;
    program   NaiveDescending: naive::NaiveDescending = naive::NAIVE_DESCENDING;
    program   Asf1999: asf::Asf1999 = asf::ASF_1999;
    program   MixedWithin: mixed::MixedWithin = mixed::WITHIN;
    program   Sattolo: fisher_yates::Sattolo = fisher_yates::SATTOLO;
    program   MissingLastStep: fisher_yates::FisherYates = fisher_yates::MISSING_LAST_STEP;
    procedure FreeCell: freecell::FreeCell = freecell::FREECELL;
    program   RandomSwapsHalf: random_swaps::RandomSwaps = random_swaps::HALF;
    program   RandomSwapsOne: random_swaps::RandomSwaps = random_swaps::ONE;
    program   RandomSwapsTwo: random_swaps::RandomSwaps = random_swaps::TWO;
    program   RandomSwaps: random_swaps::RandomSwaps = random_swaps::SWAPS;
    program   RandomToTop: random_to_top::RandomToTop = random_to_top::RANDOM_TO_TOP;
    program   ShuffleBuffer: shuffle_buffer::ShuffleBuffer = shuffle_buffer::SHUFFLE_BUFFER;
    procedure Hindu: hindu::Hindu = hindu::HINDU;
    procedure HumanRiffle: riffle::HumanRiffle = riffle::HUMAN;
    procedure GsrRiffle: gsr::GsrRiffle = gsr::GSR;
    procedure InverseRiffle: random_keys::RandomKeys = gsr::INVERSE;
    procedure Shelf: gsr::Shelf = gsr::SHELF;
    procedure Overhand: by_hand::Overhand = by_hand::OVERHAND;
    procedure Thorp: by_hand::Thorp = by_hand::THORP;
    procedure TopToRandom: by_hand::TopToRandom = by_hand::TOP_TO_RANDOM;
    procedure Faro: riffle::Faro = riffle::FARO;
    procedure FaroOut: riffle::Faro = riffle::FARO_OUT;
    procedure FaroIn: riffle::Faro = riffle::FARO_IN;
    procedure CoinInsertionSort: coin_sort::CoinInsertionSort = coin_sort::INSERTION;
    procedure CoinBinaryInsertionSort: coin_sort::CoinBinaryInsertionSort = coin_sort::BINARY_INSERTION;
    procedure CoinMergeSort: coin_sort::CoinMergeSort = coin_sort::MERGE;
    procedure CoinHeapSort: coin_sort::CoinHeapSort = coin_sort::HEAP;
    procedure RandomKeys: random_keys::RandomKeys = random_keys::RANDOM_KEYS;
    procedure FewKeys: random_keys::RandomKeys = random_keys::FEW_KEYS;
    sequence  RepeatDeck: repeat_deck::RepeatDeck = repeat_deck::REPEAT_DECK;
    procedure EvenOrders: adversaries::conditioned::Conditioned = adversaries::conditions::EVEN_ORDERS;
    procedure PairParity: adversaries::conditioned::Conditioned = adversaries::conditions::PAIR_PARITY;
    procedure PairSuit: adversaries::conditioned::Conditioned = adversaries::conditions::PAIR_SUIT;
    procedure PairRank: adversaries::conditioned::Conditioned = adversaries::conditions::PAIR_RANK;
    procedure SubsetSign: adversaries::conditioned::Conditioned = adversaries::conditions::SUBSET_SIGN;
    procedure SubsetParity: adversaries::conditioned::Conditioned = adversaries::conditions::SUBSET_PARITY;
    procedure InversionsModulo: adversaries::conditioned::Conditioned = adversaries::conditions::INVERSIONS;
    procedure MajorIndexModulo: adversaries::conditioned::Conditioned = adversaries::conditions::MAJOR_INDEX;
    procedure WeightedSumModulo: adversaries::conditioned::Conditioned = adversaries::conditions::WEIGHTED_SUM;
    procedure ColorChangesModulo: adversaries::conditioned::Conditioned = adversaries::conditions::COLOR_CHANGES;
    procedure SuitChangesModulo: adversaries::conditioned::Conditioned = adversaries::conditions::SUIT_CHANGES;
    sequence  LagParity: adversaries::lags::Lagged = adversaries::lags::PARITY;
    sequence  LagCard: adversaries::lags::Lagged = adversaries::lags::CARD;
    sequence  LagFactor: adversaries::lags::Lagged = adversaries::lags::FACTOR;
    sequence  CountingPlace: adversaries::lags::Lagged = adversaries::lags::COUNTING;
    sequence  WeakCopy: adversaries::copies::WeakCopy = adversaries::copies::WEAK_COPY;
    sequence  RiffledOn: adversaries::copies::RiffledOn = adversaries::copies::RIFFLED_ON;
    sequence  UnshuffledFirst: adversaries::times::UnshuffledFirst = adversaries::times::UNSHUFFLED_FIRST;
    sequence  Drift: adversaries::times::Drift = adversaries::times::DRIFT;
    sequence  LateStore: adversaries::times::LateStore = adversaries::times::LATE_STORE;
    procedure RareRiffles: adversaries::rare::Rare = adversaries::rare::RIFFLES;
    procedure RareHalf: adversaries::rare::Rare = adversaries::rare::HALF;
    procedure RareStop: adversaries::rare::Rare = adversaries::rare::STOP;
    procedure RareSwaps: adversaries::rare::Rare = adversaries::rare::SWAPS;
    procedure RareHand: adversaries::rare::Rare = adversaries::rare::HAND;
    procedure Mathieu: adversaries::groups::OfGroup = adversaries::groups::MATHIEU;
    procedure Pgl2: adversaries::groups::OfGroup = adversaries::groups::PGL2;
    procedure AffinePrime: adversaries::groups::OfGroup = adversaries::groups::AFFINE_PRIME;
    procedure AffineBinary: adversaries::groups::OfGroup = adversaries::groups::AFFINE_BINARY;
    procedure Wreath: adversaries::groups::OfGroup = adversaries::groups::WREATH;
    procedure Feistel: adversaries::ciphers::Feistel = adversaries::ciphers::FEISTEL;
    procedure SwapOrNot: adversaries::ciphers::SwapOrNot = adversaries::ciphers::SWAP_OR_NOT;
    procedure HeavySuit: adversaries::heavy_suit::Heavy = adversaries::heavy_suit::HEAVY_SUIT;
    procedure HeavyBall: adversaries::heavy_suit::Heavy = adversaries::heavy_suit::HEAVY_BALL;
    procedure ShyPair: adversaries::draws::ShyPair = adversaries::draws::SHY_PAIR;
    sequence  OverlappingDraws: adversaries::draws::OverlappingDraws = adversaries::draws::OVERLAPPING_DRAWS;
    sequence  NoRepeats: adversaries::digits::Digits = adversaries::digits::NO_REPEATS;
    sequence  MissingSymbols: adversaries::digits::Digits = adversaries::digits::MISSING_SYMBOLS;
    sequence  SameAgain: adversaries::digits::SameAgain = adversaries::digits::SAME_AGAIN;
}

/// A shuffle of the catalogue, with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Algorithm {
    spec: Spec,
    entry: &'static Entry,
    body: Body,
}

impl Algorithm {
    /// Reads `id:key=value,key=value`; aliases are ids too.
    ///
    /// # Errors
    ///
    /// [`SpecError`], which says what is wrong and what would be right.
    ///
    /// ```
    /// use shuffle_algorithms::Algorithm;
    ///
    /// assert_eq!(Algorithm::parse("wash")?.to_string(), "fisher-yates");
    /// assert_eq!(Algorithm::parse("random-keys:bits=4")?.to_string(), "random-keys:bits=4");
    /// # Ok::<(), shuffle_algorithms::spec::SpecError>(())
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "a resolved spec carries a catalogued id")]
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let spec = Spec::parse(text, |name| {
            find(name).map(|entry| (entry.id, entry.parameters)).ok_or_else(|| {
                let names = ENTRIES.iter().flat_map(|entry| {
                    std::iter::once(entry.id).chain(entry.aliases.iter().copied())
                });
                SpecError::unknown("algorithm", name, names)
            })
        })?;
        let entry = find(spec.id()).expect("a spec carries a catalogued id");
        Ok(Self { entry, body: Body::build(&spec), spec })
    }

    /// The catalogue entry of this shuffle.
    #[must_use]
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Its id and the values of its parameters.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// True if the catalogue knows that, with exact dice, every order of a deck of `cards` cards is equally likely.
    /// For a sequence this says nothing about several decks together.
    ///
    /// ```
    /// use shuffle_algorithms::Algorithm;
    ///
    /// let buffer = Algorithm::parse("shuffle-buffer:buffer=10")?;
    /// assert!(buffer.is_uniform_on(10) && !buffer.is_uniform_on(11));
    /// # Ok::<(), shuffle_algorithms::spec::SpecError>(())
    /// ```
    #[must_use]
    pub fn is_uniform_on(&self, cards: usize) -> bool {
        match self.entry.known {
            Known::Uniform | Known::Dependent { .. } | Known::BiasedDraw { .. } => true,
            Known::UniformSet { .. } => cards < 2,
            Known::Biased { from, .. } => cards < from,
            Known::BiasedBeyond { parameter, .. } => {
                // One card has only one order.
                cards as u64 <= self.spec.value(parameter).max(1)
            }
        }
    }

    /// Applies `reading` to the body of this shuffle, whichever kind of body it is.
    pub fn read<R: Reading>(&self, reading: R) -> R::Out {
        self.body.read(reading)
    }

    /// The kind of its body.
    pub(crate) fn kind(&self) -> BodyKind {
        self.read(KindOfBody)
    }

    /// True if the shuffle draws from a generator by itself, so that flawed dice cannot be given to it.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        self.kind() == BodyKind::Foreign
    }

    /// True if the shuffle has a memory, so that the law of one deck does not determine the law of two.
    #[must_use]
    pub fn is_sequence(&self) -> bool {
        self.kind() == BodyKind::Sequence
    }

    /// True if its decks depend on each other. Others with a body of that kind draw each row by code of their own.
    #[must_use]
    pub fn has_dependent_decks(&self) -> bool {
        self.is_sequence() && matches!(self.entry().known, Known::Dependent { .. })
    }

    /// Shuffles one deck once, starting from its present order, for example to replay a worked example.
    ///
    /// # Errors
    ///
    /// [`SpecError::DrawsItself`] for code that takes a generator, not dice.
    ///
    /// # Panics
    ///
    /// If the shuffle swaps by value and `deck` is no permutation of `0..n`.
    pub fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], dice: &mut D) -> Result<(), SpecError> {
        let shape = Shape::whole(deck.len());
        if self.read(Once { shape, deck, dice }) {
            Ok(())
        } else {
            Err(SpecError::DrawsItself { id: self.entry.id, dice: "given by hand".to_owned() })
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}

struct KindOfBody;

impl Reading for KindOfBody {
    type Out = BodyKind;

    fn program<P: Program>(self, _: &P) -> BodyKind {
        BodyKind::Program
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

/// The reading that shuffles one given deck with given dice.
struct Once<'a, C, D> {
    shape: Shape,
    deck: &'a mut [C],
    dice: &'a mut D,
}

impl<C: Card, D: Dice> Reading for Once<'_, C, D> {
    type Out = bool;

    fn program<P: Program>(self, body: &P) -> bool {
        // Programs by position take any cards; the places of cards can be noted for a permutation only.
        if P::BY_VALUE {
            let mut sorted = self.deck.to_vec();
            sorted.sort_unstable();
            let whole = sorted.iter().map(|card| card.index()).eq(0..sorted.len());
            assert!(whole, "a shuffle by value takes a permutation of 0..n");
        }
        play(body, self.shape, self.deck, &mut Vec::new(), self.dice);
        true
    }

    fn procedure<P: Procedure>(self, body: &P) -> bool {
        body.shuffle_deal(self.shape.dealt(), self.deck, &mut P::Scratch::default(), self.dice);
        true
    }

    fn other(self) -> bool {
        false
    }

    fn sequence<S: Sequence>(self, body: &S) -> bool {
        let mut memory = S::Memory::default();
        body.next_deal(0, self.shape.dealt(), self.deck, &mut memory, self.dice);
        true
    }
}

/// The entry with this id or alias.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.is_called(name))
}
