//! The biases that the decks could have shown, and the error rate of a run.

use crate::{
    CaseFindings, Findings,
    feed::FilesRead,
    number::{cell, count, counted},
    words::{Screen, effects, entry, layout::hang, noun, table, trials},
};
use shuffle_metrics::{
    DrawKind,
    effect_kind::{self, EffectKind},
    verdict::{POWER, Profile, Ruling},
};

/// A bias that a test would have seen with probability [`POWER`].
#[derive(Clone, Debug, PartialEq)]
pub struct Detectable {
    /// The test.
    pub test: &'static str,
    /// Quantity that is measured.
    pub effect: &'static EffectKind,
    /// The smallest size that would have been seen.
    pub value: f64,
    /// The same in words.
    pub words: String,
}

/// For each kind of bias that is easy to understand, the smallest size that its most sensitive test would have detected: of one cell (a
/// card at a position, a ball, a symbol at a place), of the law of all orders, of the ascents.
pub fn would_have_seen(case: &CaseFindings) -> Vec<Detectable> {
    let plain = case.last().rulings.iter().rev();
    let plain = plain.filter(|ruling| entry(ruling).is_some_and(|test| test.has_plain_effect));
    let mut smallest: Vec<Detectable> = Vec::new();
    for one in plain.filter_map(|ruling| detectable(case, ruling)) {
        match smallest.iter_mut().find(|other| other.effect == one.effect) {
            Some(other) if one.value <= other.value => *other = one,
            Some(_) => {}
            None => smallest.push(one),
        }
    }
    smallest.retain(|detectable| detectable.value < largest(detectable, case));
    smallest
}

/// The largest possible size of the effect: if only larger ones are detectable, the decks can show none.
fn largest(detectable: &Detectable, case: &CaseFindings) -> f64 {
    let shape = case.case.shape;
    let cards = shape.cards() as f64;
    match detectable.effect {
        // Most neighbors are of one hand, whose cards are put in a random order.
        effect_kind::DEGREE if case.setting("hands").is_some() => 0.0,
        effect_kind::DEGREE => 0.5,
        // All numbers are even.
        effect_kind::NUMBER_DEVIATION => 1.0,
        effect_kind::TOTAL_VARIATION => {
            let dealt = 0..shape.dealt();
            1.0 - dealt.map(|place| 1.0 / (cards - place as f64)).product::<f64>()
        }
        // At most, the rarest card appears in every deck.
        _ => {
            if let Some(weights) = shape.weights() {
                return 1.0 / weights.rarest() - 1.0;
            }
            let hands = case.setting("hands");
            let sizes = hands.iter().flat_map(|it| it.split(',').flat_map(|it| it.trim().parse()));
            let copies = match (shape.kind(), shape.pack()) {
                (DrawKind::Unordered, _) => shape.dealt(),
                (_, Some(pack)) => pack.counts().iter().copied().min().unwrap_or(1) as usize,
                _ => sizes.min().unwrap_or(1),
            };
            cards / copies as f64 - 1.0
        }
    }
}

fn detectable(case: &CaseFindings, ruling: &Ruling) -> Option<Detectable> {
    let (evidence, value) = (ruling.judgement.evidence()?, ruling.detectable?);
    let sensitivity = evidence.sensitivity?;
    let (test, effect) = (ruling.judgement.test, sensitivity.kind);
    let amount = effects::size(&sensitivity, value);
    let words = match effect {
        effect_kind::LARGEST_CELL_DEVIATION | effect_kind::DRAW_DEVIATION => {
            let (what, place) = match case.case.shape.kind() {
                DrawKind::Order => ("a card", " at some position"),
                DrawKind::Unordered => ("a ball", ""),
                DrawKind::Replacement | DrawKind::Weighted | DrawKind::Successive => {
                    ("a symbol", if case.case.shape.dealt() > 1 { " at some place" } else { "" })
                }
                DrawKind::Pack => ("a kind", " at some position"),
                DrawKind::Blocks => ("an arrangement of a block", ""),
                DrawKind::Varying => ("a name", " at some place"),
                DrawKind::Ruled if case.case.shape.groups_people() => {
                    ("a person", " in some group")
                }
                DrawKind::Ruled => ("a card", " at some position"),
            };
            // Nothing can be more than 100 % too rare.
            match value > 1.0 {
                true => {
                    format!("{what} {} as likely as it should be{place}", effects::times(value))
                }
                false => format!("{what} whose chance is off by {amount}{place}"),
            }
        }
        effect_kind::NUMBER_DEVIATION => {
            let share = effects::share_of(0.5 * (1.0 + value));
            format!("even numbers {share} of the time (fair: 50 %)")
        }
        effect_kind::DEGREE => {
            format!(
                "orders in which {:.2} % of all neighbors ascend (fair: 50 %)",
                100.0 * (0.5 + value)
            )
        }
        _ => format!("a total variation of {amount} in {test}"),
    };
    Some(Detectable { test, effect, value, words })
}

