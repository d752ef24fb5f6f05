//! What is known of the test.

use crate::{
    lesson::{Demonstration, Lesson},
    metric::{About, TestEntry},
};

/// The test `extremes`.
pub const EXTREMES: TestEntry = TestEntry {
    title: "decks with a number that hardly any deck has, against the far ends of nine exact laws",
    sees: "gross faults that are rare: once in 1,000 decks two riffles only, ten swaps only, or a half in order",
    blind_to: "decks that are all a little off; rare faults that leave all nine numbers within what one uniform deck in 1,000 \
        has",
    lesson: Lesson {
        question: "Is there a deck so odd that no honest shuffle would deal it?",
        asks: "Look at the oddest decks of all: the one with the most cards in place, the one with the fewest runs, the one \
            with the longest rising subsequence. Once in ten thousand rounds the machine forgot to shuffle, and no \
            average will ever tell. But a deck that one honest shuffle in a billion billion deals tells at once.",
        law: "Let $q_x$ be the exact probability that a number of a uniform deck is $x$ or more (or $x$ or less). The number \
            $C_x$ of decks among $N$ that go so far is binomial. Looked at are the thresholds $x$ with $q_x$ below 1/1000, \
            about one for each power of ten, on both sides of the fixed points, cycles, records, ascents, rising \
            sequences, inversions, successions, half footrule and longest increasing subsequence.",
        formula: r"P(C_x \ge c) = \sum_{i=c}^{N} \binom{N}{i} q_x^i (1-q_x)^{N-i}",
        judged: "The smallest of these tails times the number of thresholds: p is an upper bound, by Bonferroni's inequality, and \
            of one tail. It is seldom small by chance, and never too often.",
        range: "decks and deals of which some number is rarer than 1 in 1,000, from 100 decks on; numbers without a table of \
            their law are left out (footrule beyond 128 cards, inversions beyond 512, longest increasing subsequence \
            beyond 64)",
        cost: "the numbers are those of the other tests, read once for all; some hundred counts",
        source: "Tippett 1931, The Methods of Statistics; Donoho and Jin 2004, Annals of Statistics 32, 962",
        shown_by: Demonstration {
            algorithm: "random-swaps-half",
            dice: "exact",
            cards: 52,
            trials: 1_000,
            words: "Here every deck is at fault, and the first few of them would do: after 26 swaps some eighteen cards \
                have never been touched, and 18 cards in place come once in 10^16 uniform decks.",
        },
    },
    ..TestEntry::new("extremes", About::Orders)
};
