//! The shuffles whose laws are compared with the decks of a failed audit.
//!
//! Adding one is one entry of [`KNOWN`] and a section of the page of causes.

use crate::number::{count, counted};
use shuffle_algorithms::{Algorithm, Shape, dice::DiceSpec, fill::Job};

/// A shuffle that people write, or do by hand, and that is not uniform.
#[derive(Debug)]
pub(crate) struct Known {
    /// Section of the page of causes.
    pub id: &'static str,
    /// What it is, as it stands behind "Looks like"; `{}` is its value, and `{riffle shuffle}` counts them.
    pub says: &'static str,
    /// What to do, as a sentence.
    pub fix: &'static str,
    algorithm: &'static str,
    dice: &'static str,
    /// The values to try for a number of cards; empty for a shuffle without a parameter.
    values: fn(usize) -> Vec<usize>,
}

const DURSTENFELD: &str =
    "Use Fisher-Yates: for i from n - 1 down to 1, swap position i with position below(i + 1).";
const LIBRARY: &str =
    "A comparator must not flip coins. Use the shuffle of your standard library, or Fisher-Yates.";
const KEYS: &str = "Use keys of 64 random bits, or Fisher-Yates.";
const BY_HAND: &str =
    "Shuffle each deck more often (seven riffles or more), or use Fisher-Yates in code.";
const REJECT: &str =
    "Draw with the unbiased method of your library (randbelow, nextInt(n), random_range).";

const PLAIN: Known =
    Known { id: "", says: "", fix: DURSTENFELD, algorithm: "", dice: "exact", values: |_| vec![] };

fn one_to<const MOST: usize>(_: usize) -> Vec<usize> {
    (1..=MOST).collect()
}

/// Numbers of swaps, in quarters of a deck.
fn swaps(cards: usize) -> Vec<usize> {
    [1, 2, 3, 4, 6, 8, 12].iter().map(|quarters| (quarters * cards / 4).max(1)).collect()
}

/// Buffers from an eighth of the deck to all of it.
fn buffers(cards: usize) -> Vec<usize> {
    let share = |eighths: usize| (eighths * cards / 8).max(2);
    (1..=7).map(share).filter(|&buffer| buffer < cards).collect()
}

/// The widths of random numbers that leave a visible bias, from the fewest bits that reach every card.
fn bits(cards: usize) -> Vec<usize> {
    let least = cards.next_power_of_two().trailing_zeros() as usize;
    (least.max(2)..=16).collect()
}

/// All of them.
pub(crate) static KNOWN: &[Known] = &[
    Known {
        id: "sattolo",
        says: "Sattolo's algorithm: every deck is one single cycle, so no card stays where it was",
        fix: "Draw the partner from 0 to i, both included: below(i + 1), not below(i).",
        algorithm: "sattolo",
        ..PLAIN
    },
    Known {
        id: "naive",
        says: "the naive shuffle, which swaps each position with any position",
        fix: "Swap position i only with positions from i to the end: i + below(n - i).",
        algorithm: "naive",
        ..PLAIN
    },
    Known {
        id: "naive",
        says: "the naive shuffle from the end, which swaps each position with any position",
        fix: "Swap position i only with positions from 0 to i: below(i + 1).",
        algorithm: "naive-descending",
        ..PLAIN
    },
    Known {
        id: "naive",
        says: "the naive shuffle whose random position is never the last (online poker, 1999)",
        algorithm: "asf-1999",
        ..PLAIN
    },
    Known {
        id: "cards-for-positions",
        says: "a Fisher-Yates shuffle that confuses cards with positions",
        fix: "Swap positions i and j; don't look up where card i lies.",
        algorithm: "mixed-within",
        ..PLAIN
    },
    Known {
        id: "last-step",
        says: "a Fisher-Yates shuffle whose loop stops one step early",
        fix: "Let the loop run down to i = 1: the last step swaps positions 1 and 0.",
        algorithm: "fisher-yates-missing-last-step",
        ..PLAIN
    },
    Known {
        id: "random-swaps",
        says: "only {swap} of two random positions",
        algorithm: "random-swaps:swaps={}",
        values: swaps,
        ..PLAIN
    },
    Known {
        id: "random-comparator",
        says: "a sort by coin flips, such as `sort(() => Math.random() - 0.5)` in JavaScript",
        fix: LIBRARY,
        algorithm: "coin-binary-insertion-sort",
        ..PLAIN
    },
    Known {
        id: "random-comparator",
        says: "an insertion sort whose comparator flips a coin",
        fix: LIBRARY,
        algorithm: "coin-insertion-sort",
        ..PLAIN
    },
    Known {
        id: "random-comparator",
        says: "a merge sort whose comparator flips a coin",
        fix: LIBRARY,
        algorithm: "coin-merge-sort",
        ..PLAIN
    },
    Known {
        id: "random-comparator",
        says: "a heap sort whose comparator flips a coin",
        fix: LIBRARY,
        algorithm: "coin-heap-sort",
        ..PLAIN
    },
    Known {
        id: "short-keys",
        says: "a sort by random keys of {} bits, in which equal keys keep the old order",
        fix: KEYS,
        algorithm: "random-keys:bits={}",
        values: |_| (2..=16).collect(),
        ..PLAIN
    },
    Known {
        id: "short-keys",
        says: "a sort by random keys of {} values, in which equal keys keep the old order",
        fix: KEYS,
        algorithm: "few-keys:keys={}",
        values: |cards| vec![10, 20, 50, 100, 1_000, 10_000, cards.max(2)],
        ..PLAIN
    },
    Known {
        id: "modulo",
        says: "Fisher-Yates with {}-bit random numbers reduced by modulo",
        fix: REJECT,
        algorithm: "fisher-yates",
        dice: "modulo:bits={}",
        values: bits,
    },
    Known {
        id: "modulo",
        says: "Fisher-Yates from the start with {}-bit random numbers reduced by modulo",
        fix: REJECT,
        algorithm: "inside-out",
        dice: "modulo:bits={}",
        values: bits,
    },
    Known {
        id: "short-floats",
        says: "Fisher-Yates with random fractions of only {} bits",
        fix: REJECT,
        algorithm: "fisher-yates",
        dice: "float:bits={}",
        values: bits,
    },
    Known {
        id: "buffer",
        says: "a shuffle buffer of about {row}",
        fix: "Use a buffer as large as the data, or shuffle the indices.",
        algorithm: "shuffle-buffer:buffer={}",
        values: buffers,
        ..PLAIN
    },
    Known {
        id: "by-hand",
        says: "{riffle shuffle}",
        fix: BY_HAND,
        algorithm: "gsr-riffle:riffles={}",
        values: one_to::<9>,
        ..PLAIN
    },
    Known {
        id: "by-hand",
        says: "{uneven riffle shuffle}",
        fix: BY_HAND,
        algorithm: "human-riffle*{}",
        values: one_to::<8>,
        ..PLAIN
    },
    Known {
        id: "by-hand",
        says: "{overhand shuffle}",
        fix: BY_HAND,
        algorithm: "overhand*{}",
        values: one_to::<10>,
        ..PLAIN
    },
    Known {
        id: "by-hand",
        says: "{Hindu shuffle}",
        fix: BY_HAND,
        algorithm: "hindu*{}",
        values: one_to::<10>,
        ..PLAIN
    },
    Known {
        id: "by-hand",
        says: "{Thorp shuffle}",
        fix: BY_HAND,
        algorithm: "thorp*{}",
        values: one_to::<8>,
        ..PLAIN
    },
    Known { id: "by-hand", says: "a shelf machine", fix: BY_HAND, algorithm: "shelf", ..PLAIN },
    Known {
        id: "by-hand",
        says: "{move} of the top card to a random position",
        fix: BY_HAND,
        algorithm: "top-to-random:moves={}",
        values: swaps,
        ..PLAIN
    },
    Known {
        id: "by-hand",
        says: "n random cards moved to the top, one after the other",
        fix: BY_HAND,
        algorithm: "random-to-top",
        ..PLAIN
    },
];

