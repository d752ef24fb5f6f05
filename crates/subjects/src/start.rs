//! Start orders as plans and flags write them.

use shuffle_algorithms::start::{Start, StartError};

/// A start order as a plan writes it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "a start is a name such as \"reverse\" or an order such as [2, 0, 1]"
)]
pub enum StartKey {
    /// A name, or, in flags, an order as `2,0,1`.
    Name(String),
    /// An order.
    Order(Vec<u32>),
}

/// As flags write it.
impl From<String> for StartKey {
    fn from(name: String) -> Self {
        Self::Name(name)
    }
}

impl StartKey {
    /// The start order of this number of cards.
    pub(crate) fn read(&self, cards: usize) -> Result<Start, StartError> {
        let start = match self {
            // Blanks after commas.
            Self::Name(name) => Start::parse(&name.split_whitespace().collect::<String>())?,
            Self::Order(order) => Start::Order(order.clone()),
        };
        start.check(cards)?;
        Ok(start)
    }

    /// The key that is written for a start: none for the identity.
    pub(crate) fn of(start: &Start) -> Option<Self> {
        match start {
            Start::Identity => None,
            Start::Order(order) => Some(Self::Order(order.clone())),
            named => Some(Self::Name(named.to_string())),
        }
    }
}
