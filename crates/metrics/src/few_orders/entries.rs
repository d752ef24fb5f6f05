//! The entries of the tests of few orders.

use super::{
    FewOrders, Part, Way, dealt_regions::DealtRegions, fixed_between::FixedBetween, grid::Grid,
    lds::Lds, rank_serial::RankSerial, runs::Runs, stretches::Stretches,
    turning_points::TurningPoints, von_neumann::VonNeumann, xi::Xi,
};
use crate::{
    lesson::{Demonstration, Lesson},
    metric::{About, MetricEntry, Scope, TestEntry},
};

/// The test `turning-points`.
pub const TURNING_POINTS: TestEntry = TestEntry {
    title: "cards higher or lower than both neighbours, in 1 to 99 decks",
    sees: "packets that stay together: an overhand shuffle of 10,000 cards in one deck",
    blind_to: "where in the deck cards lie; a buffer of a tenth of the deck, within which neighbours are well mixed",
    lesson: Lesson {
        question: "Do neighbours go up and down as often as they should?",
        asks: "Walk along one deck and watch the cards rise and fall. Of three neighbours in random order the one in \
            the middle is the highest or the lowest in two of three cases. If the walk turns too rarely, packets have \
            stayed together; if it turns too often, somebody dealt in turn from two halves.",
        law: "The number of orders of $n$ with $t$ turning points follows from inserting the largest card; dividing by \
            $n!$ gives the law below, and the sum over $m$ decks has its $m$-fold convolution.",
        formula: r"p_n(t) = \frac{(t+1)\,p_{n-1}(t) + 2\,p_{n-1}(t-1) + (n-t-1)\,p_{n-1}(t-2)}{n}
            \mathrm{E}\,T = \frac{2(n-2)}{3}, \qquad \mathrm{Var}\,T = \frac{16n-29}{90}",
        judged: "Up to 2,048 cards in all decks together the law of the sum is exact, and p is twice the smaller tail. Beyond, \
            the sum is compared with the normal law with a half-step correction; to the left, where the true tail is \
            heavier, with a gamma law of a larger skewness.",
        range: "1 to 99 decks of 3 cards or more; of deals the ranks of their cards",
        cost: "one pass over the deck; 4 bytes for each of the first 99 decks",
        source: "Bienaymé 1874; André, Annales scientifiques de l'ENS 12 (1883), 8",
        shown_by: Demonstration {
            algorithm: "overhand",
            dice: "exact",
            cards: 10_000,
            trials: 1,
            words: "One overhand shuffle of 10,000 cards: inside a packet nothing turns, so far fewer than two thirds of the cards do.",
        },
    },
    ..TestEntry::new("turning-points", About::Orders)
};

/// The test `turning-points-inverse`.
pub const TURNING_POINTS_INVERSE: TestEntry = TestEntry {
    title: "the same of the positions of neighbouring cards, in 1 to 99 decks",
    sees: "a few riffles: each card still lies behind the one before it; one riffle of 10,000 cards in one deck",
    blind_to: "where in the deck cards lie; a buffer of a tenth of the deck, within which neighbours are well mixed",
    lesson: Lesson {
        question: "Do the positions of neighbouring cards go up and down as often as they should?",
        asks: "Now walk along the cards in their order at the start, and watch the positions at which they lie. After a riffle the \
            two halves are interleaved, so neighbours in the deck look mixed, but every card still lies behind the one \
            that was before it.",
        shown_by: Demonstration {
            algorithm: "gsr-riffle",
            words: "One riffle of 10,000 cards: the positions of the cards rise, but for the card that began the second \
                half, so next to nothing turns.",
            ..TURNING_POINTS.lesson.shown_by
        },
        ..TURNING_POINTS.lesson
    },
    ..TestEntry::new("turning-points-inverse", About::Orders)
};

