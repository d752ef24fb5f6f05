//! What is known of the four tests.

use crate::{
    lesson::{Demonstration, HISTOGRAM, Lesson},
    metric::{About, TestEntry},
};

/// The blind spots of all four.
const BLIND_TO: &str = "repeats that are not neighbours; seven riffles, if each deck starts afresh";

/// The law of a number of the permutation from a deck to the next: why that is uniform, and then what follows for the number.
macro_rules! law {
    ($of_the_number:literal) => {
        concat!(
            "Let $D_t$ be a deck and $D_{t+1}$ the next one, and let $s = D_t^{-1} D_{t+1}$ say for each place of the \
            later deck where its card lay in the earlier one. If decks are uniform and independent, $s$ is uniform, \
            too, whatever $D_t$ was. ",
            $of_the_number
        )
    };
}

/// The defect that is shown, in so many decks, and what is seen of it.
macro_rules! stuck_tray {
    ($decks:literal, $is_seen:literal) => {
        Demonstration {
            algorithm: "repeat-deck",
            dice: "exact",
            cards: 52,
            trials: $decks,
            words: concat!(
                "A machine with a stuck tray: every seventh deck is the one before once more. Each deck by itself is as \
                fair as can be; only beside the deck before it looks odd. ",
                $is_seen
            ),
        }
    };
}

/// The test `serial-fixed-points`.
pub const FIXED_POINTS: TestEntry = TestEntry {
    title: "histogram of cards that lie where they lay in the deck before",
    sees: "the same deck twice in a row, a last deck that is shuffled on by a few swaps",
    blind_to: BLIND_TO,
    lesson: Lesson {
        question: "Do cards lie where they lay in the deck before?",
        asks: "Keep the last deck on the table and deal the next one beside it. How many cards lie at the same place in \
            both? On average one, as with a fresh deck. Programs that forget to start afresh, or send a deck twice, \
            give themselves away here.",
        law: law!("So the number $j$ of cards at the same place has the law of the fixed points."),
        formula: r"P(j) = \frac{1}{j!} \sum_{i=0}^{n-j} \frac{(-1)^i}{i!}, \qquad j = \#\{p : s(p) = p\}",
        judged: HISTOGRAM,
        range: "whole decks of any size, pairs of decks that follow each other in a block; from 200 to 300 pairs on",
        cost: "$n$ steps a deck to find $s$, shared by the four tests; at most 64 counts",
        source: "the argument is this project's, and enumerated for three cards",
        shown_by: stuck_tray!(1_000, "Here a seventh of all pairs agree in 52 places."),
    },
    ..TestEntry::new("serial-fixed-points", About::DependenceBetweenDecks)
};

/// The test `serial-ascents`.
pub const ASCENTS: TestEntry = TestEntry {
    title: "histogram of neighbours that lay in the same order in the deck before",
    sees: "the same deck twice in a row, a last deck that is shuffled on by a riffle or a few swaps",
    blind_to: BLIND_TO,
    lesson: Lesson {
        question: "Do neighbours keep the order that they had in the deck before?",
        asks: "Take two neighbours of the new deck. Did they lie in the same order in the deck before? Half of the time \
            they should. A deck that was only riffled once since the last deal says yes far too often.",
        law: law!("So the number $a$ of its ascents has the Eulerian law."),
        formula: r"P(a) = \frac{1}{n!} \sum_{j=0}^{a} (-1)^j \binom{n+1}{j} (a+1-j)^n, \qquad a = \#\{p : s(p) < s(p+1)\}",
        judged: HISTOGRAM,
        range: "whole decks of any size, pairs of decks that follow each other in a block; from 200 to 300 pairs on",
        cost: "$n$ steps a deck to find $s$, shared by the four tests, and $n-1$ comparisons; $n$ counts \
            (classes of values beyond 4,096 cards)",
        source: "the argument is this project's, and enumerated for three cards",
        shown_by: stuck_tray!(
            2_000,
            "Beside the hill of the Eulerian law stands a lonely bar at 51 ascents: the pairs of equal decks."
        ),
    },
    ..TestEntry::new("serial-ascents", About::DependenceBetweenDecks)
};

/// The test `serial-inversions`.
pub const INVERSIONS: TestEntry = TestEntry {
    title: "histogram of pairs of cards that lay in the other order in the deck before",
    sees: "the same deck twice in a row, a last deck that is shuffled on by a riffle or a few swaps",
    blind_to: BLIND_TO,
    lesson: Lesson {
        question: "How many pairs of cards have changed their order since the deck before?",
        asks: "The same question as for neighbours, but for every two cards: of the 1,326 pairs of a deck of 52, about \
            half should have changed their order from one deck to the next.",
        law: law!("So the number $v$ of its inversions has the Mahonian law."),
        formula: r"\sum_{v} P(v)\, q^v = \prod_{m=1}^{n} \frac{1 + q + q^2 + \dots + q^{m-1}}{m}, \qquad v = \#\{p < r : s(p) > s(r)\}",
        judged: HISTOGRAM,
        range: "whole decks of any size, pairs of decks that follow each other in a block; from 200 to 300 pairs on",
        cost: "$n$ steps a deck to find $s$, shared by the four tests, and $n \\log n$ comparisons; $n(n-1)/2+1$ counts \
            (classes of values beyond 512 cards)",
        source: "the argument is this project's, and enumerated for three cards",
        shown_by: stuck_tray!(
            1_000,
            "Here a seventh of all pairs of decks have no inversion at all."
        ),
    },
    ..TestEntry::new("serial-inversions", About::DependenceBetweenDecks)
};

/// The test `serial-rising-sequences`.
pub const RISING_SEQUENCES: TestEntry = TestEntry {
    title: "histogram of runs of the deck before that this deck is interleaved from",
    sees: "a last deck that is riffled on, seven times within 1,000 decks of 52, nine times within 3,000",
    blind_to: BLIND_TO,
    lesson: Lesson {
        question: "Into how many packets was the last deck cut to make this one?",
        asks: "Take the cards in the order of the last deck and look for them in the new one: run down as long as each lies \
            behind the one before; when you must go back to the top, a new rising sequence begins. A dealer who \
            riffles the last deck leaves two after one riffle and at most doubles them with each more. Two decks that \
            have nothing to do with each other show 26 or 27.",
        law: law!(
            "So the number $r$ of its rising sequences, one more than the descents of \
            $s^{-1}$, has the Eulerian law of `rising-sequences`."
        ),
        formula: r"P(r) = \frac{1}{n!} \sum_{j=0}^{r} (-1)^j \binom{n+1}{j} (r-j)^n, \qquad r = 1 + \#\{q : s^{-1}(q) > s^{-1}(q+1)\}",
        judged: HISTOGRAM,
        range: "whole decks of any size, pairs of decks that follow each other in a block; from 200 to 300 pairs on. All \
            pairs of the first 262,144 decks are counted, and then those of 4,096 of every 16,384",
        cost: "$n$ steps a deck to find $s$, shared by the four tests, $n$ to turn it round, and $n-1$ comparisons; $n+1$ \
            counts (classes of values beyond 4,096 cards)",
        source: "Bayer and Diaconis 1992, Annals of Applied Probability 2, 294, for the number; that $s$ is uniform is this \
            project's argument, and enumerated for three cards",
        shown_by: stuck_tray!(
            1_000,
            "A seventh of all decks are a single rising sequence of the deck before."
        ),
    },
    ..TestEntry::new("serial-rising-sequences", About::DependenceBetweenDecks)
};
