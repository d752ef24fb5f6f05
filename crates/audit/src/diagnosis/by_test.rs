//! Causes that a single test was made to see.

use super::{
    by_law::ByLaw,
    signs::{CLEAR, MUCH_CLEARER, is_of_orders, least_ln_p},
};
use crate::{
    CaseFindings,
    cause::{Cause, SEED_ONCE},
    number::count,
    words::{chances_change, explaining, is_of_one_place},
};
use shuffle_deck::{DrawKind, Shape};
use shuffle_metrics::{
    Effect, Evidence, Exhibit, ExtremeCount, SeriesOf, Tail, distribution::ChiSquare, effect_kind,
    ln_outcomes,
};

/// What a test was made to see.
struct WhatItSees {
    tests: &'static [&'static str],
    /// True if biased decks are seen as well, each by itself.
    sees_bias: bool,
    id: &'static str,
    says: &'static str,
    fix: &'static str,
}

const GENERATOR: &str =
    "Use a generator with 64 bits or more of output that is not linear: PCG, ChaCha, the system's.";

const SEEN: &[WhatItSees] = &[
    WhatItSees {
        tests: &["draw-lattices"],
        sees_bias: false,
        id: "linear-generator",
        says: "The random numbers come from a linear congruential generator.",
        fix: GENERATOR,
    },
    WhatItSees {
        tests: &["few-bits"],
        sees_bias: false,
        id: "modulo",
        says: "The random numbers have too few bits to pick rows evenly.",
        fix: "Draw indices with the unbiased method of your library, from 64-bit numbers.",
    },
    WhatItSees {
        tests: &["batches", "neighbours-again"],
        sees_bias: false,
        id: "batches",
        says: "Rows keep their neighbors from one order to the next: batches were formed once and only their order is shuffled, or each order is the last one, shuffled too little.",
        fix: "Shuffle all rows in every epoch, and form batches afterwards.",
    },
    WhatItSees {
        tests: &["residue-spacing"],
        sees_bias: false,
        id: "workers",
        says: "Rows take turns in a fixed rotation: several readers, shards or workers are read one after the other.",
        fix: "Shuffle after the readers are merged, or give each reader rows at random.",
    },
    WhatItSees {
        tests: &["pool"],
        sees_bias: false,
        id: "pool",
        says: "Some numbers appear in only part of the draws: did the pool grow or shrink?",
        fix: "Judge the draws before and after the change as two files.",
    },
    WhatItSees {
        tests: &["lags", "overlap-lags"],
        sees_bias: true,
        id: "memory",
        says: "Decks depend on earlier ones: state is kept between decks, or the generator has a short memory.",
        fix: "Look for a buffer sent twice, a deck that is not reset, a generator with a short period.",
    },
    WhatItSees {
        tests: &["fixed-between"],
        sees_bias: false,
        id: "memory",
        says: "An order follows from an earlier one, in whole or in part.",
        fix: "Shuffle all rows again each time, with new random numbers.",
    },
    WhatItSees {
        tests: &["met-again"],
        sees_bias: false,
        id: "memory",
        says: "Groups depend on earlier groups: people who were together are kept apart, or kept together.",
        fix: "If pairs must not repeat, that is a rule of the draw; if they may, split all people again each time.",
    },
    WhatItSees {
        tests: &["largest-ball", "largest-symbol", "largest-bonus-ball", "symbols", "balls"],
        sees_bias: false,
        id: "one-item",
        says: "Some items have another chance than they should: a weight, a range that is off by one, or rows that are lost.",
        fix: "Check the file first, then the code that draws; judge new draws alone.",
    },
    WhatItSees {
        tests: &["known-decks"],
        sees_bias: true,
        id: "not-shuffled",
        says: "A deck was left as it was: dealt before the first shuffle, or a shuffle was skipped.",
        fix: "Shuffle before every deal, the first included.",
    },
    WhatItSees {
        tests: &["bonus-rules", "check-digits", "symbol-pairs", "symbol-differences"],
        sees_bias: false,
        id: "computed",
        says: "One number depends on the others: it is computed from them, or kept away from them.",
        fix: "Draw each number by itself, or leave the check digit out of the file.",
    },
];