/// The test `von-neumann`.
pub const VON_NEUMANN: TestEntry = TestEntry {
    title: "squared differences of neighbours, as Bartels' rank von Neumann ratio, in 1 to 99 decks",
    sees: "neighbours that come from the same region: a buffer of a tenth or a half of 10,000 cards in one deck",
    blind_to: "defects in a small part of the deck; neighbours that are far apart in a regular way",
    lesson: Lesson {
        question: "Do neighbours come from the same region?",
        asks: "Take the difference of each two neighbours in one deck, and square it. If neighbouring cards come from the \
            same region of the start order, as out of a buffer, the squares are too small; if high and low take turns, they are too large.",
        law: "Of a uniform order $d$ of $n$ the ratio $R$ below has the mean 2 and exactly this variance. Its law is nearly \
            symmetric, with lighter tails than the normal one.",
        formula: r"R = \frac{\sum_i (d_{i+1} - d_i)^2}{n(n^2-1)/12}, \qquad \mathrm{E}\,R = 2
            \mathrm{Var}\,R = \frac{4(n-2)(5n^2-2n-9)}{5n(n+1)(n-1)^2}",
        judged: "The sum over the decks is compared with the normal law on both sides, with a half-step correction.",
        range: "1 to 99 decks of 10 cards or more; of deals the ranks of their cards",
        cost: "one pass over the deck; 16 bytes for each of the first 99 decks",
        source: "Bartels 1982, Journal of the American Statistical Association 77, 40",
        shown_by: Demonstration {
            algorithm: "shuffle-buffer:buffer=1000",
            dice: "exact",
            cards: 10_000,
            trials: 1,
            words: "A data loader with a buffer of a tenth of the rows, one epoch: neighbours come from nearly the same region of the file.",
        },
    },
    ..TestEntry::new("von-neumann", About::Orders)
};

/// The test `von-neumann-inverse`.
pub const VON_NEUMANN_INVERSE: TestEntry = TestEntry {
    title: "the same of the positions of neighbouring cards, in 1 to 99 decks",
    sees: "neighbouring cards that end up in the same region: riffles, buffers, in one deck",
    blind_to: "defects in a small part of the deck; neighbours that are far apart in a regular way",
    lesson: Lesson {
        question: "Do neighbouring cards end up in the same region?",
        asks: "Take two cards that lay side by side at the start, and see how far apart they lie now. The difference is squared, \
            and all squares are added up.",
        shown_by: Demonstration {
            algorithm: "gsr-riffle",
            words: "One riffle of 10,000 cards: cards that lay side by side are about two positions apart.",
            ..VON_NEUMANN.lesson.shown_by
        },
        ..VON_NEUMANN.lesson
    },
    ..TestEntry::new("von-neumann-inverse", About::Orders)
};

/// The test `rank-serial`.
pub const RANK_SERIAL: TestEntry = TestEntry {
    title: "rank correlations of cards 1 to 64 and 128, 256, ... positions apart, in 1 to 99 decks",
    sees: "regions that stay together at any scale, and periods: a buffer of a half of 10,000 cards in one deck",
    blind_to: "defects in a small part of the deck; dependence that no correlation shows",
    lesson: Lesson {
        question: "Does a card tell the card that comes a while later?",
        asks: "Compare each card with the one that comes 7 positions later, and all of them at once: do high cards follow high \
            ones? Then with the one 8 positions later, and so on up to 64, and at 128, 256 and all further powers of two.",
        law: "Let $x_i = d_i - (n-1)/2$ and $T_h = \\sum_i x_i x_{i+h}$ over the $p = n - h$ pairs, of which $q = \\max(n-2h, 0)$ pairs of \
            pairs share a card. $a$, $b$ and $c$ are the means of $x_1^2x_2^2$, $x_1^2x_2x_3$ and $x_1x_2x_3x_4$. Mean and variance are \
            exact; the law is nearly symmetric, with lighter tails than the normal one.",
        formula: r"\mathrm{E}\,T_h = -\frac{p\,(n+1)}{12}
            \mathrm{Var}\,T_h = p\,a + 2q\,b + (p^2 - p - 2q)\,c - (\mathrm{E}\,T_h)^2",
        judged: "The sum over the decks of each lag is compared with the normal law on both sides, with a half-step correction. \
            The smallest tail, times their number, bounds p (Bonferroni).",
        range: "1 to 99 decks of 20 cards or more, at lags of up to half of them; of deals the ranks of their cards",
        cost: "some 70 multiplications a card; 16 bytes a lag for each of the first 99 decks",
        source: "Wald and Wolfowitz 1943, Annals of Mathematical Statistics 14, 378; the variance is derived in this project",
        shown_by: Demonstration {
            algorithm: "shuffle-buffer:buffer=1000",
            dice: "exact",
            cards: 10_000,
            trials: 1,
            words: "A data loader with a buffer of a tenth of the rows, one epoch: a row tells the rows hundreds of positions later.",
        },
    },
    ..TestEntry::new("rank-serial", About::Orders)
};

