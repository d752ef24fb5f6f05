//! The planted defects of the power table: every biased shuffle of the catalogue, and the flawed dice.

/// A planted defect of the power table.
pub(super) struct Defect {
    pub(super) id: &'static str,
    pub(super) algorithm: &'static str,
    pub(super) cards: u64,
    pub(super) dice: Option<&'static str>,
    pub(super) passes: Option<u32>,
}

const fn defect(id: &'static str, cards: u64) -> Defect {
    Defect { id, algorithm: id, cards, dice: None, passes: None }
}

const fn flawed(id: &'static str, dice: &'static str) -> Defect {
    Defect { id, algorithm: "fisher-yates", cards: 52, dice: Some(dice), passes: None }
}

/// Every planted defect of the catalogue, and the flawed dice at the widths of the gate.
pub(super) const DEFECTS: &[Defect] = &[
    defect("identity", 52),
    defect("reverse", 52),
    defect("naive", 52),
    Defect { id: "naive-10", ..defect("naive", 10) },
    defect("naive-descending", 52),
    defect("mixed-within", 52),
    defect("sattolo", 52),
    defect("fisher-yates-missing-last-step", 52),
    defect("random-swaps-half", 52),
    defect("random-swaps-one", 52),
    defect("random-swaps-two", 52),
    defect("random-swaps", 52),
    Defect {
        id: "shuffle-buffer-26",
        algorithm: "shuffle-buffer:buffer=26",
        ..defect("shuffle-buffer", 52)
    },
    defect("hindu", 52),
    Defect { id: "hindu-5-passes", passes: Some(5), ..defect("hindu", 52) },
    defect("human-riffle", 52),
    Defect { id: "human-riffle-7-passes", passes: Some(7), ..defect("human-riffle", 52) },
    defect("gsr-riffle", 52),
    Defect { id: "gsr-riffle-7-passes", passes: Some(7), ..defect("gsr-riffle", 52) },
    defect("inverse-riffle", 52),
    defect("shelf", 52),
    defect("overhand", 52),
    defect("thorp", 52),
    defect("top-to-random", 52),
    defect("faro", 52),
    defect("faro-out", 52),
    defect("faro-in", 52),
    defect("coin-insertion-sort", 52),
    defect("coin-merge-sort", 52),
    defect("random-keys", 52),
    flawed("modulo-8-bits", "modulo:bits=8"),
    flawed("float-12-bits", "float:bits=12"),
    flawed("off-by-one", "off-by-one"),
    flawed("tiny-seed-16-bits", "tiny-seed:bits=16"),
    flawed("tiny-seed-32-bits", "tiny-seed:bits=32"),
];

/// The ids of the defects in the power table.
pub fn defects() -> impl Iterator<Item = (&'static str, &'static str)> {
    DEFECTS.iter().map(|defect| (defect.id, defect.algorithm))
}