/// The causes that are named here.
pub(super) fn ids() -> impl Iterator<Item = &'static str> {
    SEEN.iter().map(|seen| seen.id).chain([
        "period",
        "few-decks",
        "drift",
        "each-once",
        "too-even",
        "clumps",
    ])
}

/// The cause that the explaining test was made to see. Known shuffles were compared before.
pub(super) fn cause(case: &CaseFindings, by_law: &ByLaw) -> Option<Cause> {
    let are_uniform = matches!(by_law, ByLaw::Uniform);
    let are_biased = matches!(by_law, ByLaw::None(_));
    let (ruling, evidence) = explaining(case)?;
    let test = ruling.judgement.test;
    repeats(test, evidence, case, are_biased)
        .or_else(|| drift(test, evidence, case))
        .or_else(|| linear(case))
        .or_else(|| same_again(test, evidence, case))
        .or_else(|| copied(evidence.effect.extreme.as_ref()?))
        .or_else(|| spread(test, &evidence.effect))
        .or_else(|| same_drum(test, &evidence.effect, case.case.shape))
        .or_else(|| each_once(case))
        .or_else(|| within_rows(test, &evidence.effect))
        .or_else(|| memory_of_draws(test, &evidence.effect, case.case.shape))
        .or_else(|| equal_ones(test, &evidence.effect))
        .or_else(|| never_drawn(test, &evidence.effect, case))
        .or_else(|| recent_ones(test, evidence).filter(|_| !are_biased))
        .or_else(|| too_even(evidence))
        .or_else(|| {
            let mut seen = SEEN.iter().filter(|seen| are_uniform || !seen.sees_bias);
            let says_more = is_of_one_place(evidence) || is_of_parts(&evidence.effect);
            let seen = seen.find(|seen| seen.tests.contains(&test) && !says_more)?;
            Some(Cause::new(seen.id, seen.says, seen.fix))
        })
}

/// Whole decks that come again. A few that do at one lag by chance make that lag stand out: the test of repeats says more.
fn repeats(
    test: &str,
    evidence: &Evidence,
    case: &CaseFindings,
    are_biased: bool,
) -> Option<Cause> {
    let repetitions = evidence.effect.extreme.as_ref().map_or(0, |it| it.count);
    let at_a_lag = || {
        let extreme = case.last().failing("lags").and_then(|it| it.effect.extreme.as_ref());
        // Decks of a small pool equal earlier ones at any distance.
        let is_any = |it: &ExtremeCount| it.what.to_string().contains(" more to earlier ones");
        extreme.is_some_and(|it| it.count >= FEWEST_AT_A_LAG && !is_any(it))
    };
    let is_pool = evidence.effect.kind == effect_kind::DISTINCT_DECKS;
    let effect = match test {
        "repeats" if is_pool && !are_biased && at_a_lag() => {
            return Some(Cause::new(
                "memory",
                "Decks come again a fixed number of decks later: a buffer sent twice, or jobs with one seed.",
                "Look at the decks that come twice, and at what sends them.",
            ));
        }
        "repeats" => &evidence.effect,
        "lags" if repetitions < FEWEST_AT_A_LAG => &case.last().failing("repeats")?.effect,
        _ => return None,
    };
    let value = effect.value.round() as u64;
    if effect.kind == effect_kind::PERIOD || effect.kind == effect_kind::LAG {
        let says = format!(
            "Decks repeat after exactly {} decks: the generator starts again, or old decks are sent again.",
            count(value)
        );
        return Some(Cause::new("period", says, SEED_ONCE));
    }
    // A biased shuffle repeats a few decks even if all orders can come.
    let is_pool = effect.kind == effect_kind::DISTINCT_DECKS;
    let are_few = case.last().different().is_some_and(|it| 2 * it.different < it.trials);
    (is_pool && (are_few || !are_biased)).then(|| {
        if are_biased {
            let says = "Few different decks come: the shuffle is too weak, or the seed has few values.";
            return Cause::new("few-decks", says, "Shuffle each deck fully, and seed from 128 random bits.");
        }
        let bits = effect.value.log2();
        let says = format!(
            "It acts as if only about {} decks existed: the seed has few values (about {bits:.0} bits).",
            count(value)
        );
        Cause::new("few-decks", says, SEED_ONCE)
    })
}

