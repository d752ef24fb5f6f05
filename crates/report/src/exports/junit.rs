//! XML: test results as JUnit writes them, for the pages of CI. A plan is a suite, and a case is a test.
//!
//! There are no times in it. Characters that XML does not have are left out by the library.

use super::source::{Said, Source};
use crate::{
    digest::{CaseDigest, Conclusion, Digest},
    page::study::Words,
};
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

pub(super) fn write(source: &dyn Source) -> Result<String, SerializeError> {
    let mut report = Report::new("shuffle-audit");
    report.add_test_suite(match source.said() {
        Said::Run(digest) => of_run(&digest),
        Said::Study(words) => of_study(&words),
    });
    let skipped = report.test_suites.iter().map(|suite| suite.skipped).sum();
    Ok(as_jenkins_reads_it(&report.to_string()?, skipped))
}

/// Without the number of skipped tests at the root, which the schema of Jenkins does not have; each suite has its own. The root
/// comes first, and what is before the number there is ours.
fn as_jenkins_reads_it(report: &str, skipped: usize) -> String {
    report.replacen(&format!(" skipped=\"{skipped}\""), "", 1)
}

fn of_run(digest: &Digest) -> TestSuite {
    let mut suite = TestSuite::new(&*digest.plan);
    suite.add_test_cases(digest.cases.iter().map(|case| of_case(digest, case)));
    suite.set_system_out(lines([&digest.title, &digest.sentence].into_iter().map(String::as_str)));
    suite
}

fn of_case(digest: &Digest, case: &CaseDigest) -> TestCase {
    let mut test = TestCase::new(&*case.id, status(case));
    test.set_classname(&*digest.plan);
    let again = case.command.iter().map(|command| format!("To see it again: {command}"));
    let said = [case.subject.clone(), case.headline.clone(), case.sentence.clone()];
    let said: Vec<String> = said.into_iter().chain(again).collect();
    test.set_system_out(lines(said.iter().map(String::as_str)));
    test
}

fn status(case: &CaseDigest) -> TestCaseStatus {
    let (mut status, kind) = match case.conclusion {
        Conclusion::Sound | Conclusion::Caught => return TestCaseStatus::success(),
        Conclusion::Skipped => (TestCaseStatus::skipped(), "skipped"),
        Conclusion::NotJudged => {
            (TestCaseStatus::non_success(NonSuccessKind::Error), case.standing.name())
        }
        Conclusion::Rejected | Conclusion::NotCaught | Conclusion::Undecided => {
            (TestCaseStatus::non_success(NonSuccessKind::Failure), case.standing.name())
        }
    };
    let found = case
        .found
        .iter()
        .map(|line| format!("{}: {}. {}", line.finding.test, line.finding.words, line.sentence));
    let found: Vec<String> = std::iter::once(case.sentence.clone()).chain(found).collect();
    status.set_message(case.complaint.as_deref().unwrap_or(&case.headline));
    status.set_type(kind);
    status.set_description(lines(found.iter().map(String::as_str)));
    status
}

/// The one test of a study says what was found; it fails where that can be wrong, and is.
fn of_study(words: &Words) -> TestSuite {
    let mut status = TestCaseStatus::success();
    if let Some(wrong) = &words.wrong {
        status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(wrong.as_str());
        status.set_description(lines([words.text.as_str()].into_iter()));
    }
    let mut test = TestCase::new(&*words.title, status);
    test.set_classname("shuffle-audit");
    test.set_system_out(lines([words.sentence.as_str(), &words.text].into_iter()));
    let mut suite = TestSuite::new(&*words.title);
    suite.add_test_case(test);
    suite
}

fn lines<'a>(said: impl Iterator<Item = &'a str>) -> String {
    let said = said.filter(|line| !line.is_empty());
    said.fold(String::new(), |text, line| text + line.trim_end() + "\n")
}
