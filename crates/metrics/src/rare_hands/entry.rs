//! What is known of the test.

use crate::{
    lesson::{Demonstration, Lesson},
    metric::{About, TestEntry},
};

/// The test `rare-hands`.
pub const RARE_HANDS: TestEntry = TestEntry {
    title: "royal flushes, straight flushes and four of a kind, in five neighbours and as dealt to 2 to 10 players",
    sees: "one player who gets a royal flush once in 1,000 decks too often, within some 10,000 decks",
    blind_to: "all other hands, and hands of other sizes; decks that are not of 52 cards",
    lesson: Lesson {
        question: "Does somebody get a royal flush too often?",
        asks: "Deal five cards to each of two players, or three, or up to ten, one card at a time as at a table; and take any \
            five cards that lie side by side. A royal flush, ten to ace of one suit, comes once in 649,740 hands. \
            Somebody who has one in every thousandth deck needs no statistics to be noticed, if anybody looks.",
        law: "The cards at any five positions are one of $\\binom{52}{5}$ = 2,598,960 hands, all equally likely: $h$ = 4 royal \
            flushes, 36 other straight flushes, 624 four of a kind. The number $C$ of decks among $N$ in which one player \
            has one is binomial; for any of $m$ players together $q$ is at most $m$ times as large.",
        formula: r"P(C \ge c) = \sum_{i=c}^{N} \binom{N}{i} q^i (1-q)^{N-i}, \qquad q = \frac{h}{\binom{52}{5}}",
        judged: "The smallest of these tails times their number, half of the level for any player together and half for single \
            ones: p is an upper bound, by Bonferroni's inequality, and of one tail.",
        range: "decks of 52 cards of which 5 and more are shown (suit = card / 13, rank = card mod 13, from the ace), from 100 \
            decks on. All of the first 524,288 decks are counted, and then 4,096 of every 16,384",
        cost: "the places of 40 straight flushes and 13 ranks, 64 decks at a time; some 340 counts",
        source: "the odds are those of every book on poker; the bound is Bonferroni's",
        shown_by: Demonstration {
            algorithm: "overhand:percent=50",
            dice: "exact",
            cards: 52,
            trials: 1_000,
            words: "After one pass of an overhand shuffle whole packets of one suit stay together, so that nearly every deck \
                has a straight flush in five neighbours: once in 1,500 decks it should.",
        },
    },
    ..TestEntry::new("rare-hands", About::Hands)
};
