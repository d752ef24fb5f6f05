//! Signs of a cause that need no law: all decks equal, a card that never moves, blocks that stay together.

use crate::{
    CaseFindings,
    cause::{Cause, SEED_ONCE},
    moved::{self, FAIR_APART, Moved},
    number::{count, counted, three_digits},
    words::{
        self,
        different::{self, CommonDeck, Sameness},
    },
};
use shuffle_metrics::{
    About, DifferentDecks, Evidence, PositionMatrix, catalogue, distribution::ChiSquare,
    ln_outcomes,
};

/// The causes that are named here.
pub(super) const IDS: [&str; 16] = [
    "rule-broken",
    "repaired",
    "kept-together",
    "sorted",
    "never-reset",
    "sattolo",
    "cut",
    "derangement",
    "missing-orders",
    "not-shuffled",
    "same-deck",
    "few-decks",
    "fixed-cards",
    "parity",
    "blocks",
    "buffer",
];

/// A generator with fewer seeds than this would be seen in other ways.
const FEW_OUTCOMES: f64 = 100.0;

/// In fewer decks a card may well lie at one place by chance.
const FEWEST_DECKS: u64 = 20;

/// More equal copies than this do not come from processes that ran in parallel.
const MOST_PROCESSES: u64 = 1_000;

/// Outcomes that came this often on average, while others never did, are all that come.
const OFTEN: u64 = 20;

/// With fewer decks a card for each, a card that rarely moves may not have moved.
const FEWEST_PER_CARD: u64 = 5;

/// Places of cards are even at this p-value or more.
const EVEN: f64 = 1e-3;

/// The most cards that a sentence names.
const MOST_NAMED: usize = 3;

/// Orders in which more rows than this follow their neighbor of the start are in blocks.
const IN_BLOCKS: f64 = 0.5;

/// Blocks that were shuffled move rows nearly as far as a fair shuffle; in a part that was left alone they hardly move.
const MOVED_FAR: f64 = 0.2;

/// Signs that need no comparison: sorted hands, decks that are all equal, a few orders that have kept much of their start.
pub(super) fn at_once(case: &CaseFindings) -> Option<Cause> {
    let same = if different::are_all_one(case) { same_decks(case) } else { None };
    same.or_else(|| sorted_hands(case))
        .or_else(|| sorted_rows(case))
        .or_else(|| moved::moved(case).and_then(|moved| left_over(&moved)))
}

/// Hands of a pack that were sorted after the deal. Of two kinds the number of one has the hypergeometric law, which can be judged.
fn sorted_hands(case: &CaseFindings) -> Option<Cause> {
    /// Larger hands, and hands of larger packs, have weights of too many digits.
    const LARGEST: [u64; 2] = [13, 500];
    let (shape, runs) = (case.case.shape, case.seen().sorted_runs.as_ref()?);
    if runs.len() != 1 {
        return None;
    }
    let Some(pack) = shape.pack() else {
        let fix = match shape.is_with_replacement() {
            true => "Count how often each comes in all rows, and judge that table with --counts.",
            false => "If the order means nothing, add --unordered.",
        };
        let says = "Each row was sorted after it was drawn, so its order says nothing.";
        return Some(Cause::new("sorted", says, fix));
    };
    let dealt = shape.dealt() as u64;
    let ways = |n: u64, k: u64| {
        (1..=k).fold(1_u128, |ways, i| ways * u128::from(n + i - k) / u128::from(i))
    };
    let fix = match *pack.counts() {
        [one, other] if dealt <= LARGEST[0] && pack.cards() as u64 <= LARGEST[1] => {
            let [one, other] = [one, other].map(u64::from);
            let of = |count: u64| {
                let ways = ways(one, count) * ways(other, dealt - count);
                format!("{count}={ways}")
            };
            let counts = dealt.saturating_sub(other)..=dealt.min(one);
            let weights: Vec<String> = counts.map(of).collect();
            format!(
                "Write the number of {} in each hand on a line, and judge these by their chances, with --weights {}.",
                pack.name(0),
                weights.join(",")
            )
        }
        _ => format!(
            "If the file sorts the cards of a hand, add --hands {dealt}, which puts each hand into random order; else record them as they came."
        ),
    };
    Some(Cause::new(
        "sorted",
        "The hands were sorted after the deal, so their order says nothing.",
        fix,
    ))
}