/// The test `rank-serial-inverse`.
pub const RANK_SERIAL_INVERSE: TestEntry = TestEntry {
    title: "the same of the positions of cards 1 to 64 and 128, 256, ... apart, in 1 to 99 decks",
    sees: "riffles, and cards that were dealt in turn to several piles, in one deck",
    blind_to: "defects in a small part of the deck; dependence that no correlation shows",
    lesson: Lesson {
        question: "Does the position of a card tell that of a card a while later?",
        asks: "Compare the position of each card with that of the card 7 later in the start order: do cards that end up late \
            come with cards that end up late? Then at all other lags.",
        shown_by: Demonstration {
            algorithm: "gsr-riffle",
            words: "One riffle of 10,000 cards: cards that lay near each other still do.",
            ..RANK_SERIAL.lesson.shown_by
        },
        ..RANK_SERIAL.lesson
    },
    ..TestEntry::new("rank-serial-inverse", About::Orders)
};

/// The test `runs-up-down`.
pub const RUNS: TestEntry = TestEntry {
    title: "the longest stretch of ascending or descending cards, in 1 to 99 decks",
    sees: "one stretch that was sorted or left alone, and where: 15 cards of a million",
    blind_to: "all but the longest run",
    lesson: Lesson {
        question: "How long is the longest run of rising cards?",
        asks: "Look for the longest stretch in which every card is higher than the one before it. In a million well-shuffled cards \
            it has some nine of them. A stretch that somebody sorted stands out, however short it is against the whole.",
        law: "A run of $r$ steps up begins at a given position with probability $1/(r+1)! - 1/(r+2)!$, and at the first with \
            $1/(r+1)!$. Their sum over all positions of $m$ decks bounds the probability of one, and hardly exceeds it where it is small.",
        formula: r"P(L \ge r) \le m \left( \frac{1}{(r+1)!} + (n-r-1) \left( \frac{1}{(r+1)!} - \frac{1}{(r+2)!} \right) \right)",
        judged: "The longest run up and the longest run down; the smaller tail times two bounds p (Bonferroni).",
        range: "1 to 99 decks of 4 cards or more; of deals the ranks of their cards",
        cost: "two passes over the deck; 24 bytes for each of the first 99 decks",
        source: "Wolfowitz 1944, Annals of Mathematical Statistics 15, 163",
        shown_by: Demonstration {
            algorithm: "overhand",
            dice: "exact",
            cards: 10_000,
            trials: 1,
            words: "One overhand shuffle of 10,000 cards: the longest packet is a run of dozens of rising cards.",
        },
    },
    ..TestEntry::new("runs-up-down", About::Orders)
};

/// The test `runs-up-down-inverse`.
pub const RUNS_INVERSE: TestEntry = TestEntry {
    title: "the same of the positions of neighbouring cards, in 1 to 99 decks",
    sees: "neighbouring cards whose positions still rise: riffles; one stretch whose cards kept their order among others",
    blind_to: "all but the longest run",
    lesson: Lesson {
        question: "How many neighbouring cards still lie one behind the other?",
        asks: "Look for the longest stretch of neighbouring cards that still lie in their order, however many other cards lie \
            between them now.",
        shown_by: Demonstration {
            algorithm: "gsr-riffle",
            words: "One riffle of 10,000 cards: each half of the deck is a run of thousands of cards.",
            ..RUNS.lesson.shown_by
        },
        ..RUNS.lesson
    },
    ..TestEntry::new("runs-up-down-inverse", About::Orders)
};

/// The test `xi`.
pub const XI: TestEntry = TestEntry {
    title: "Chatterjee's correlation: whether the position tells the card, in 1 to 99 decks",
    sees: "any card that is nearly a function of its position, rising or not: a buffer of a half of 10,000 cards in one deck",
    blind_to: "defects in a small part of the deck",
    lesson: Lesson {
        question: "Does the position tell the card?",
        asks: "Draw each card as a dot, its position along the bottom and its place in the start order up the side. If the \
            dots lie near any curve, straight or not, neighbouring dots have nearly the same height. Add up the steps from \
            dot to dot: a cloud has large steps, a curve small ones.",
        law: "Of a uniform order $d$ of $n$ the correlation $\\xi$ has the mean 0 and exactly the variance below.",
        formula: r"\xi = 1 - \frac{3 \sum_i |d_{i+1} - d_i|}{n^2-1}, \qquad \mathrm{Var}\,\xi = \frac{(n-2)(4n-7)}{10(n+1)(n-1)^2}",
        judged: "The mean over the decks is compared with the normal law with a half-step correction; above 0, where the true tail is \
            heavier, with a gamma law of a skewness of $0.5/\\sqrt{nm}$. p is twice the smaller tail.",
        range: "1 to 99 decks of 10 cards or more; of deals the ranks of their cards",
        cost: "one pass over the deck; 8 bytes for each of the first 99 decks",
        source: "Chatterjee 2021, Journal of the American Statistical Association 116, 2009",
        shown_by: Demonstration {
            algorithm: "shuffle-buffer:buffer=1000",
            dice: "exact",
            cards: 10_000,
            trials: 1,
            words: "A data loader with a buffer of a tenth of the rows, one epoch: the dots are a band along the diagonal.",
        },
    },
    ..TestEntry::new("xi", About::Orders)
};

