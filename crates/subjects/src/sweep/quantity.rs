//! The quantities that a sweep can show.

/// A quantity that a sweep can show along its values.
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