/// Rows that were sorted after the draws, so that neighbors are alike.
fn sorted_rows(case: &CaseFindings) -> Option<Cause> {
    words::order_is_lost(case).then(|| {
        let fix = match case.case.shape.dealt() {
            1 => {
                "Give the rows in the order in which they came; or judge how often each came, as a table with --counts."
            }
            _ => "Give the rows in the order in which they came.",
        };
        Cause::new("sorted", "The rows were sorted after they were drawn, so neighbors are alike.", fix)
    })
}

/// What all decks, or a few that come again and again, have in common.
pub(super) fn of_all_decks(case: &CaseFindings) -> Option<Cause> {
    one_cycle(case)
        .or_else(|| cuts(case))
        .or_else(|| derangements(case))
        .or_else(|| hidden_derangements(case))
        .or_else(|| same_decks(case))
        .or_else(|| fixed_cards(case))
        .or_else(|| parity(case))
        .or_else(|| under_rule(case))
}

/// Draws that break their rule, or obey it and are not even. Of draws that depend on each other this says nothing.
fn under_rule(case: &CaseFindings) -> Option<Cause> {
    let rule = case.case.shape.rule().filter(|rule| !rule.is_open())?;
    let (explaining, evidence) = words::explaining(case)?;
    if explaining.judgement.test == LAGS {
        return None;
    }
    let extreme = evidence.effect.extreme.as_ref();
    let is_circle =
        extreme.is_some_and(|it| it.count == it.of && it.what.to_string() == "cycles: 1");
    if is_circle && !rule.allows_all() {
        return Some(Cause::new(
            "sattolo",
            "Every draw is one single circle, as Sattolo's algorithm and a ring of names make.",
            "If a circle is meant, that is one more rule; if not, shuffle everything again until the rule holds.",
        ));
    }
    if extreme.is_some_and(|it| it.count == 0) && !rule.allows_all() {
        return Some(Cause::new(
            "missing-orders",
            "It never comes, though the rule allows it.",
            "If it is forbidden, too, add it to the rule (the other direction of a couple is a line of its own); if not, the code cannot reach it.",
        ));
    }
    if rule.allows_all()
        && let Some(kept) = kept_together(case)
    {
        return Some(kept);
    }
    match explaining.judgement.test {
        "rule" => Some(Cause::new(
            "rule-broken",
            "Either the draw does not check its rule everywhere, or this is not its rule.",
            "Shuffle everything again until the rule holds, and check it last.",
        )),
        "rule-places" | "rule-pairs" | "rule-numbers" if rule.allows_all() => Some(Cause::new(
            "repaired",
            "Groups are often uneven because people choose one after the other, or are put where there is room.",
            "Write the group of each person on a slip, shuffle all slips, and deal them out.",
        )),
        "rule-places" | "rule-pairs" | "rule-numbers" => Some(Cause::new(
            "repaired",
            "Often such a draw is repaired until the rule holds, or made one by one from what is still allowed.",
            "Shuffle everything again until the rule holds.",
        )),
        _ => None,
    }
}

/// People who are in one group in every draw of groups, or in none, or one who is always in the same.
fn kept_together(case: &CaseFindings) -> Option<Cause> {
    let extreme = |test| case.last().failing(test)?.effect.extreme.as_ref();
    let says = if extreme("rule-places").is_some_and(|it| it.count == it.of) {
        "One person is in the same group in every draw."
    } else if extreme("rule-pairs").is_some_and(|it| it.count == 0 || it.count == it.of) {
        "These people are in one group in every draw, or in none."
    } else {
        return None;
    };
    let fix = "A wish that was granted is no fault of the draw; if there was none, look at how the groups are made.";
    Some(Cause::new("kept-together", says, fix))
}