/// The test `xi-inverse`.
pub const XI_INVERSE: TestEntry = TestEntry {
    title: "the same the other way round: whether the card tells its position, in 1 to 99 decks",
    sees: "any position that is nearly a function of the card: riffles, buffers, in one deck",
    blind_to: "defects in a small part of the deck",
    lesson: Lesson {
        question: "Does the card tell its position?",
        asks: "Take the same dots, and read them from the bottom to the top. After a riffle two curves lie one above the other, \
            so the position does not tell the card, but the card tells the position.",
        shown_by: Demonstration {
            algorithm: "gsr-riffle",
            words: "One riffle of 10,000 cards: the card tells its position but for a few.",
            ..XI.lesson.shown_by
        },
        ..XI.lesson
    },
    ..TestEntry::new("xi-inverse", About::Orders)
};

/// The test `grid`.
pub const GRID: TestEntry = TestEntry {
    title: "cards against positions on grids of 2 x 2 to 64 x 64, in 1 to 99 decks",
    sees: "cards that keep their region, at any scale: the draft lottery of 1970; dots that are spread too evenly",
    blind_to: "what happens inside a cell: neighbours, runs, short stretches",
    lesson: Lesson {
        question: "Do the cards of each region spread over the whole deck?",
        asks: "Cut the deck into thirds, and the start order into thirds. Of the first third of the cards a third should lie \
            in each third of the deck. The same with halves, quarters and so on up to 64 parts.",
        law: "Of a uniform order the counts in a grid of $g \\times g$ cells have the covariance of a table with fixed margins, but for a \
            factor of $n/(n-1)$. $E$ is what a cell expects of all decks together.",
        formula: r"X^2 = \frac{n-1}{n} \sum \frac{(O - E)^2}{E} \;\sim\; \chi^2_{(g-1)^2}",
        judged: "Each grid is compared with the chi-square law on both sides, its upper tail also with a gamma law that has \
            the variance and skewness of Poisson counts. The smallest tail, times their number, bounds p (Bonferroni).",
        range: "1 to 99 decks of 20 cards or more; grids of 3 x 3 and larger if a cell expects 5 cards of all decks together",
        cost: "two counts a card; up to 16 KB for each of the first 99 decks",
        source: "Pearson 1900; Heller, Heller and Gorfine 2013, Biometrika 100, 503",
        shown_by: Demonstration {
            algorithm: "shuffle-buffer:buffer=5000",
            dice: "exact",
            cards: 10_000,
            trials: 1,
            words: "A data loader with a buffer of half the rows, one epoch: the second half of the file cannot come first.",
        },
    },
    ..TestEntry::new("grid", About::Orders)
};

