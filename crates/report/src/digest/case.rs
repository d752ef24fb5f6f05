//! A case in words: its verdict against what was expected, what its tests found, and how to see it again.

use super::margin::Margin;
use crate::{
    tables::is_of_degree,
    words::{self, effects, explaining, limits, odds},
};
use serde::Serialize;
use shuffle_algorithms::fill::Job;
use shuffle_audit::{
    CaseFindings, Conclusion as Concluded, Expect, Faulted, Findings, Skipped, command,
};
use shuffle_metrics::{Evidence, Law, PValue, Tail, Verdict, verdict::Ruling};
use shuffle_subjects::CaseSpec;

/// A case in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct CaseDigest {
    /// Its id: nothing that can be trusted, as all texts of a case.
    pub(crate) id: String,
    /// What was shuffled: "naive on 52 cards".
    pub(crate) subject: String,
    /// The family of a shuffle of the catalogue, else what its decks come from.
    pub(crate) family: String,
    pub(crate) cards: u64,
    /// The decks of the look that decides; 0 if it was not judged.
    pub(crate) trials: u64,
    /// The same in words: "1 deck", "5,000 draws".
    pub(crate) amount: String,
    #[serde(skip)]
    pub(crate) standing: Standing,
    /// The standing compared with what was expected.
    #[serde(skip)]
    pub(crate) conclusion: Conclusion,
    pub(crate) headline: String,
    /// The form of the bias, or what would have been seen; and that its decks cannot be reproduced.
    pub(crate) sentence: String,
    /// What is wrong, if it is not as expected: a line.
    pub(crate) complaint: Option<String>,
    pub(crate) strongest: Option<Finding>,
    /// All tests that found something, the clearest first.
    pub(crate) found: Vec<TestLine>,
    /// All others that were made, the same way.
    pub(crate) others: Vec<TestLine>,
    pub(crate) left_out: Vec<String>,
    /// The shuffle degree with its interval, and its exact value.
    pub(crate) degree: Option<String>,
    pub(crate) seen: Option<String>,
    pub(crate) command: Option<String>,
    /// True if it is a point of a sweep, which is shown by its curve.
    pub(crate) is_of_sweep: bool,
    /// What people call it, if its plan says.
    pub(crate) title: Option<String>,
    /// How near it came to the other verdict, if it is as expected.
    #[serde(skip)]
    pub(crate) margin: Option<Margin>,
}

/// What is known of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Standing {
    Judged(Verdict),
    #[default]
    Skipped,
    AtFault,
    Absent,
}

impl Standing {
    /// `fail`, `skipped`, `at fault` and so on.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Judged(verdict) => verdict.name(),
            Self::Skipped => "skipped",
            Self::AtFault => "at fault",
            Self::Absent => "absent",
        }
    }
}

/// A standing compared with what was expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Conclusion {
    Sound,
    Caught,
    Rejected,
    /// A planted defect was not caught, or not by the tests that are named.
    NotCaught,
    Undecided,
    NotJudged,
    /// It was left out, since its subject is not on this machine.
    #[default]
    Skipped,
}

