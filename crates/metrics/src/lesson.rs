//! What a page of the book teaches of a test, beside the lines of its [entry](crate::metric::TestEntry).
//!
//! The text is Markdown; formulas are LaTeX, in the text between dollar signs. Whoever makes the pages turns them into
//! MathML. In all formulas n is the number of cards in the deck, and N the number of decks.
//!
//! Not for screens: `list --metrics` shows the entry alone.

/// What a page teaches of a test. No field is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The test as a question, short enough for a headline.
    pub question: &'static str,
    /// What it asks, in words that a card player understands.
    pub asks: &'static str,
    /// The null law in words: the law of what is counted, if the shuffle is sound.
    pub law: &'static str,
    /// The null law as a formula in LaTeX; each line stands by itself.
    pub formula: &'static str,
    /// How counts become a p-value by that law.
    pub judged: &'static str,
    /// The decks of which it holds, and how many it takes.
    pub range: &'static str,
    /// The order of the work for a deck, and of the memory.
    pub cost: &'static str,
    /// Who found the law, or the test.
    pub source: &'static str,
    /// Decks on which it is seen at work.
    pub shown_by: Demonstration,
}

/// A shuffle that a test rejects, with the decks that a page shows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demonstration {
    /// The shuffle, as `--algorithm` takes it.
    pub algorithm: &'static str,
    /// The dice, as `--dice` takes them.
    pub dice: &'static str,
    /// Cards in the deck.
    pub cards: u64,
    /// The number of decks.
    pub trials: u64,
    /// What is seen, and why.
    pub words: &'static str,
}

/// How the histogram of a whole number is judged.
pub const HISTOGRAM: &str = "Neighbouring values are pooled until each bin expects 100 decks, into some 20 bins at most; \
then Pearson's $X^2$ of the bins is compared, on both sides, with the chi-square law with one degree of freedom less than \
bins. The bins follow from the law and the number of decks, never from what came.";

/// The decks of which the numbers of draws without order are judged.
pub const OF_SETS: &str = "draws without order, from some 200 draws on";

impl Lesson {
    /// Of an entry that is still to be completed.
    pub(crate) const NONE: Self = Self {
        question: "",
        asks: "",
        law: "",
        formula: "",
        judged: "",
        range: "",
        cost: "",
        source: "",
        shown_by: Demonstration { algorithm: "", dice: "", cards: 0, trials: 0, words: "" },
    };
}

#[cfg(test)]
mod tests {
    use crate::{
        catalogue::{self, all_tests},
        metric::Scope,
    };

    #[test]
    fn no_lesson_has_a_gap() {
        for test in all_tests() {
            let (id, lesson, shown) = (test.id, test.lesson, test.lesson.shown_by);
            let lines = [test.title, test.sees, test.blind_to, lesson.question, lesson.asks];
            let rest = [lesson.law, lesson.judged, lesson.range, lesson.cost];
            assert!(!lesson.formula.is_empty(), "`{id}` has no formula");
            let last = [lesson.source, shown.algorithm, shown.dice, shown.words];
            for text in lines.into_iter().chain(rest).chain(last) {
                assert!(!text.is_empty(), "an entry of `{id}` is empty");
                assert_eq!(text, text.trim(), "`{id}`");
                assert!(!text.contains("  "), "`{id}`: {text}");
            }
            assert!(lesson.question.ends_with('?'), "`{id}`: {}", lesson.question);
            // Tests of few orders are shown on one that is long.
            let few = catalogue::of_test(id).is_some_and(|metric| metric.scope == Scope::Few);
            let enough = if few { shown.trials <= 99 } else { shown.trials >= 100 };
            assert!(shown.cards >= 2 && enough, "`{id}`: {shown:?}");
        }
    }

    #[test]
    fn an_entry_knows_the_file_that_declares_it() {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        for test in all_tests() {
            let text = std::fs::read_to_string(root.join(test.file)).expect(test.file);
            let declared = format!("TestEntry::new(\"{}\"", test.id);
            assert!(text.contains(&declared), "{}: no `{declared}`", test.file);
        }
    }
}