fn in_words(case: &CaseFindings) -> Option<String> {
    let seen: Vec<String> = would_have_seen(case).into_iter().map(|one| one.words).collect();
    (!seen.is_empty()).then(|| seen.join("; "))
}

/// The biases that would have been seen, as a sentence; empty if they are not known.
pub fn shown(case: &CaseFindings) -> String {
    in_words(case).map_or_else(String::new, |seen| {
        let decks = these(case);
        format!("{decks} would almost certainly ({} %) have exposed {seen}.", cell(100.0 * POWER))
    })
}

/// "These 5,000 decks".
fn these(case: &CaseFindings) -> String {
    match case.last().trials {
        1 => format!("This {}", noun(case.case.shape)),
        several => format!("These {}", trials(several, case.case.shape)),
    }
}

/// The same of the plainest bias only.
pub(super) fn smallest(case: &CaseFindings) -> Option<String> {
    let mut all = would_have_seen(case);
    let is_cell = |it: &Detectable| {
        [
            effect_kind::LARGEST_CELL_DEVIATION,
            effect_kind::DRAW_DEVIATION,
            effect_kind::NUMBER_DEVIATION,
        ]
        .contains(&it.effect)
    };
    all.sort_by_key(|it| !is_cell(it));
    let (decks, words) = (these(case), &all.first()?.words);
    Some(format!(
        "{decks} would almost certainly ({} %) have exposed {words}.",
        cell(100.0 * POWER)
    ))
}

/// The limits of what the decks of a file can show, since there are no more of them; empty for other subjects.
pub(crate) fn of_recorded(case: &CaseFindings, screen: &Screen) -> String {
    let (subject, asked) = (&case.case.subject, case.case.trials);
    if !case.case.is_recorded() {
        return String::new();
    }
    let decks = trials(case.last().trials, case.case.shape);
    let mut text = String::from("\n");
    let head = format!("What the {decks} of {subject} can show, and what not:");
    text.push_str(&hang("", &head, 0, screen.width));
    let of_head = text.len();
    let mut line = |words: &str| text.push_str(&hang("  ", words, 2, screen.width));
    if let Some(files) = &case.last().seen.files {
        let FilesRead { number, first, last } = files;
        line(&match number {
            1 => format!("They come from one file, `{first}`."),
            _ => format!(
                "They come from {} files in natural order, `{first}` to `{last}`.",
                count(*number)
            ),
        });
    }
    if asked != u64::MAX && asked > case.last().trials {
        line(&format!("There are no more of them, though {} were asked for.", count(asked)));
    }
    if let Some(seen) = in_words(case) {
        line(&format!(
            "They would almost certainly ({} %) have exposed {seen}.",
            cell(100.0 * POWER)
        ));
        let four_times = trials(4 * case.last().trials, case.case.shape);
        line(&format!(
            "Smaller biases may not show; half the size takes about {four_times}, all new, judged alone."
        ));
    }
    let too_few = table::too_few(case);
    if !too_few.is_empty() {
        line(&format!("They are too few for {too_few}."));
    }
    if text.len() == of_head { String::new() } else { text }
}

/// The error rate of such a run: of the cases that share a budget, and of recordings, which have one each.
pub fn budget(findings: &Findings) -> String {
    // The look with more tests counts: more decks let more tests judge.
    let looks = [0, 1].map(|look| (findings.live_tests(look), findings.tests(look)));
    let [live, all] = [looks[0].0.max(looks[1].0), looks[0].1.max(looks[1].1)];
    let budget = &findings.plan.budget;
    if budget.profile == Profile::Lab {
        return format!(
            "Lab profile: {}, each at level {}, not corrected for their number: {} false alarms are \
             to be expected of sound shuffles.",
            counted(all as u64, "test"),
            cell(budget.alpha),
            cell(budget.expected_false_alarms(all))
        );
    }
    let recordings = findings.recordings().count();
    let own = cell(budget.of_recording().alpha);
    if findings.are_recorded() {
        let place = match recordings {
            1 => "this recording".to_owned(),
            _ => format!("any one of the {recordings} recordings"),
        };
        return format!("{} in {place} is at most {own}.", under_one_budget(all, ""));
    }
    let halves = if budget.escalates() { ", half reserved for a retest" } else { "" };
    let alpha = cell(budget.alpha);
    if recordings == 0 {
        let of_all = under_one_budget(live, "");
        return format!("{of_all} in the whole run is at most {alpha}{halves}.");
    }
    let drawn = under_one_budget(live, " of decks drawn in this run");
    let recorded = counted((all - live) as u64, "test");
    let whose = if recordings == 1 { "with its own budget" } else { "each with its own budget" };
    format!(
        "{drawn} is at most {alpha}{halves}. {recorded} of {}, {whose}: at most {own}.",
        counted(recordings as u64, "recording")
    )
}

fn under_one_budget(tests: usize, of: &str) -> String {
    let tests = counted(tests as u64, "test");
    format!("{tests}{of} under one error budget (Holm): the probability of any false alarm")
}