/// Draws of a linear generator, seen far more clearly than any unevenness of single decks.
fn linear(case: &CaseFindings) -> Option<Cause> {
    let parities = case.last().failing("draw-parities")?.p_value.ln();
    let is_uneven = |test: &str, evidence: &Evidence| {
        is_of_orders(test) && !test.starts_with("draw-") && evidence.tail == Tail::Upper
    };
    (parities < CLEAR.ln() && parities < MUCH_CLEARER * least_ln_p(case, &is_uneven)).then(|| {
        let says = "The random numbers come from a linear generator, or from one that gets a new seed for each deck, such as 1, 2, 3.";
        Cause::new("linear-generator", says, GENERATOR_ONCE)
    })
}

const GENERATOR_ONCE: &str = "Seed once, before the first deck, and use a generator that is not linear: PCG, ChaCha, the system's.";

/// Fewer repetitions at one lag may come from a small pool of decks.
const FEWEST_AT_A_LAG: u64 = 5;

/// A deviation that changes from early to late decks; one that is the same in all of them is no drift.
fn drift(test: &str, evidence: &Evidence, case: &CaseFindings) -> Option<Cause> {
    if chances_change(evidence) {
        return Some(Cause::new(
            "drift",
            "The chances change from one stretch of draws to the next.",
            "See what changes with time, and audit the stretches by themselves.",
        ));
    }
    let mut series = case.last().exhibits.iter().filter_map(|exhibit| match exhibit {
        Exhibit::Series(series) if series.test == test && series.of == SeriesOf::Deviation => {
            Some(series)
        }
        _ => None,
    });
    let points = &series.next()?.points;
    let weight = |error: f64| if error > 0.0 { error.powi(-2) } else { 0.0 };
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
        points.iter().map(|point| weight(point.standard_error) * of(point.y)).sum()
    };
    let mean = sum(&|y| y) / sum(&|_| 1.0);
    let spread = sum(&|y| (y - mean).powi(2));
    let ln_p = ChiSquare::new(points.len().saturating_sub(1).max(1) as u64).ln_sf(spread);
    (ln_p < CHANGES.ln()).then(|| {
        Cause::new(
            "drift",
            "The chances change from early to late decks: something is not reset, or the program changed partway.",
            "See what changed there, and audit both parts separately.",
        )
    })
}

/// Deviations that are less improbable than this to be equal are no drift: the cell was picked among thousands.
const CHANGES: f64 = 1e-9;

/// Recent results that come again too often, or too rarely.
fn recent_ones(test: &str, evidence: &Evidence) -> Option<Cause> {
    let is_memory = ["gaps", "waits"].contains(&test) && !is_of_one_place(evidence);
    let seen = evidence.effect.extreme.as_ref().filter(|_| is_memory)?;
    let is_often = seen.count as f64 > seen.expected * seen.of as f64;
    let what = seen.what.to_string();
    let is_recent = [" came last", " had last", " after itself"].iter().any(|it| what.contains(it));
    Some(match is_often == is_recent {
        true => Cause::new(
            "memory",
            "Recent results come again too often: each depends on earlier ones.",
            "Look for state that is kept between draws.",
        ),
        false => Cause::new(
            "too-even",
            "Results are kept from coming again soon, or come for sure after a long wait: by a rule, or by a bag that is emptied before it is filled again.",
            "If such a rule is meant, this is how it shows; if not, look for state that is kept between draws.",
        ),
    })
}