/// True if enough different decks came to speak of all that a shuffle makes: more than a cut of the deck makes, twice over.
fn are_many(case: &CaseFindings) -> bool {
    case.last().different().is_none_or(|it| it.different >= 2 * case.case.shape.cards() as u64)
}

/// Decks that are all the same, or a few different ones.
fn same_decks(case: &CaseFindings) -> Option<Cause> {
    let Sameness { decks, common } = different::sameness(case)?;
    let DifferentDecks { trials, different, most, fewest, .. } = decks;
    let outcome = words::outcome(case.case.shape);
    let are_several = matches!(common, CommonDeck::Several) && !case.seen().same_decks;
    let next = if are_several { sent_again(case).or_else(|| from_the_last(case)) } else { None };
    if next.is_some() {
        return next;
    }
    Some(match common {
        CommonDeck::Start => {
            let says = match trials {
                _ if case.seen().one_a_line => {
                    "Nothing was shuffled, or the column holds row numbers or a sorted list."
                }
                1 => "Nothing was shuffled, or the file is sorted by what is judged.",
                all if most < all => {
                    "Most decks were not shuffled: the shuffle is skipped, too weak, or its result is dropped."
                }
                _ => "Nothing was shuffled, or the shuffled copy was thrown away.",
            };
            let fix = match case.seen().one_a_line {
                true => {
                    "If another column holds places or random keys, name it with --rank-by; if it holds counts, judge the table with --counts."
                }
                false => "Shuffle in place, or use the deck that is returned.",
            };
            Cause::new("not-shuffled", says, fix)
        }
        CommonDeck::Reverse if case.case.shape.cards() == 2 => Cause::new(
            "sattolo",
            "Both cards change places in every deck, as in Sattolo's algorithm.",
            "Draw the partner from 0 to i, both included: below(i + 1), not below(i).",
        ),
        CommonDeck::Reverse => {
            Cause::new("not-shuffled", "The deck was reversed or sorted, not shuffled.", "")
        }
        CommonDeck::Other => Cause::new(
            "same-deck",
            "The seed is set inside the loop, or one shuffle is written again and again.",
            SEED_ONCE,
        ),
        CommonDeck::Several if case.seen().same_decks => Cause::new(
            "few-decks",
            "Parallel copies write the same decks: the program ignores SHUFFLE_SEED.",
            "Seed each copy from SHUFFLE_SEED, or run one (--jobs 1).",
        ),
        CommonDeck::Several if !decks.should_differ() && trials >= OFTEN * different => Cause::new(
            "missing-orders",
            format!(
                "No other {outcome} ever came: a rule forbids them, or the code cannot reach them."
            ),
            "Check the rule, and the bounds of every random number.",
        ),
        CommonDeck::Several if most == fewest && most <= different.min(MOST_PROCESSES) => {
            let says = format!(
                "Looks like {} processes with one seed, or a generator that starts again.",
                count(most)
            );
            Cause::new("few-decks", says, "Seed each process by itself, from the operating system.")
        }
        // That some of a few outcomes are missing is no sign of a seed.
        CommonDeck::Several if ln_outcomes(case.case.shape) < FEW_OUTCOMES.ln() => return None,
        CommonDeck::Several => Cause::new(
            "few-decks",
            "The seed has only a few values, old decks are dealt again, or the shuffle cannot make any others.",
            SEED_ONCE,
        ),
    })
}

/// Decks of which most equal the one before.
pub(super) fn sent_again(case: &CaseFindings) -> Option<Cause> {
    let is_again = |test: &str| {
        let extreme = case.last().failing(test).and_then(|it| it.effect.extreme.as_ref());
        extreme.is_some_and(|it| {
            let what = it.what.to_string();
            let is_next = what == "one deck later, the same deck repeats"
                || what.ends_with(" the one before");
            // Of two orders, half repeat by chance.
            let most = f64::max(it.of as f64, 3.0 * it.expected * it.of as f64);
            is_next && 2.0 * it.count as f64 >= most
        })
    };
    ["same-draw-again", "lags"].into_iter().any(is_again).then(|| {
        Cause::new(
            "period",
            "Most decks equal the one before: a clock used as the seed had not moved on, a result was sent again, or two generators share a seed.",
            "Seed once, before the first deck, from the operating system; if only the file has each row twice, keep the first of each.",
        )
    })
}

