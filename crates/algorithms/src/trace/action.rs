//! The moves of a step.

/// The moves of a step. Places are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Nothing: the roll shows its effect later, or has none.
    Nothing,
    /// The deck was cut into packets, which lie where they lay. These are the places of the first card of each packet
    /// but the first.
    Cut(Vec<usize>),
    /// The cards at two places were swapped. The places may be the same.
    Swap(usize, usize),
    /// The card at one place was taken out and inserted at another; those between moved by one.
    Lift {
        /// The place before.
        from: usize,
        /// The place after.
        to: usize,
    },
    /// Several packets moved: cards that lay side by side and still do. Cards that kept their places are in none.
    Packets(Vec<Packet>),
}

/// Cards that moved together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet {
    /// The place of its first card before.
    pub from: usize,
    /// The place of its first card after.
    pub to: usize,
    /// The number of cards.
    pub cards: usize,
}

impl Action {
    /// `nothing`, `cut`, `swap`, `lift` or `packets`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Cut(_) => "cut",
            Self::Swap(..) => "swap",
            Self::Lift { .. } => "lift",
            Self::Packets(_) => "packets",
        }
    }

    /// The action that leads from one deck to another with the same cards.
    ///
    /// # Panics
    ///
    /// If a deck is not a permutation of `0..n`.
    ///
    /// ```
    /// use shuffle_algorithms::trace::{Action, Packet};
    ///
    /// assert_eq!(Action::between(&[0, 1, 2], &[2, 1, 0]), Action::Swap(0, 2));
    /// assert_eq!(Action::between(&[0, 1, 2, 3], &[3, 0, 1, 2]), Action::Lift { from: 3, to: 0 });
    /// let packet = |from, to| Packet { from, to, cards: 2 };
    /// assert_eq!(
    ///     Action::between(&[0, 1, 2, 3], &[2, 3, 0, 1]),
    ///     Action::Packets(vec![packet(2, 0), packet(0, 2)])
    /// );
    /// ```
    #[must_use]
    pub fn between(before: &[u32], after: &[u32]) -> Self {
        let changed = |place: &usize| before[*place] != after[*place];
        let Some(low) = (0..before.len()).find(changed) else { return Self::Nothing };
        let high = (low..before.len()).rfind(changed).unwrap_or(low);
        if (low..=high).filter(changed).count() == 2 {
            return Self::Swap(low, high);
        }
        if before[low..high] == after[low + 1..=high] {
            return Self::Lift { from: high, to: low };
        }
        if before[low + 1..=high] == after[low..high] {
            return Self::Lift { from: low, to: high };
        }
        Self::Packets(packets(before, after))
    }

    /// The places that it moved cards to: both of a swap, one of a lift, all of packets.
    pub(super) fn places(&self) -> Vec<usize> {
        match self {
            Self::Nothing | Self::Cut(_) => Vec::new(),
            Self::Swap(a, b) if a == b => vec![*a],
            Self::Swap(a, b) => vec![*a, *b],
            Self::Lift { to, .. } => vec![*to],
            Self::Packets(packets) => {
                packets.iter().flat_map(|packet| packet.to..packet.to + packet.cards).collect()
            }
        }
    }
}

/// The packets that moved, by the places where they lie after it.
fn packets(before: &[u32], after: &[u32]) -> Vec<Packet> {
    let mut places = vec![0; before.len()];
    before.iter().enumerate().for_each(|(place, &card)| places[card as usize] = place);
    let mut packets: Vec<Packet> = Vec::new();
    for (to, &card) in after.iter().enumerate() {
        let from = places[card as usize];
        match packets.last_mut() {
            Some(last) if (last.from + last.cards, last.to + last.cards) == (from, to) => {
                last.cards += 1;
            }
            _ => packets.push(Packet { from, to, cards: 1 }),
        }
    }
    packets.retain(|packet| packet.from != packet.to);
    packets
}
