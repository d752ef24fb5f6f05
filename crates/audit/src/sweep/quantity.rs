//! The quantities that a sweep can show, and their exact values.

use shuffle_exact::{Laws, number::Number};

/// What a sweep can show along its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// `1/2 sum abs(q - 1/m)` over the m orders.
    TotalVariation,
    /// `max (1 - m q)`.
    Separation,
    /// `m sum (q - 1/m)^2`: by so much every deck raises the statistic of the test `permutations`.
    Noncentrality,
    /// The shuffle degree.
    Degree,
    /// The probability of the likeliest order.
    MostLikelyOrder,
    /// The probability of the least likely order.
    LeastLikelyOrder,
    /// The largest probability of any card at any position.
    MostLikelyPosition,
    /// The smallest probability of any card at any position.
    LeastLikelyPosition,
    /// The decimal logarithm of the smallest p-value of all tests. It is measured; no law knows it.
    #[serde(rename = "log10-p")]
    Log10P,
}

impl Quantity {
    /// Its name in plans.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TotalVariation => "total-variation",
            Self::Separation => "separation",
            Self::Noncentrality => "noncentrality",
            Self::Degree => "degree",
            Self::MostLikelyOrder => "most-likely-order",
            Self::LeastLikelyOrder => "least-likely-order",
            Self::MostLikelyPosition => "most-likely-position",
            Self::LeastLikelyPosition => "least-likely-position",
            Self::Log10P => "log10-p",
        }
    }
}

/// The exact value of a quantity, if the laws know it.
#[must_use]
pub fn exact_quantity(laws: &Laws, quantity: Quantity) -> Option<f64> {
    let number = match quantity {
        Quantity::TotalVariation => laws.total_variation().ok()?.number,
        Quantity::Separation => laws.separation().ok()?.number,
        Quantity::Noncentrality => laws.noncentrality().ok()?.number,
        Quantity::Degree => laws.degree().ok()?,
        Quantity::MostLikelyOrder => laws.permutation().ok()?.extremes(1).most.probability,
        Quantity::LeastLikelyOrder => laws.permutation().ok()?.extremes(1).least.probability,
        Quantity::MostLikelyPosition => laws.position().ok()?.extremes(1)?.most.probability,
        Quantity::LeastLikelyPosition => laws.position().ok()?.extremes(1)?.least.probability,
        Quantity::Log10P => return None,
    };
    Some(Number::value(&number))
}