impl Conclusion {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Sound => "as expected",
            Self::Caught => "as expected: should fail",
            Self::Rejected => "NOT as expected: should pass",
            Self::NotCaught => "NOT as expected: should fail",
            Self::Undecided => "NOT as expected: undecided",
            Self::NotJudged => "NOT judged",
            Self::Skipped => "skipped",
        }
    }

    pub(crate) fn is_wrong(self) -> bool {
        matches!(self, Self::Rejected | Self::NotCaught | Self::NotJudged)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Finding {
    pub(crate) test: &'static str,
    /// The decimal logarithm of the p-value by which it is judged.
    pub log10_p: f64,
    pub(crate) odds: String,
    pub(crate) words: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TestLine {
    pub(crate) finding: Finding,
    pub(crate) verdict: Verdict,
    /// "A fair shuffle looks this uneven once in 10^43 audits", or "by chance once in 3 audits".
    pub(crate) sentence: String,
}

impl CaseDigest {
    pub(super) fn of(findings: &Findings, case: &CaseFindings) -> Self {
        let evidence = |ruling: &Ruling| ruling.judgement.evidence().map(|it| it.p_value.ln());
        let mut rulings: Vec<&Ruling> = case.last().rulings.iter().collect();
        // Many are equal after Holm.
        rulings.sort_by(|a, b| evidence(a).unwrap_or(1.0).total_cmp(&evidence(b).unwrap_or(1.0)));
        let lines = rulings.into_iter().filter_map(|ruling| line(case, ruling));
        let (found, others): (Vec<_>, Vec<_>) = lines.partition(|line| line.verdict.is_finding());
        Self {
            trials: case.last().trials,
            amount: words::trials(case.last().trials, case.case.shape),
            standing: Standing::Judged(case.verdict()),
            conclusion: conclusion(case),
            headline: words::headline(case),
            sentence: [&*words::sentence(case).replace('\n', " ")]
                .into_iter()
                .chain(words::verdict::not_reproducible(case))
                .collect::<Vec<_>>()
                .join(" "),
            complaint: words::run::complaint(case).map(|(_, wrong)| wrong),
            strongest: strongest_finding(case),
            found,
            others,
            left_out: words::table::left_out(case),
            degree: degree(case),
            seen: Some(limits::shown(case)).filter(|seen| !seen.is_empty()),
            command: command::see_again(findings, case),
            margin: Margin::of(findings, case),
            ..Self::unjudged(&case.case)
        }
    }

    pub(super) fn of_faulted(faulted: &Faulted) -> Self {
        let is_absent = faulted.fault.status() == "absent";
        let standing = if is_absent { Standing::Absent } else { Standing::AtFault };
        let why = faulted.fault.to_string();
        Self {
            standing,
            conclusion: Conclusion::NotJudged,
            headline: format!("NOT JUDGED: {}", why),
            complaint: Some(why),
            ..Self::unjudged(&faulted.case)
        }
    }

    pub(super) fn of_skipped(skipped: &Skipped) -> Self {
        let headline = format!("SKIPPED: {}", skipped.why);
        Self { headline, ..Self::unjudged(&skipped.case) }
    }

    /// A case of which nothing is known but what it is.
    fn unjudged(case: &shuffle_audit::Case) -> Self {
        Self {
            id: case.id().to_owned(),
            subject: words::on_deck(&case.subject, case.shape),
            family: case
                .subject
                .job()
                .map_or_else(|| case.subject.kind().name().to_owned(), family),
            cards: case.shape.cards() as u64,
            amount: words::trials(0, case.shape),
            is_of_sweep: case.sweep.is_some(),
            title: CaseSpec::of(case).and_then(|spec| spec.title),
            ..Self::default()
        }
    }

    /// True if it did not come out as expected; a skipped case may.
    pub(crate) fn is_unexpected(&self) -> bool {
        !matches!(self.conclusion, Conclusion::Sound | Conclusion::Caught | Conclusion::Skipped)
    }

    /// The smaller, the worse: what is not as expected, what fails, and each by its p-value. Skipped cases come last.
    pub(super) fn severity(&self) -> f64 {
        let class = match (self.conclusion, self.standing) {
            (Conclusion::Rejected, _) => 0.0,
            (Conclusion::NotCaught, _) => 1.0,
            (Conclusion::NotJudged, _) => 2.0,
            (Conclusion::Undecided, _) => 3.0,
            (Conclusion::Caught, _) => 4.0,
            (Conclusion::Sound, _) => 5.0,
            (Conclusion::Skipped, _) => 6.0,
        };
        let log10_p = self.strongest.as_ref().map_or(0.0, |it| it.log10_p);
        // Between 0 and 1, and in the order of the logarithms.
        class + 1.0 / (1.0 - log10_p)
    }
}

fn conclusion(case: &CaseFindings) -> Conclusion {
    match case.conclusion() {
        Concluded::AsExpected if case.case.expect == Expect::Fail => Conclusion::Caught,
        Concluded::AsExpected => Conclusion::Sound,
        Concluded::Rejected => Conclusion::Rejected,
        Concluded::NotCaught | Concluded::MissedBy(_) => Conclusion::NotCaught,
        Concluded::Undecided => Conclusion::Undecided,
    }
}

fn family(job: &Job) -> String {
    job.algorithm.entry().family.to_string()
}

fn finding(case: &CaseFindings, ruling: &Ruling, evidence: &Evidence) -> Finding {
    let log10_p = ruling.judged_by.map_or(0.0, PValue::log10);
    Finding {
        test: ruling.judgement.test,
        log10_p,
        odds: odds::audits(log10_p),
        words: words::capital(&in_words(case, ruling, evidence)),
    }
}

/// The bias in a sentence. A test that found nothing has an effect all the same, but noise decides its direction, so it is
/// named without a claim.
fn in_words(case: &CaseFindings, ruling: &Ruling, evidence: &Evidence) -> String {
    let names = case.case.subject.names();
    match ruling.verdict.is_finding() {
        true => effects::sentence(evidence, &names),
        false => effects::table_cell(&evidence.effect, &names),
    }
}

/// The finding that explains the verdict, in the words of the headline where that states a fact about all decks.
fn strongest_finding(case: &CaseFindings) -> Option<Finding> {
    let (ruling, evidence) = explaining(case)?;
    let found = finding(case, ruling, evidence);
    let fact = words::different::sameness(case).map(|same| words::capital(&same.plain(case)));
    Some(Finding { words: fact.unwrap_or(found.words), ..found })
}

/// The sentence of a test that was made.
fn line(case: &CaseFindings, ruling: &Ruling) -> Option<TestLine> {
    let evidence = ruling.judgement.evidence()?;
    let finding = finding(case, ruling, evidence);
    let sentence = if ruling.verdict.is_finding() {
        odds::sentence(&format!("A fair shuffle {}", looks(evidence)), finding.log10_p)
    } else {
        odds::by_chance(finding.log10_p, &finding.odds)
    };
    Some(TestLine { finding, verdict: ruling.verdict, sentence })
}

/// What a fair shuffle would have to do.
fn looks(evidence: &Evidence) -> &'static str {
    match (evidence.law, evidence.tail) {
        (Law::ChiSquare { .. }, Tail::Upper) => "looks this uneven",
        (Law::ChiSquare { .. } | Law::Poisson { .. }, Tail::Lower) => "looks this even",
        _ => "is so far off",
    }
}

/// "0.0102 [0.0098, 0.0106] at 99 %; exactly 0.0104".
fn degree(case: &CaseFindings) -> Option<String> {
    let ruling = case.last().rulings.iter().find(|ruling| is_of_degree(ruling))?;
    let effect = &ruling.judgement.evidence()?.effect;
    let interval = effect.interval.map_or_else(String::new, |it| {
        format!(" [{:.5}, {:.5}] at {:.0} %", it.low, it.high, 100.0 * it.confidence)
    });
    let exact = case.exact_degree.map(|exact| format!("; exactly {exact:.5}"));
    Some(format!("{:.5}{interval}{}", effect.value, exact.unwrap_or_default()))
}
