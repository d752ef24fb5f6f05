//! The planted defects of the power table: those that the catalogue's entries name, and the flawed dice.

use shuffle_algorithms::catalogue::ENTRIES;

/// A planted defect of the power table.
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
