//! A summary is a whole document whatever it holds, and never too long.

use super::{MOST_BYTES, of_run, of_study};
use crate::{
    digest::{Answer, CaseDigest, Conclusion, Digest, Standing},
    page::study::Words,
};
use shuffle_metrics::Verdict;

const HOSTILE: &str = "</details> | `x` [a](b) @all #1 https://x.y\n\n# <script>";

fn case(id: &str) -> CaseDigest {
    CaseDigest {
        id: id.to_owned(),
        subject: HOSTILE.to_owned(),
        cards: 5,
        trials: 1_000,
        amount: "1,000 decks".to_owned(),
        standing: Standing::Judged(Verdict::Fail),
        conclusion: Conclusion::Rejected,
        headline: HOSTILE.to_owned(),
        sentence: HOSTILE.to_owned(),
        complaint: Some(HOSTILE.to_owned()),
        command: Some(format!("shuffle-audit check --exec '{HOSTILE}\n```'")),
        ..CaseDigest::default()
    }
}

fn digest(cases: Vec<CaseDigest>) -> Digest {
    Digest {
        plan: HOSTILE.to_owned(),
        title: HOSTILE.to_owned(),
        answer: Answer::Wrong,
        sentence: "The build is NOT fine.".to_owned(),
        facts: vec![("seed", "0x5eed".to_owned())],
        cases,
    }
}

#[test]
fn a_long_summary_ends_between_two_cases_and_says_so() {
    let name = "x".repeat(10_000);
    let cases: Vec<CaseDigest> = (0..3_000).map(|_| case(&name)).collect();
    for (cases, said) in
        [(cases.clone(), "have no details here"), ([cases.clone(), cases].concat(), "are left out")]
    {
        let text = of_run(&digest(cases));
        assert!((800_000..=MOST_BYTES).contains(&text.len()), "{}", text.len());
        let ends = text.lines().filter(|line| *line == "</details>").count();
        assert_eq!(
            text.matches(
                "
<details><summary>"
            )
            .count(),
            ends
        );
        let cut: Vec<&str> = text.lines().filter(|line| line.starts_with("Cut: ")).collect();
        assert!(cut.len() == 1 && cut[0].contains(said) && cut[0].contains("900 kB"), "{cut:?}");
        assert!(text.ends_with("- seed: 0x5eed\n"), "the facts are there in any case");
    }
}

#[test]
fn a_study_is_cut_too() {
    let words = Words {
        wrong: None,
        title: HOSTILE.to_owned(),
        sentence: HOSTILE.to_owned(),
        text: "`a line of many\n".repeat(100_000),
        reading: vec!["Read it so."],
    };
    let text = of_study(&words);
    assert!(text.len() <= MOST_BYTES && text.contains("Cut: "), "{}", text.len());
    assert!(text.ends_with("Read it so.\n"));
}

#[test]
fn nothing_of_others_becomes_markup() {
    let text = of_run(&digest(vec![case("a|b\\|c`d")]));
    insta::assert_snapshot!(text);
}
