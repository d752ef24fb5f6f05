//! Sorting with a comparator that flips a coin: a one-liner in every language.
//!
//! The sorts are written out, because a library's sort may panic on an inconsistent order, and because
//! the bias belongs to the sort as much as to the coin.

use crate::{
    Card, Dice, Procedure,
    entry::{Entry, Family, Known, Listing},
};

/// Insertion sort: each card moves up while the coin says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoinInsertionSort;

pub(crate) const INSERTION: Listing<CoinInsertionSort> = Listing {
    entry: Entry {
        title: "insertion sort whose comparator flips a fair coin",
        known: Known::Biased {
            from: 3,
            how: "each step up needs a coin toss: late cards stay late",
        },
        source: "planted defect: sort(() => Math.random() - 0.5) on short arrays",
        ..Entry::new("coin-insertion-sort", Family::Sort)
    },
    build: |_| CoinInsertionSort,
};

impl Procedure for CoinInsertionSort {
    type Scratch<C: Card> = ();

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], (): &mut (), dice: &mut D) {
        for taken in 1..deck.len() {
            let mut place = taken;
            while place > 0 && dice.chance(1, 2) {
                deck.swap(place - 1, place);
                place -= 1;
            }
        }
    }
}

/// Binary insertion sort behind a run: what TimSort does with short arrays.
///
/// V8's `Array.prototype.sort` and Python's `list.sort` do exactly this with fewer than 64 cards, Java's `Arrays.sort` with fewer
/// than 32. With more they sort such pieces and merge them, which is not done here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoinBinaryInsertionSort;

pub(crate) const BINARY_INSERTION: Listing<CoinBinaryInsertionSort> = Listing {
    entry: Entry {
        aliases: &["coin-tim-sort"],
        title: "binary insertion sort whose comparator flips a fair coin: JavaScript, Python, Java on short arrays",
        known: Known::Biased { from: 3, how: "the first cards stay in a run, or turn round" },
        source: "Peters 2002, listsort.txt (TimSort): count_run and binarysort",
        in_gate: false,
        planted: Some(&[]),
        ..Entry::new("coin-binary-insertion-sort", Family::Sort)
    },
    build: |_| CoinBinaryInsertionSort,
};

impl Procedure for CoinBinaryInsertionSort {
    type Scratch<C: Card> = ();

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], (): &mut (), dice: &mut D) {
        if deck.len() < 2 {
            return;
        }
        let is_descending = dice.chance(1, 2);
        let mut run = 2;
        while run < deck.len() && dice.chance(1, 2) {
            run += 1;
        }
        if is_descending {
            deck[..run].reverse();
        }
        for taken in run..deck.len() {
            let (mut low, mut high) = (0, taken);
            while low < high {
                let middle = low.midpoint(high);
                if dice.chance(1, 2) { high = middle } else { low = middle + 1 }
            }
            deck[low..=taken].rotate_right(1);
        }
    }
}

/// Heap sort: the coin says which child is larger, and whether it goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoinHeapSort;

pub(crate) const HEAP: Listing<CoinHeapSort> = Listing {
    entry: Entry {
        aliases: &["browser-ballot", "random-comparator"],
        title: "heap sort whose comparator flips a fair coin: the browser ballot of 2010",
        known: Known::Biased { from: 3, how: "the first card comes last half the time" },
        source: "Weir 2010, Doing the Microsoft Shuffle: Algorithm Fail in Browser Ballot",
        in_gate: false,
        planted: Some(&[]),
        ..Entry::new("coin-heap-sort", Family::Sort)
    },
    build: |_| CoinHeapSort,
};

/// Lets the card at `place` of a heap sink: the coin picks the child, where there are two, and says whether they change places.
fn sink<C: Card, D: Dice>(heap: &mut [C], mut place: usize, dice: &mut D) {
    while 2 * place + 1 < heap.len() {
        let left = 2 * place + 1;
        let child = left + usize::from(left + 1 < heap.len() && dice.chance(1, 2));
        if !dice.chance(1, 2) {
            return;
        }
        heap.swap(place, child);
        place = child;
    }
}

impl Procedure for CoinHeapSort {
    type Scratch<C: Card> = ();

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], (): &mut (), dice: &mut D) {
        for place in (0..deck.len() / 2).rev() {
            sink(deck, place, dice);
        }
        for end in (1..deck.len()).rev() {
            deck.swap(0, end);
            sink(&mut deck[..end], 0, dice);
        }
    }
}

/// Top-down merge sort: the coin says from which half the next card comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoinMergeSort;

pub(crate) const MERGE: Listing<CoinMergeSort> = Listing {
    entry: Entry {
        title: "merge sort whose comparator flips a fair coin",
        known: Known::Biased {
            from: 3,
            how: "when one half runs out, the rest of the other stays in order",
        },
        source: "planted defect: the same, in a merge sort",
        ..Entry::new("coin-merge-sort", Family::Sort)
    },
    build: |_| CoinMergeSort,
};

impl Procedure for CoinMergeSort {
    type Scratch<C: Card> = Vec<C>;

    fn shuffle<C: Card, D: Dice>(&self, deck: &mut [C], halves: &mut Vec<C>, dice: &mut D) {
        if deck.len() < 2 {
            return;
        }
        let middle = deck.len() / 2;
        self.shuffle(&mut deck[..middle], halves, dice);
        self.shuffle(&mut deck[middle..], halves, dice);
        halves.clear();
        halves.extend_from_slice(deck);
        let (mut left, mut right) = halves.split_at(middle);
        for place in deck.iter_mut() {
            let from_left = right.is_empty() || (!left.is_empty() && dice.chance(1, 2));
            let half = if from_left { &mut left } else { &mut right };
            (*place, *half) = (half[0], &half[1..]);
        }
    }
}