/// The test `stretches`.
pub const STRETCHES: TestEntry = TestEntry {
    title: "stretches that were left alone, or mixed only inside, in 1 to 99 decks",
    sees: "one stretch of 1 % of 100,000 cards that was left alone or sorted, and where; blocks that were shuffled only inside",
    blind_to: "defects that are spread thinly over the whole deck",
    lesson: Lesson {
        question: "Was a part of the deck left alone?",
        asks: "A shuffle may miss a part of the deck, as a last block that is shorter than the others. So each part is looked at \
            by itself: how many cards follow each other as they did at the start, how narrow the region is from which a window of \
            positions has its cards, and how much its cards rise or fall. The windows have 8, 16, 32, ... places, and so do windows of cards \
            and the positions where they lie.",
        law: "The probability of a run of $r$ successions is at most the first line below. The range of $w$ of $n$ cards, largest less \
            smallest, is at most $r$ with the probability of the second line. The inversions of $w$ cards have Mahonian \
            numbers as their law, of which $e^{-z^2/2}$ is a bound, $z$ standard deviations from the mean.",
        formula: r"P(\text{run} \ge r) \le m\,(n-r)^2\,\frac{(n-r-1)!}{n!}
            P(\text{range} \le r) = \left( (n-r)\binom{r}{w-1} + \binom{r}{w} \right) / \binom{n}{w}",
        judged: "Each tail of a window is multiplied by the number of windows of its length, and the smallest of these by the \
            number of lengths and kinds of looks. So p is an upper bound (Bonferroni).",
        range: "1 to 99 decks of 16 cards or more; of deals the ranks of their cards",
        cost: "two merge sorts of the deck; up to 3 KB for each of the first 99 decks",
        source: "David and Nagaraja, Order Statistics, 2003, 3.7, for the range; Knuth, TAOCP 3, 5.1.1, for inversions",
        shown_by: Demonstration {
            algorithm: "random-to-top",
            dice: "exact",
            cards: 10_000,
            trials: 1,
            words: "10,000 times a random card goes to the top of 10,000: more than a third of the cards are never drawn, and lie at the bottom \
                in their order at the start.",
        },
    },
    explains: true,
    ..TestEntry::new("stretches", About::Orders)
};

/// The test `lds-mean`.
pub const LDS: TestEntry = TestEntry {
    title: "the longest descending subsequence, on average, in 1 to 99 decks",
    sees: "decks that were interleaved from few packets, or partly reversed: riffles and pile shuffles of one deck",
    blind_to: "where the subsequence lies",
    lesson: Lesson {
        question: "How many falling cards can be picked out of the deck?",
        asks: "Cross out cards until those that are left fall from the top to the bottom, and cross out as few as you can. After \
            one riffle no three cards fall: the deck consists of two packets that rise. After $r$ riffles it consists \
            of $2^r$ packets, and no more cards can fall than there are packets.",
        law: "Turned upside down a uniform order is uniform. So the length has the law of the longest ascending subsequence, and the \
            sum over $m$ decks its $m$-fold convolution.",
        formula: r"P(S = s) = \sum_{v_1 + \dots + v_m = s} P(v_1) \cdots P(v_m)",
        judged: "Both tails of the sum are computed, each with the value that came; twice the smaller is p.",
        range: "1 to 99 decks of 2 cards or more; of deals the ranks of their cards",
        cost: "$n \\log n$ steps of patience sorting a deck; 4 bytes for each of the first 99 decks",
        source: "Schensted 1961, Canadian Journal of Mathematics 13, 179",
        shown_by: Demonstration {
            algorithm: "gsr-riffle:riffles=3",
            dice: "exact",
            cards: 1_000,
            trials: 1,
            words: "Three riffles of 1,000 cards: the deck is made of eight rising packets, so that no more than eight cards fall.",
        },
    },
    ..TestEntry::new("lds-mean", About::Orders)
};

/// The test `fixed-between`.
pub const FIXED_BETWEEN: TestEntry = TestEntry {
    title: "what stays where it is from one order to another, in 2 to 99 decks",
    sees: "a part of the rows that every epoch has in the same places, or displaced, or reversed; orders that resemble each other",
    blind_to: "orders more than four decks apart; rows that stay among those that are not looked at, beyond 4,096",
    lesson: Lesson {
        question: "Which part is the same from one epoch to the next?",
        asks: "Lay two orders side by side, and mark the cards that lie at the same position in both. A fair shuffle leaves one of \
            them on average, however large the deck. Then push one order along the other, and mark again; and turn it upside down. If \
            many cards agree, the second order was not shuffled, or only in part.",
        law: "Let $K$ be the largest number of the $s$ cards looked at which lie the same number of positions (modulo $n$) later \
            in one order than in the other. The bound counts the expected sets of $k$ cards. Positions that resemble each \
            other without being equal are seen by a correlation.",
        formula: r"P(K \ge k) \le n \binom{s}{k} \frac{(n-k)!}{n!}
            S = \sum_i (p_i - \bar p)\, q_i, \qquad \mathrm{Var}\,S = \frac{n(n+1)}{12} \sum_i (p_i - \bar p)^2",
        judged: "Each pair of orders up to four apart is looked at in four ways. The smallest tail, times the number of looks, \
            bounds p (Bonferroni).",
        range: "2 to 99 whole decks of 10 cards or more",
        cost: "16 KB for each of the first 99 decks; two sorts of 4,096 numbers a pair",
        source: "derived in this project; the variance is that of a linear rank statistic, Hájek and Šidák 1967, II.3.1",
        shown_by: Demonstration {
            algorithm: "riffled-on:riffles=2",
            dice: "exact",
            cards: 1_000,
            trials: 10,
            words: "Each deck is the last one, riffled twice more: cards that lay early still tend to lie early.",
        },
    },
    explains: true,
    ..TestEntry::new("fixed-between", About::DependenceBetweenDecks)
};