/// Decks that follow from the one before, each or every second one.
fn from_the_last(case: &CaseFindings) -> Option<Cause> {
    let [lags, again] = ["lags", "same-draw-again"].map(|test| {
        let evidence = case.last().failing(test)?;
        evidence.effect.extreme.as_ref().map(|it| (it.what.to_string(), it.count, it.of))
    });
    let is_next = |(what, ..): &&(String, u64, u64)| {
        what.starts_with("one deck later, ") || what.ends_with(" the one before")
    };
    let (what, count, of) = again.as_ref().filter(is_next).or(lags.as_ref().filter(is_next))?;
    // Decks that are only alike, such as in the half in which a card lies, need not follow from each other.
    let is_same_step = [" is at position ", " is larger by "].iter().any(|it| what.contains(it));
    (count == of && is_same_step).then(|| {
        let says = "Each deck is made from the one before, by the same step.";
        Cause::new("memory", says, "Shuffle the whole deck each time.")
    })
}

/// Decks that are single cycles.
fn one_cycle(case: &CaseFindings) -> Option<Cause> {
    let cycles = case.last().histogram_of("cycles")?;
    let all = cycles.trials >= FEWEST_DECKS && cycles.counts.get(1) == Some(&cycles.trials);
    let is_cycle = all && cycles.classes.is_none() && case.case.shape.cards() > 2;
    (is_cycle && are_many(case)).then(|| {
        Cause::new(
            "sattolo",
            "Every deck is one single cycle, so no card stays where it was, as in Sattolo's algorithm.",
            "Draw the partner from 0 to i, both included: below(i + 1), not below(i).",
        )
    })
}

/// Decks that are the start order, cut at one place: of n cards, n - 2 follow the card that was before them, or all n - 1.
fn cuts(case: &CaseFindings) -> Option<Cause> {
    let successions = case.last().histogram_of("successions")?;
    let cards = case.case.shape.cards();
    let cut = *successions.counts.get(cards.checked_sub(2)?)?;
    let whole = successions.counts.get(cards - 1).copied().unwrap_or(0);
    let all = successions.trials >= FEWEST_DECKS && cut + whole == successions.trials;
    let are_cut = all && cut > whole && cards > 3 && case.case.shape.is_whole();
    (are_cut && successions.classes.is_none()).then(|| {
        Cause::new(
            "cut",
            "Every deck is the start order, cut at one place.",
            format!("A cut makes only {cards} different decks: shuffle all cards."),
        )
    })
}

/// Decks in which no card ever stays where it was.
fn derangements(case: &CaseFindings) -> Option<Cause> {
    let fixed = case.last().histogram_of("fixed-points")?;
    let never = fixed.trials >= FEWEST_DECKS && fixed.counts.first() == Some(&fixed.trials);
    (never && fixed.classes.is_none() && are_many(case) && case.case.shape.is_whole()).then(|| {
        Cause::new(
            "derangement",
            "A fair shuffle leaves some card in place in 63 % of decks.",
            "If that is the rule (no one draws himself), judge it with --rule no-fixed-points; if not, allow a swap with itself: below(i + 1).",
        )
    })
}

