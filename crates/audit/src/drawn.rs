//! The kind of draw that a case asks for: the words shared by flags, plans, JSON and [`Audit`](crate::Audit).

use crate::case_error::{CaseError, CaseProblem, MOST_RECORDED, at, shape_up_to};
use shuffle_deck::{Blocks, Bonus, Hands, Pack, Rule, Shape, Weights};

/// The kind of draw: different cards in order if nothing is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawn {
    /// A deal whose order means nothing.
    pub unordered: bool,
    /// Each place drawn with replacement.
    pub replacement: bool,
    /// Cards that are equal.
    pub pack: Option<Pack>,
    /// Bonus balls of a draw without order.
    pub bonus: Option<Bonus>,
    /// The chances of symbols that are drawn with replacement.
    pub weights: Option<Weights>,
    /// Orders of different lengths.
    pub varying: bool,
    /// True if the last number of each row is the level of a factor.
    pub by_level: bool,
    /// The design of a list of permuted blocks.
    pub blocks: Option<Blocks>,
    /// The rule that draws obey.
    pub rule: Option<Rule>,
    /// The hands to which cards are dealt, in which the order means nothing.
    pub hands: Option<Hands>,
}

impl Drawn {
    /// The cards of a case, of which a pack and weights have their own number.
    pub fn cards(self, given: u64) -> u64 {
        let of_weights = self.weights.map(Weights::symbols);
        let of_blocks = self.blocks.map(|blocks| blocks.arms().kinds());
        let own = of_blocks.or(self.pack.map(Pack::cards)).or(of_weights);
        own.filter(|_| given == 0).map_or(given, |cards| cards as u64)
    }

    /// True for draws with replacement and equal chances, which need no memory for each number.
    pub(crate) fn is_of_numbers(self) -> bool {
        self.replacement && self.weights.is_none()
    }

    /// The shape of decks of `cards` cards (at most `most`), of which `deal` are dealt.
    ///
    /// # Errors
    ///
    /// [`CaseError`] with the key at fault.
    pub fn shape(self, most: u64, cards: u64, deal: Option<u64>) -> Result<Shape, CaseError> {
        let kinds = [
            ("unordered", self.unordered),
            ("replacement", self.replacement),
            ("pack", self.pack.is_some()),
            ("block", self.blocks.is_some()),
            ("weights", self.weights.is_some() && !self.replacement && !self.unordered),
            ("varying", self.varying),
        ];
        let mut kinds = kinds.into_iter().filter(|(_, is_set)| *is_set).map(|(key, _)| key);
        if let (Some(one), Some(other)) = (kinds.next(), kinds.next()) {
            return Err(at(other)(CaseProblem::TwoDraws(one, other)));
        }
        if self.bonus.is_some() && !self.unordered {
            return Err(at("bonus")(CaseProblem::NeedsUnordered));
        }
        if let Some(weights) = self.weights {
            if self.bonus.is_some() {
                return Err(at("bonus")(CaseProblem::TwoDraws("weights", "bonus")));
            }
            return self.weighted(weights, most, cards, deal);
        }
        let needs_deal = |key| deal.ok_or_else(|| at("deal")(CaseProblem::NoDeal(key)));
        let shape = if self.unordered {
            let deal = needs_deal("unordered")?;
            let shape = shape_up_to(most, cards, Some(deal))?;
            Shape::unordered(shape.cards(), shape.dealt(), self.bonus).map_err(at("deal"))?
        } else if self.replacement {
            let most_drawn = most.min(MOST_RECORDED);
            let deal = shape_up_to(most_drawn, needs_deal("replacement")?, None)?.cards();
            Shape::replacement(shape_up_to(most, cards, None)?.cards(), deal)
        } else if let Some(blocks) = self.blocks {
            Shape::of_blocks(blocks)
        } else if let Some(pack) = self.pack {
            if cards != pack.cards() as u64 {
                let pack = pack.cards();
                return Err(at("cards")(CaseProblem::PackCards { cards, pack }));
            }
            let deal = shape_up_to(most, cards, deal)?.dealt();
            Shape::of_pack(pack, Some(deal)).map_err(at("deal"))?
        } else if self.varying {
            let shape = shape_up_to(most, cards, deal)?;
            Shape::varying(shape.cards(), shape.dealt()).map_err(at("deal"))?
        } else {
            shape_up_to(most, cards, deal)?
        };
        let shape = match self.hands {
            Some(hands) => shape.in_hands(hands).map_err(at("hands"))?,
            None => shape,
        };
        let shape = if self.by_level { shape.by_level() } else { shape };
        Ok(self.rule.map_or(shape, |rule| shape.with_rule(rule)))
    }

    fn weighted(
        self,
        weights: Weights,
        most: u64,
        cards: u64,
        deal: Option<u64>,
    ) -> Result<Shape, CaseError> {
        if cards != weights.symbols() as u64 {
            let weights = weights.symbols();
            return Err(at("cards")(CaseProblem::WeightsCards { cards, weights }));
        }
        let deal = shape_up_to(most, deal.unwrap_or(1), None)?.cards();
        // With one symbol there is nothing to put back.
        let shape = match deal > 1 && !self.replacement {
            true => Shape::successive(weights, deal, self.unordered).map_err(at("deal"))?,
            false => Shape::weighted(weights, deal),
        };
        Ok(if self.by_level { shape.by_level() } else { shape })
    }
}