/// The highest balls, if no draw has them.
fn never_drawn(test: &str, effect: &Effect, case: &CaseFindings) -> Option<Cause> {
    let all = effect.extreme.as_ref().filter(|it| test == "pool" && it.of == case.last().trials);
    all.map(|seen| {
        let shape = case.case.shape;
        let missing = seen.what.to_string();
        // The first ball that is missing, counted from 0, is the number of those that came.
        let came = missing.split(' ').find_map(|word| word.parse().ok()).unwrap_or(shape.cards());
        let drum = |drum: usize| format!("/{drum}");
        let bonus = shape.bonus().map_or_else(String::new, |it| {
            format!("+{}{}", it.balls, it.drum.map_or_else(String::new, drum))
        });
        Cause::new(
            "pool",
            "The highest numbers never come: the pool is smaller than you said, or the code draws from too small a range.",
            format!(
                "If the pool is smaller, give its true size, as --draw {}/{came}{bonus}; if not, look for a range that ends too soon.",
                shape.dealt()
            ),
        )
    })
}

/// Draws that come again, or hardly ever do.
fn same_again(test: &str, evidence: &Evidence, case: &CaseFindings) -> Option<Cause> {
    if test != "same-draw-again" {
        return None;
    }
    // Fewer different draws come where the results of one depend on each other.
    let fails = |test: &&str| case.last().failing(test).is_some();
    let computed = SEEN.iter().find(|seen| seen.id == "computed" && seen.tests.iter().any(fails));
    if let Some(seen) = computed {
        return Some(Cause::new(seen.id, seen.says, seen.fix));
    }
    let are_many = ln_outcomes(case.case.shape) > MANY_OUTCOMES.ln();
    let seen = evidence.effect.extreme.as_ref();
    let is_rare = seen.is_some_and(|it| (it.count as f64) < it.expected * it.of as f64);
    Some(match is_rare {
        false if are_many => Cause::new(
            "few-decks",
            "Whole draws come again: seeded by a clock, or by several processes alike.",
            SEED_ONCE,
        ),
        false => Cause::new(
            "memory",
            "Draws repeat too often: each depends on an earlier one.",
            "Draw each result by itself; look for state that is kept between draws.",
        ),
        true => Cause::new(
            "too-even",
            match seen.is_some_and(|it| it.count == 0) {
                true => {
                    "The results alternate too well: they come from a bag, or a rule forbids repeats."
                }
                false => "The results alternate too well: on purpose, or they are made up.",
            },
            IF_MEANT,
        ),
    })
}

/// Draws or decks, or lists of two strata, that are equal over a stretch.
fn copied(seen: &ExtremeCount) -> Option<Cause> {
    let what = seen.what.to_string();
    let has_one = |names: [&str; 2]| names.iter().any(|it| what.contains(it));
    if has_one([" repeat draws ", " repeat decks "]) {
        return Some(Cause::new(
            "period",
            "A stretch of rows repeats an earlier one: they were copied, or the generator was seeded again.",
            "Compare the two stretches, and seed only once.",
        ));
    }
    if has_one([" is equal to draw ", " is equal to deck "]) {
        return Some(Cause::new(
            "few-decks",
            "Whole draws come again: fewer are possible than there should be, or the seed has few values.",
            SEED_ONCE,
        ));
    }
    let is_often = seen.count as f64 > seen.expected * seen.of as f64;
    let are_equal = [" begins like the stratum ", " equal to the same one of "]
        .into_iter()
        .any(|it| what.contains(it));
    (are_equal && is_often).then(|| {
        Cause::new(
            "few-decks",
            "Two strata have the same list, or the same with the arms exchanged: it was copied, or both were made with one seed.",
            "Make one list for each stratum, from one generator that is seeded once.",
        )
    })
}

