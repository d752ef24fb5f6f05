//! Dice that play back a record: a book's worked example, a test.

use super::Dice;

/// Dice that yield the given numbers, in order.
///
/// A number is what `below(k)` returns: counted from 0, whatever range the shuffle rolls.
#[derive(Clone, Debug)]
pub struct Recorded {
    rolls: std::vec::IntoIter<usize>,
}

impl Recorded {
    /// Dice that will yield `rolls`.
    pub fn new(rolls: impl IntoIterator<Item = usize>) -> Self {
        Self { rolls: rolls.into_iter().collect::<Vec<_>>().into_iter() }
    }

    /// The number of rolls left.
    #[must_use]
    pub fn left(&self) -> usize {
        self.rolls.len()
    }
}

impl Dice for Recorded {
    /// The next recorded roll.
    ///
    /// # Panics
    ///
    /// If the record has ended, or its next number is not below `k`.
    fn below_u64(&mut self, k: u64) -> u64 {
        let roll =
            self.rolls.next().unwrap_or_else(|| panic!("the record has no roll below {k} left"));
        assert!((roll as u64) < k, "the record has {roll} where a roll below {k} is asked for");
        roll as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "has 3 where a roll below 3 is asked for")]
    fn a_roll_out_of_range_is_refused() {
        Recorded::new([3]).below(3);
    }

    #[test]
    #[should_panic(expected = "no roll below 3 left")]
    fn a_record_that_ended_says_so() {
        let mut dice = Recorded::new([0]);
        dice.below(3);
        assert_eq!(dice.left(), 0);
        dice.below(3);
    }
}