/// Decks in which each card has one position where it never lies, each a different one: a rule, where the start order is not known. A header
/// of the names, taken for a deck, puts each of them there once.
fn hidden_derangements(case: &CaseFindings) -> Option<Cause> {
    /// The most names that are put into one flag.
    const MOST: usize = 20;
    let matrix = case.last().position()?;
    let n = matrix.shape.cards();
    let is_single = matrix.positions.groups() == n && matrix.cards.groups() == n;
    let (decks, others) = (matrix.trials as f64, n as f64 - 1.0);
    let at_most_once = (1.0 + decks / others) * (1.0 - 1.0 / n as f64).powf(decks);
    let is_by_chance = (n * n) as f64 * at_most_once > EVEN;
    if n < 3 || !is_single || !matrix.shape.is_order() || is_by_chance || !are_many(case) {
        return None;
    }
    let rarely = |row: &[u64]| {
        let mut cards = (0..n).filter(|&card| row[card] <= 1);
        cards.next().filter(|_| cards.next().is_none()).map(|card| (card, row[card]))
    };
    let found: Option<Vec<_>> = matrix.counts.chunks_exact(n).map(rarely).collect();
    let (owners, times): (Vec<usize>, Vec<u64>) = found?.into_iter().unzip();
    let owns = |card: usize| owners.contains(&card);
    if times.iter().any(|it| *it != times[0]) || !(0..n).all(owns) {
        return None;
    }
    let has_header = times[0] == 1;
    let names = case.case.subject.names();
    let order: Vec<String> = owners.iter().map(|&card| names.card(card)).collect();
    let is_plain = n <= MOST && !order.iter().any(|name| name.contains([',', ' ', '"', '\'']));
    let labels = if is_plain { order.join(",") } else { "FILE, a name on each line".to_owned() };
    let first = names.position(0);
    Some(Cause::new(
        "derangement",
        format!(
            "Each card has a position where it {} lies, as if no one may draw himself: {} at {first}, {} at {}, and so on.",
            if has_header { "hardly ever" } else { "never" },
            order[0],
            order[1],
            first + 1
        ),
        format!(
            "If these are the owners of the positions, and that is the rule, judge it with --rule no-fixed-points and the names in this order, --labels {labels}{}.",
            if has_header { " --header, since the first line holds them" } else { "" }
        ),
    ))
}

/// Decks of one parity, even or odd.
fn parity(case: &CaseFindings) -> Option<Cause> {
    let cycles = case.last().histogram_of("cycles")?;
    if cycles.trials < FEWEST_DECKS || cycles.classes.is_some() || !case.case.shape.is_whole() {
        return None;
    }
    let of = |odd: usize| cycles.counts.iter().skip(odd).step_by(2).sum::<u64>();
    let parity = (0..2).find(|&odd| of(odd) == cycles.trials)?;
    // A permutation of n cards with c cycles is a product of n - c swaps, at least.
    let is_even = (case.case.shape.cards() + parity).is_multiple_of(2);
    let [word, other] = if is_even { ["even", "odd"] } else { ["odd", "even"] };
    Some(Cause::new(
        "parity",
        format!("Every deck is an {word} permutation: an {word} number of swaps makes each."),
        format!(
            "Half of all orders need an {other} number of swaps: a swap of a position with itself must be possible."
        ),
    ))
}

/// Cards that lie at one position in every deck, as numbers of cards and positions.
fn fixed(matrix: &PositionMatrix) -> Vec<(usize, usize)> {
    let columns = matrix.cards.groups();
    let single = matrix.positions.groups() == matrix.shape.dealt()
        && columns == matrix.shape.cards()
        && matrix.trials >= FEWEST_PER_CARD * matrix.shape.cards() as u64;
    let cells = matrix.counts.iter().enumerate().filter(|(_, count)| **count == matrix.trials);
    let cells = cells.map(|(cell, _)| (cell % columns, cell / columns));
    if single { cells.collect() } else { Vec::new() }
}