/// A bonus ball that was judged as one from a drum of its own, though it comes from the drum of the others.
fn same_drum(test: &str, effect: &Effect, shape: Shape) -> Option<Cause> {
    let (found, bonus) = (effect.extreme.as_ref()?, shape.bonus()?);
    let is_avoided =
        found.count == 0 && found.what.to_string() == "the bonus ball is a ball of its draw";
    let is_as_large = bonus.drum == Some(shape.cards());
    (test == "bonus-rules" && is_avoided && is_as_large).then(|| {
        let flag = format!("--draw {}/{}+{}", shape.dealt(), shape.cards(), bonus.balls);
        Cause::new(
            "computed",
            "The bonus ball never is one of the others, as where it comes from the same drum.",
            format!("If it does, judge the draws with {flag}."),
        )
    })
}

/// Cards of one part of the start order that keep apart.
fn spread(test: &str, effect: &Effect) -> Option<Cause> {
    let found = effect.extreme.as_ref()?;
    let is_rare = (found.count as f64) < found.expected * found.of as f64;
    (test == "residue-spacing" && is_of_parts(effect) && is_rare).then(|| {
        Cause::new(
            "too-even",
            "Neighbors of the start order keep apart: the order is balanced on purpose, as a playlist that spreads each artist.",
            "If that is meant, it is no plain shuffle, and this says nothing against it.",
        )
    })
}

/// True if the finding is about parts of the start order, which is no sign of workers.
fn is_of_parts(effect: &Effect) -> bool {
    let what = effect.extreme.as_ref().map(|it| it.what.to_string());
    what.is_some_and(|it| it.ends_with(" parts of the start order"))
}

/// Symbols that depend on others of the same row.
fn within_rows(test: &str, effect: &Effect) -> Option<Cause> {
    let found = effect.extreme.as_ref()?;
    let what = found.what.to_string();
    let has_short_stretches = test == "lags" && what.starts_with("a row without a stretch ");
    if has_short_stretches && found.count as f64 > found.expected * found.of as f64 {
        let says = "Runs in the rows end too soon: the rows are balanced on purpose, or made up.";
        return Some(Cause::new("too-even", says, IF_MEANT));
    }
    if has_short_stretches {
        let says =
            "Equal symbols follow each other: a symbol depends on the one before it in its row.";
        return Some(Cause::new("memory", says, "Draw each symbol by itself."));
    }
    let lies_outside = test == "bonus-rules" && found.count == 0 && what.contains(" lies between ");
    lies_outside.then(|| {
        Cause::new(
            "sorted",
            "It lies outside in every row, as where all numbers of a row are sorted together.",
            "If so, the file doesn't show which is the bonus ball: leave it out, or judge all numbers as one draw.",
        )
    })
}

/// Draws that depend on earlier ones. Unlike a deck, a draw is nothing that could be put back in order.
fn memory_of_draws(test: &str, effect: &Effect, shape: Shape) -> Option<Cause> {
    let is_in_blocks = |it: &ExtremeCount| {
        let (what, is_rare) = (it.what.to_string(), (it.count as f64) < it.expected * it.of as f64);
        let is_of_two = what.contains(" two show ");
        ["in blocks of", "in stretches of"].iter().any(|it| what.starts_with(it))
            && is_rare == is_of_two
    };
    if test == "lags" && effect.extreme.as_ref().is_some_and(is_in_blocks) {
        return Some(Cause::new(
            "too-even",
            "Each block of draws holds its symbols too evenly: dealt from a bag, or balanced in blocks.",
            IF_MEANT,
        ));
    }
    let ends_soon = |it: &ExtremeCount| {
        let what = it.what.to_string();
        ["no stretch ", "neither symbol "].iter().any(|start| what.starts_with(start))
    };
    if test == "lags" && effect.extreme.as_ref().is_some_and(ends_soon) {
        return Some(Cause::new(
            "too-even",
            "Runs, waits or leads end too soon: the results are balanced on purpose, dealt from a bag, or made up.",
            IF_MEANT,
        ));
    }
    let is_serial = match test {
        "lags" | "overlap-lags" | "serial-symbols" | "serial-numbers" => true,
        "bonus-rules" => {
            effect.extreme.as_ref().is_some_and(|it| it.what.to_string().contains(" before"))
        }
        _ => false,
    };
    let are_draws = shape.kind() == DrawKind::Ruled || !shape.is_order() && !shape.is_whole();
    let comes_again = |it: &ExtremeCount| {
        let what = it.what.to_string();
        let of_same = ["same", "again", "held"].iter().any(|word| what.contains(word));
        of_same && it.count as f64 > it.expected * it.of as f64
    };
    (is_serial && are_draws).then(|| {
        Cause::new(
            "memory",
            "Draws depend on earlier ones.",
            match effect.extreme.as_ref().is_some_and(comes_again) {
                true => "Draw each result by itself; look for state that is kept between draws.",
                false => {
                    "Draw each result by itself; look for state that is kept between draws, and for a rule against repeats."
                }
            },
        )
    })
}

