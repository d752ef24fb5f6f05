//! Families of tests: what a finding is about, in the words of a player.

use crate::metric::TestEntry;

/// What a test looks at. A screen shows one line for each family that found something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Where each card lies.
    Places,
    /// Which cards follow each other.
    Neighbors,
    /// The order inside one deck as a whole.
    Inside,
    /// A deck and the decks before it.
    Memory,
    /// Equal decks, and decks that everybody knows.
    Repeats,
    /// Hands, draws and their sums.
    Hands,
}

/// How much a finding asks of its reader. The simpler finding explains the more complex ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Complexity {
    /// A fact about whole decks, or one single card, ball, symbol or kind.
    Item,
    /// A table of cards, balls, symbols or kinds and their places.
    Table,
    /// A table of pairs.
    Pairs,
    /// A number of the deck.
    Count,
    /// The clearest of many things, most of which have no name in advance.
    Scan,
    /// Algebra of draws and bits.
    Algebra,
}

use Complexity::{Algebra, Count, Item, Pairs, Scan, Table};
use Family::{Hands, Inside, Memory, Neighbors, Places, Repeats};

/// All tests by family and complexity.
const FAMILIES: &[(Family, Complexity, &[&str])] = &[
    (
        Places,
        Item,
        &[
            "largest-ball",
            "largest-bonus-ball",
            "largest-kind",
            "largest-level",
            "largest-symbol",
            "missing-symbols",
            "number-regions",
            "number-residues",
            "pool",
            "rule",
            "stretches",
        ],
    ),
    (
        Places,
        Table,
        &[
            "balls",
            "batches",
            "bonus-balls",
            "dealt",
            "dealt-regions",
            "friedman",
            "grid",
            "kinds",
            "levels",
            "position",
            "rule-places",
            "spearman",
            "symbols",
            "varying-places",
            "xi",
            "xi-inverse",
        ],
    ),
    (Places, Scan, &["number-grid"]),
    (
        Places,
        Count,
        &["fixed-points", "fixed-points-mean", "first-of-kind", "footrule", "footrule-mean"],
    ),
    (
        Neighbors,
        Pairs,
        &[
            "adjacency",
            "ball-pairs",
            "largest-ball-pair",
            "pair-order",
            "rule-pairs",
            "symbol-differences",
            "symbol-pairs",
            "varying-pairs",
        ],
    ),
    (
        Neighbors,
        Count,
        &[
            "kind-gaps",
            "kind-runs",
            "kind-runs-mean",
            "longest-run",
            "rank-serial",
            "residue-spacing",
            "successions",
            "successions-mean",
        ],
    ),
    (Neighbors, Scan, &["close-pairs", "pairs", "together"]),
    (
        Inside,
        Count,
        &[
            "ascents",
            "block-list",
            "cycles",
            "cycles-mean",
            "degree",
            "inversions",
            "inversions-mean",
            "kind-inversions",
            "kind-inversions-mean",
            "largest-order",
            "lis",
            "lis-mean",
            "permutations",
            "prefix",
            "records",
            "records-mean",
            "rising-sequences",
            "rising-sequences-mean",
            "rule-numbers",
            "sequential",
            "varying-inversions",
        ],
    ),
    (Inside, Scan, &["check-digits", "each-level", "extremes", "lehmer", "residues", "subsets"]),
    (
        Inside,
        Algebra,
        &["binary-rank", "draw-lattices", "draw-parities", "few-bits", "linear-complexity"],
    ),
    (
        Memory,
        Count,
        &[
            "fixed-between",
            "gaps",
            "neighbours-again",
            "serial-kinds",
            "serial-numbers",
            "serial-rising-sequences",
            "serial-symbols",
            "waits",
        ],
    ),
    (Memory, Scan, &["bonus-rules", "drift", "lags", "met-again", "overlap-lags"]),
    (Repeats, Item, &["known-decks", "repeats", "same-draw-again"]),
    (Repeats, Count, &["collisions", "number-repeats"]),
    (
        Hands,
        Count,
        &[
            "ball-groups",
            "ball-range",
            "ball-runs",
            "ball-sum",
            "ball-sum-mean",
            "equal-symbols",
            "equal-symbols-mean",
            "largest-outcome",
            "low-balls",
            "most-copies",
            "odd-balls",
            "opening-hand",
            "outcomes",
            "poker",
            "rare-hands",
            "small-hands",
            "suit-pairs",
            "suit-pairs-mean",
            "symbol-sum",
            "symbol-sum-mean",
        ],
    ),
    (Hands, Scan, &["hands"]),
];

impl TestEntry {
    /// Its family, and how complex its findings are.
    #[must_use]
    pub fn family(&self) -> (Family, Complexity) {
        let of = FAMILIES.iter().find(|(_, _, tests)| tests.contains(&self.id));
        of.map_or((Inside, Algebra), |&(family, complexity, _)| (family, complexity))
    }
}

#[cfg(test)]
mod tests {
    use super::FAMILIES;
    use crate::catalogue::all_tests;

    #[test]
    fn each_test_has_one_family() {
        let mut listed: Vec<&str> =
            FAMILIES.iter().flat_map(|(_, _, tests)| *tests).copied().collect();
        let mut tests: Vec<&str> = all_tests().map(|test| test.id).collect();
        listed.sort_unstable();
        tests.sort_unstable();
        assert_eq!(listed, tests);
    }
}