/// Cards that never move, where nothing is wrong with the places of the others: a law that leaves the same cards, such as a riffle's,
/// says no more.
pub(super) fn fixed_among_even(case: &CaseFindings) -> Option<Cause> {
    let matrix = case.last().position()?;
    let fixed = fixed(matrix);
    let left = matrix.shape.cards() - fixed.len();
    if fixed.is_empty() || left < 2 || !matrix.shape.is_whole() {
        return None;
    }
    let expected = matrix.trials as f64 / left as f64;
    let columns = matrix.cards.groups();
    let is_left = |cell: usize| {
        fixed.iter().all(|&(card, position)| card != cell % columns && position != cell / columns)
    };
    let counts = matrix.counts.iter().enumerate().filter(|&(cell, _)| is_left(cell));
    let sum: f64 = counts.map(|(_, &seen)| (seen as f64 - expected).powi(2) / expected).sum();
    // Both margins are fixed: of m cards (m - 1) / m times the sum is chi-square with (m - 1)^2 degrees of freedom.
    let free = left as f64 - 1.0;
    let even = ChiSquare::new((left as u64 - 1).pow(2)).sf(sum * free / left as f64);
    fixed_cards(case).filter(|_| even > EVEN)
}

/// Cards that lie at one position each in every deck.
fn fixed_cards(case: &CaseFindings) -> Option<Cause> {
    let fixed = fixed(case.last().position()?);
    if fixed.is_empty() || !case.case.shape.is_order() {
        return None;
    }
    let names = case.case.subject.names();
    let last = case.case.shape.dealt() - 1;
    let [never_moves, ends] = [
        fixed.iter().all(|(card, position)| card == position),
        fixed.iter().any(|&(_, position)| position == 0 || position == last),
    ];
    let named: Vec<String> =
        fixed.iter().take(MOST_NAMED).map(|&(card, _)| names.card(card)).collect();
    let who = match fixed.len() {
        1 => format!("Card {}", named[0]),
        few if few <= MOST_NAMED => format!("{} cards ({})", few, named.join(", ")),
        many => format!("{many} cards ({}, ...)", named.join(", ")),
    };
    let one = fixed.len() == 1;
    let what = match (never_moves, one) {
        (true, true) => format!("never left position {}", names.position(fixed[0].1)),
        (true, false) => "never moved".to_owned(),
        (false, true) => format!("is at position {} in every deck", names.position(fixed[0].1)),
        (false, false) => "sit at the same position in every deck".to_owned(),
    };
    let fix = if ends {
        "Check both ends of the loop: it is off by one, or it stops early."
    } else {
        "Check which positions the loop visits."
    };
    Some(Cause::new("fixed-cards", format!("{who} {what}."), fix))
}

/// The logarithm of the smallest p-value of the tests that are wanted.
pub(super) fn least_ln_p(case: &CaseFindings, wanted: &dyn Fn(&str, &Evidence) -> bool) -> f64 {
    let judged = case.last().judged().filter(|(ruling, it)| wanted(ruling.judgement.test, it));
    judged.map(|(_, it)| it.p_value.ln()).min_by(f64::total_cmp).unwrap_or(0.0)
}

/// True of a test that looks at the order of each deck.
pub(super) fn is_of_orders(test: &str) -> bool {
    catalogue::test(test).is_some_and(|it| it.about == About::Orders)
}

/// Decks that resemble the one before far more clearly than they differ from uniform ones.
pub(super) fn of_memory(case: &CaseFindings) -> Option<Cause> {
    let least = |wanted: &dyn Fn(&str) -> bool| least_ln_p(case, &|test, _| wanted(test));
    if !is_alike(case) {
        return None;
    }
    let keeps = keeps_cards(case);
    let is_serial = |test: &str| test.starts_with(SERIAL) || test == LAGS && keeps;
    case.last().position()?; // without it nothing is known of single decks
    // A deck that is sent twice is the one before, too.
    if case.last().failing("repeats").is_some() {
        return None;
    }
    let serial = least(&is_serial);
    (serial < CLEAR.ln() && serial < MUCH_CLEARER * least(&is_of_orders)).then(|| {
        Cause::new(
            "never-reset",
            "Each deck looks like the one before, shuffled a little: it is not put back in order first.",
            "Put the deck back in order before each shuffle, or shuffle it fully each time.",
        )
    })
}