impl Known {
    /// What it is, with these values of its parameter in ascending order.
    pub(crate) fn with(&self, values: &[usize]) -> String {
        let Some((before, (noun, after))) = self
            .says
            .split_once('{')
            .and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        else {
            return self.says.to_owned();
        };
        let (first, last) =
            (values.first().copied().unwrap_or(1), values.last().copied().unwrap_or(1));
        let range = if first < last { format!("{first} to ") } else { String::new() };
        let last = last as u64;
        let value = if noun.is_empty() { count(last) } else { counted(last, noun) };
        format!("{before}{range}{value}{after}")
    }
}

/// One shuffle to compare with.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// What it is.
    pub known: &'static Known,
    /// The value of its parameter.
    pub value: Option<usize>,
    /// The shuffle.
    pub job: Job,
}

impl Candidate {
    fn new(known: &'static Known, value: Option<usize>, shape: Shape) -> Option<Self> {
        let filled = |text: &str| text.replace("{}", &value.unwrap_or(1).to_string());
        let (algorithm, passes) = match known.algorithm.split_once('*') {
            Some((algorithm, _)) => (algorithm, value.unwrap_or(1) as u32),
            None => (known.algorithm, 1),
        };
        let algorithm = Algorithm::parse(&filled(algorithm)).ok()?;
        let dice = DiceSpec::parse(&filled(known.dice)).ok()?;
        let job = Job { dice, passes, ..Job::new(algorithm, shape) }.on_fastest_generator();
        job.check().ok()?;
        Some(Self { known, value, job })
    }

    /// A name of its own: "naive-descending", "random-keys-bits-4".
    pub(crate) fn key(&self) -> String {
        let spec = format!("{} {} {}", self.job.algorithm, self.job.dice, self.job.passes);
        let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        spec.chars().map(letter).collect()
    }

    /// True of the uniform shuffle.
    pub(crate) fn is_uniform(&self) -> bool {
        std::ptr::eq(self.known, &raw const UNIFORM)
    }
}

/// A shuffle buffer, by its rows.
pub(crate) fn buffer_of(rows: usize, shape: Shape) -> Option<Candidate> {
    let known = KNOWN.iter().find(|known| known.id == "buffer")?;
    Candidate::new(known, Some(rows), shape).filter(|_| rows < shape.cards())
}

static UNIFORM: Known = Known { says: "Fisher-Yates", algorithm: "fisher-yates", ..PLAIN };

/// A uniform shuffle, to compare with.
pub(crate) fn uniform(shape: Shape) -> Option<Candidate> {
    Candidate::new(&UNIFORM, None, shape)
}

/// All shuffles to compare decks of this shape with.
pub(crate) fn candidates(shape: Shape) -> Vec<Candidate> {
    let of = |known: &'static Known| {
        let values = (known.values)(shape.cards());
        let values: Vec<Option<usize>> = match values.is_empty() {
            true => vec![None],
            false => values.into_iter().map(Some).collect(),
        };
        values.into_iter().filter_map(move |value| Candidate::new(known, value, shape))
    };
    KNOWN.iter().flat_map(of).collect()
}
