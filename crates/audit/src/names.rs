//! What the cards of a case are called, and from which number its positions are counted.

use crate::Case;
use shuffle_metrics::place::Place;
use shuffle_reader::{Labels, NameTable};

/// What the cards are called: by the labels that a program or file uses, or by number; numbers of cards and positions
/// start where the program or file starts.
///
/// ```
/// use shuffle_audit::{Plan, names::Names};
///
/// let text = "[[case]]\nid = \"log\"\nfile = \"log.csv\"\ncards = 5\nbase = 1\n";
/// let plan = Plan::parse("log.toml", text)?;
/// let names = Names::of(&plan.cases[0]);
/// assert_eq!((names.card(0), names.position(4)), ("1".to_owned(), 5));
/// # Ok::<(), shuffle_audit::plan::PlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    labels: Option<NameTable>,
    base: usize,
}

impl Names {
    /// Those of a case.
    #[must_use]
    pub fn of(case: &Case) -> Self {
        let subject = &case.subject;
        let layout = subject
            .program()
            .map(|program| &program.layout)
            .or_else(|| subject.recorded().map(|recorded| &recorded.layout));
        match layout.map(|layout| &layout.labels) {
            Some(Labels::Names(labels)) => Self { labels: Some(labels.clone()), base: 0 },
            Some(Labels::Numbers { base }) => Self { labels: None, base: *base as usize },
            None => Self { labels: None, base: 0 },
        }
    }

    /// The labels of the cards in start order, if they are not called by number.
    #[must_use]
    pub fn labels(&self) -> Option<Vec<&str>> {
        let labels = self.labels.as_ref()?;
        Some((0..labels.cards()).map(|card| labels.label(card)).collect())
    }

    /// The number of the first position, and of the first card where cards are called by number.
    #[must_use]
    pub fn base(&self) -> usize {
        self.base
    }

    /// The name of a card, which is given by its number from 0.
    ///
    /// # Panics
    ///
    /// If there are labels, and none for this card.
    #[must_use]
    pub fn card(&self, card: usize) -> String {
        match &self.labels {
            Some(labels) => labels.label(card).to_owned(),
            None => (card + self.base).to_string(),
        }
    }

    /// The number of a position, which is given by its number from 0.
    #[must_use]
    pub fn position(&self, position: usize) -> usize {
        position + self.base
    }

    /// An order of cards: names with blanks between, or commas where a name has a blank in it.
    #[must_use]
    pub fn order(&self, cards: &[usize]) -> String {
        let names: Vec<String> = cards.iter().map(|&card| self.card(card)).collect();
        let between = if names.iter().any(|name| name.contains(' ')) { ", " } else { " " };
        names.join(between)
    }

    /// A place in words.
    #[must_use]
    pub fn place(&self, place: &Place) -> String {
        place.shown(|card| self.card(card), self.base)
    }
}