/// True if decks resemble the deck before: cards keep their positions, or stay in order, more often than by chance.
fn is_alike(case: &CaseFindings) -> bool {
    let shape = case.case.shape;
    let sequences = case.last().histogram_of("serial-rising-sequences");
    let fair = (shape.cards() as f64 + 1.0) / 2.0;
    let stays_in_order = sequences.is_some_and(|it| it.mean() < fair);
    shape.pack().is_some() || shape.is_order() && (keeps_cards(case) || stays_in_order)
}

/// True if cards keep their positions from one deck to the next more often than by chance, and nothing is clearer at other distances.
fn keeps_cards(case: &CaseFindings) -> bool {
    let lags = case.last().ruling(LAGS).and_then(|it| it.judgement.evidence());
    lags.and_then(|it| it.effect.extreme.as_ref()).is_some_and(|it| {
        it.what.to_string() == KEEPS_CARDS && it.count as f64 > it.expected * it.of as f64
    })
}

/// The tests that compare each deck with the one before.
const SERIAL: &str = "serial-";

/// The test that compares each deck with any earlier one, and its words for cards that stay where they were.
const LAGS: &str = "lags";
const KEEPS_CARDS: &str = "one deck later, a position holds the same card";

/// What single tests of decks do not explain is clear below this p.
pub(super) const CLEAR: f64 = 1e-12;

/// Biased decks are seen by serial tests, too, but by others at least as clearly. The factor is one of logarithms of p.
pub(super) const MUCH_CLEARER: f64 = 2.0;

/// What few orders have kept of their start.
fn left_over(moved: &Moved) -> Option<Cause> {
    let facts = &moved.facts;
    let rows = facts.rows as f64 * facts.orders as f64;
    let together = facts.together as f64;
    if together / rows > IN_BLOCKS {
        return Some(if moved.mean > MOVED_FAR {
            // About one pair of blocks of each order meets by chance.
            let block = three_digits(rows / (rows - together + facts.orders as f64));
            Cause::new(
                "blocks",
                format!(
                    "Blocks of about {block} rows stay together: whole blocks were shuffled, not rows."
                ),
                "Shuffle all rows at once, or their indices.",
            )
        } else {
            let stayed = counted(facts.together, "row");
            Cause::new(
                "not-shuffled",
                format!(
                    "{stayed} still follow their old neighbor: most of the order was not shuffled."
                ),
                "Shuffle all rows, and check that the shuffled copy is the one that is used.",
            )
        });
    }
    buffer(moved).or_else(|| {
        let fair = FAIR_APART * facts.rows as f64;
        (facts.apart < NEAR * fair && moved.mean > MOVED_FAR).then(|| {
            let [apart, fair] = [facts.apart, fair].map(three_digits);
            Cause::new(
                "blocks",
                format!(
                    "Rows that were neighbors lie {apart} apart, not {fair}: groups of rows were moved, and mixed only inside."
                ),
                "Shuffle all rows at once, or their indices.",
            )
        })
    })
}

/// Neighbors this much nearer than in a fair shuffle moved together.
const NEAR: f64 = 0.25;

/// A shuffle buffer of this many rows never leaves this many neighbors in order.
const LEFT_BY_NO_BUFFER: usize = 50;

/// The buffer that leaves rows as near to their start, unless a part was left in order.
fn buffer(moved: &Moved) -> Option<Cause> {
    let buffer = moved.buffer.as_ref()?;
    let middle = f64::midpoint(buffer.low, buffer.high);
    let left = moved.facts.left.as_ref().map_or(0, |left| left.positions.len());
    if left >= LEFT_BY_NO_BUFFER && middle >= LEFT_BY_NO_BUFFER as f64 {
        return Some(Cause::new(
            "not-shuffled",
            format!(
                "A part of {} is still in order: it was not shuffled.",
                counted(left as u64, "row")
            ),
            "Shuffle all rows, the first and the last included.",
        ));
    }
    Some(Cause::new(
        "buffer",
        format!(
            "Looks like a shuffle buffer of about {} rows ({} to {}).",
            three_digits(middle),
            three_digits(buffer.low),
            three_digits(buffer.high)
        ),
        "Use a buffer as large as the data, or shuffle the indices.",
    ))
}
