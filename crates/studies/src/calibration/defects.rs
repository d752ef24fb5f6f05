//! The planted defects of the power table: those that the catalogue's entries name, and the flawed dice.

use shuffle_algorithms::catalogue::ENTRIES;

pub(super) struct Defect {
    pub(super) id: &'static str,
    pub(super) algorithm: String,
    pub(super) cards: u64,
    pub(super) dice: Option<&'static str>,
    pub(super) passes: Option<u32>,
}

/// The flawed dice, at the widths of the gate.
const FLAWED_DICE: [(&str, &str); 5] = [
    ("modulo-8-bits", "modulo:bits=8"),
    ("float-12-bits", "float:bits=12"),
    ("off-by-one", "off-by-one"),
    ("tiny-seed-16-bits", "tiny-seed:bits=16"),
    ("tiny-seed-32-bits", "tiny-seed:bits=32"),
];

/// All of them, in the order of the catalogue.
pub(super) fn defects() -> impl Iterator<Item = Defect> {
    let planted = ENTRIES.iter().flat_map(|entry| {
        entry.planted_defects().into_iter().map(|planted| Defect {
            id: planted.id,
            algorithm: match planted.parameters {
                "" => entry.id.to_owned(),
                parameters => format!("{}:{parameters}", entry.id),
            },
            cards: planted.cards as u64,
            dice: None,
            passes: (planted.passes > 1).then_some(planted.passes),
        })
    });
    let flawed = FLAWED_DICE.into_iter().map(|(id, dice)| Defect {
        id,
        algorithm: "fisher-yates".to_owned(),
        cards: 52,
        dice: Some(dice),
        passes: None,
    });
    planted.chain(flawed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle_audit::engine::Options;
    use shuffle_metrics::Verdict;
    use shuffle_subjects::PlanFile;
    use std::fmt::Write as _;

    /// Decks of each audit: as many as the clearest tests of all need, four times over.
    const DECKS: u64 = 8_192;

    /// The two whose bias is so small that it takes more.
    const SMALL_BIAS: [&str; 2] = ["float-12-bits", "tiny-seed-32-bits"];

    /// Alpha 1e-6, one audit of each defect, seed 11.
    #[test]
    fn the_small_battery_sees_each_defect_whose_bias_is_not_small() {
        let mut plan = "seed = 11\n".to_owned();
        for Defect { id, algorithm, cards, dice, passes } in defects() {
            if SMALL_BIAS.contains(&id) {
                continue;
            }
            let dice = dice.map_or_else(String::new, |dice| format!("dice = \"{dice}\"\n"));
            let passes = passes.map_or_else(String::new, |passes| format!("passes = {passes}\n"));
            let _ = write!(
                plan,
                "[[case]]\nid = \"{id}\"\nalgorithm = \"{algorithm}\"\ncards = {cards}\ntrials = {DECKS}\n\
                 metrics = [\"small\"]\nexpect = \"fail\"\n{dice}{passes}"
            );
        }
        let plan = PlanFile::parse("small.toml", &plan).unwrap();
        let results = crate::run(&plan, &Options::default()).unwrap();
        assert!(results.findings.cases.len() > 30);
        for found in &results.findings.cases {
            assert_eq!(found.verdict(), Verdict::Fail, "{}", found.case.id());
        }
    }
}