/// The test `dealt-regions`.
pub const DEALT_REGIONS: TestEntry = TestEntry {
    title: "cards of which regions and remainders are dealt, in 1 to 99 deals",
    sees: "shares of an epoch that favour a part of the rows, or every second one: the first rows out of a shuffle buffer",
    blind_to: "the order of the cards that are dealt; whole decks, which show every card",
    shown_in_deals_of: Some(2_000),
    lesson: Lesson {
        question: "Does the share of the deck that was dealt come from all of it?",
        asks: "Somebody draws 2,000 of 10,000 rows, or holds one rank's share of an epoch. Count how many of its rows come from the first \
            half of the file, from each quarter, and so on to 64 parts; how many have an even number, and how many each \
            remainder modulo 3 to 16.",
        law: "The number $C$ of cards of a class of $K$ that $m$ deals of $k$ of $n$ show is a sum of hypergeometric numbers. With \
            $x = C/(mk)$ and $p = K/n$ the bound below holds for its tail. Where more than half of the cards are dealt, those that \
            are not dealt are looked at.",
        formula: r"P \le e^{-mk\,D(x, p)}, \qquad D(x, p) = x \ln\frac{x}{p} + (1-x) \ln\frac{1-x}{1-p}",
        judged: "The smallest of the tails of all classes, times their number, bounds p (Bonferroni).",
        range: "1 to 99 deals of any size from decks of 4 cards or more; from 100 on `dealt` judges",
        cost: "16 remainders a card; 1 KB for each of the first 99 deals",
        source: "Hoeffding 1963, Journal of the American Statistical Association 58, 13, section 6",
        shown_by: Demonstration {
            algorithm: "shuffle-buffer:buffer=1000",
            dice: "exact",
            cards: 10_000,
            trials: 1,
            words: "The first 2,000 rows that come out of a shuffle buffer of 1,000 rows: all of them come from the first 3,000 rows.",
        },
    },
    explains: true,
    ..TestEntry::new("dealt-regions", About::Orders)
};

/// The metric of all tests of few orders.
pub const ENTRY: MetricEntry = MetricEntry {
    scope: Scope::Few,
    ..MetricEntry::new(
        &[
            TURNING_POINTS,
            TURNING_POINTS_INVERSE,
            VON_NEUMANN,
            VON_NEUMANN_INVERSE,
            RANK_SERIAL,
            RANK_SERIAL_INVERSE,
            RUNS,
            RUNS_INVERSE,
            XI,
            XI_INVERSE,
            GRID,
            STRETCHES,
            LDS,
            FIXED_BETWEEN,
            DEALT_REGIONS,
        ],
        |shape| Ok(Box::new(FewOrders::new(shape)?)),
    )
};

/// The tests in the order of the entry.
pub(crate) const PARTS: &[Part] = &[
    Part { test: TURNING_POINTS, way: Way::Positions, build: TurningPoints::build },
    Part { test: TURNING_POINTS_INVERSE, way: Way::Cards, build: TurningPoints::build },
    Part { test: VON_NEUMANN, way: Way::Positions, build: VonNeumann::build },
    Part { test: VON_NEUMANN_INVERSE, way: Way::Cards, build: VonNeumann::build },
    Part { test: RANK_SERIAL, way: Way::Positions, build: RankSerial::build },
    Part { test: RANK_SERIAL_INVERSE, way: Way::Cards, build: RankSerial::build },
    Part { test: RUNS, way: Way::Positions, build: Runs::build },
    Part { test: RUNS_INVERSE, way: Way::Cards, build: Runs::build },
    Part { test: XI, way: Way::Positions, build: Xi::build },
    Part { test: XI_INVERSE, way: Way::Cards, build: Xi::build },
    Part { test: GRID, way: Way::Positions, build: Grid::build },
    Part { test: STRETCHES, way: Way::Positions, build: Stretches::build },
    Part { test: LDS, way: Way::Positions, build: Lds::build },
    Part { test: FIXED_BETWEEN, way: Way::Cards, build: FixedBetween::build },
    Part { test: DEALT_REGIONS, way: Way::Positions, build: DealtRegions::build },
];
