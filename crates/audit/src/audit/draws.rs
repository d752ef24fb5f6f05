//! Audits of draws that are not orderings: draws without order, with replacement, packs.

use super::Audit;
use shuffle_deck::{Bonus, Pack};

impl Audit {
    /// Audits deals whose order means nothing, such as the balls of a lottery; [`Audit::deal`] says how many are drawn.
    ///
    /// ```
    /// use rand::seq::SliceRandom;
    /// use shuffle_audit::Audit;
    ///
    /// Audit::of(|balls, rng| balls.shuffle(rng)).cards(49).deal(6).unordered().trials(2_000).assert_uniform();
    /// ```
    pub fn unordered(mut self) -> Self {
        self.request.drawn.unordered = true;
        self
    }

    /// Audits draws with replacement: the code gets a row of [`Audit::deal`] zeros, and fills it with numbers below
    /// [`Audit::cards`].
    ///
    /// ```
    /// use rand::RngExt;
    /// use shuffle_audit::Audit;
    ///
    /// Audit::of(|digits, rng| digits.fill_with(|| rng.random_range(0..10)))
    ///     .cards(10)
    ///     .deal(3)
    ///     .replacement()
    ///     .trials(2_000)
    ///     .assert_uniform();
    /// ```
    pub fn replacement(mut self) -> Self {
        self.request.drawn.replacement = true;
        self
    }

    /// Audits a pack with equal cards: the code gets the kinds of its cards, sorted, and shuffles them.
    ///
    /// ```
    /// use rand::seq::SliceRandom;
    /// use shuffle_audit::{Audit, Pack};
    ///
    /// let library = Pack::parse("land=24,spell=36").unwrap();
    /// Audit::of(|deck, rng| deck.shuffle(rng)).pack(library).trials(2_000).assert_uniform();
    /// ```
    pub fn pack(mut self, pack: Pack) -> Self {
        self.request.drawn.pack = Some(pack);
        self.request.cards = pack.cards() as u64;
        self
    }

    /// Audits bonus balls of a draw [without order](Audit::unordered), too: from what is left in the same drum, or from a drum of
    /// their own, which the code is then asked to shuffle after the other.
    ///
    /// ```
    /// use rand::seq::SliceRandom;
    /// use shuffle_audit::{Audit, Bonus};
    ///
    /// let one_of_26 = Bonus { drum: Some(26), balls: 1 };
    /// Audit::of(|balls, rng| balls.shuffle(rng))
    ///     .cards(69)
    ///     .deal(5)
    ///     .unordered()
    ///     .bonus(one_of_26)
    ///     .trials(2_000)
    ///     .assert_uniform();
    /// ```
    pub fn bonus(mut self, bonus: Bonus) -> Self {
        self.request.drawn.bonus = Some(bonus);
        self
    }
}