/// Draws of fewer outcomes come again by themselves.
const MANY_OUTCOMES: f64 = 1e6;

const IF_MEANT: &str = "If that is meant, judge the design: --block, --pack, or --rule, which holds within one line, so write all results on one. If not, draw each result by itself.";

/// Kinds that lie together, or alternate too regularly, and symbols that come equally often in each draw.
fn equal_ones(test: &str, effect: &Effect) -> Option<Cause> {
    if test == "equal-symbols-mean" && effect.value < 0.0 {
        return Some(Cause::new(
            "too-even",
            "Equal results come in one draw too rarely: balanced on purpose, kept from repeating, or made up.",
            IF_MEANT,
        ));
    }
    (test == "kind-runs-mean").then(|| match effect.value > 0.0 {
        true => Cause::new(
            "too-even",
            "Equal kinds lie together too rarely: balanced in blocks, spread on purpose, or made up.",
            IF_MEANT,
        ),
        false => Cause::new(
            "clumps",
            "Equal kinds lie together too often: the pack was not shuffled enough.",
            "Shuffle more often: seven riffles at least, or Fisher-Yates in code.",
        ),
    })
}

/// Draws that may be equal are all different by chance with this probability at most.
const ALL_DIFFERENT: f64 = 1e-6;

/// Draws of one symbol that never repeat, although this many draws should: `P(all differ) <= exp(-T(T-1)/2N)`.
fn each_once(case: &CaseFindings) -> Option<Cause> {
    let (shape, look) = (case.case.shape, case.last());
    let [n, draws] = [shape.cards() as f64, look.trials as f64];
    let should_repeat = -draws * (draws - 1.0) / (2.0 * n) < ALL_DIFFERENT.ln();
    let value = |test| Some(look.ruling(test)?.judgement.evidence()?.effect.value);
    let is_each_once =
        value("collisions") == Some(-1.0) || value("missing-symbols") == Some(n - draws);
    (shape.is_with_replacement() && shape.dealt() == 1 && should_repeat && is_each_once).then(|| {
        Cause::new(
            "each-once",
            "No result comes twice: they are drawn without replacement, as tickets from a box, or are a shuffled list.",
            format!(
                "If so, write all on one line and judge them as one draw, with --deal {} and no --replacement. If not, look for a rule against repeats.",
                look.trials
            ),
        )
    })
}

/// Counts that vary less than chance makes them.
fn too_even(evidence: &Evidence) -> Option<Cause> {
    let has_words = evidence.effect.kind.says_of_even.is_some();
    (has_words && evidence.tail == Tail::Lower).then(|| {
        Cause::new(
            "too-even",
            "The counts are more even than chance makes them: dealt from a bag, balanced on purpose, or made up.",
            IF_MEANT,
        )
    })
}
