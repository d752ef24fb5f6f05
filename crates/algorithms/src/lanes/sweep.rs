//! Sweeps: every column is compared with what each lane is after, and there are no branches.
//!
//! The loops are written so that compilers make vectors of them: the lanes innermost, masks for choices, eight
//! columns a step so that what was found is gathered in a tree and not in a chain, and the distance still
//! to go counted down in a vector, so that the eight comparisons are with constants.

use super::{
    columns::{Column, LANES, OCTET},
    instruction_set::on_every_set,
};

/// All ones where the two are equal.
#[inline(always)]
fn mask(a: u8, b: u8) -> u8 {
    if a == b { 0xff } else { 0 }
}

/// The sum of an octet of which at most one is not 0.
#[inline(always)]
fn sum(of: [u8; OCTET]) -> u8 {
    let [a, b, c, d, e, f, g, h] = of;
    let plus = u8::wrapping_add;
    plus(plus(plus(a, b), plus(c, d)), plus(plus(e, f), plus(g, h)))
}

on_every_set! {
    /// Puts the byte of `put` to the place `at` of each lane, and what was there into `got`.
    ///
    /// The octets start at place `first`. Where `at` is not among them, nothing changes and 0 is got.
    fn exchange(octets: &mut [[Column; OCTET]], first: u8, at: &Column, put: &Column, got: &mut Column) {
        got.fill(0);
        let mut distance = *at;
        distance.iter_mut().for_each(|distance| *distance = distance.wrapping_sub(first));
        for octet in octets {
            for lane in 0..LANES {
                let (left, put) = (distance[lane], put[lane]);
                let mut here = [0; OCTET];
                for k in 0..OCTET {
                    let (card, hit) = (octet[k][lane], mask(left, k as u8));
                    here[k] = card & hit;
                    octet[k][lane] = (card & !hit) | (put & hit);
                }
                got[lane] = got[lane].wrapping_add(sum(here));
                distance[lane] = left.wrapping_sub(OCTET as u8);
            }
        }
    }

    /// Gets the byte at the place `at` of each lane.
    ///
    /// The octets start at place `first`. Where `at` is not among them, 0 is got.
    fn pick(octets: &[[Column; OCTET]], first: u8, at: &Column, got: &mut Column) {
        got.fill(0);
        let mut distance = *at;
        distance.iter_mut().for_each(|distance| *distance = distance.wrapping_sub(first));
        for octet in octets {
            for lane in 0..LANES {
                let left = distance[lane];
                let mut here = [0; OCTET];
                for k in 0..OCTET {
                    here[k] = octet[k][lane] & mask(left, k as u8);
                }
                got[lane] = got[lane].wrapping_add(sum(here));
                distance[lane] = left.wrapping_sub(OCTET as u8);
            }
        }
    }

    /// Finds in each lane the place of the card that `cards` names, which must be on one of the octets.
    fn find(octets: &[[Column; OCTET]], cards: &Column, places: &mut Column) {
        places.fill(0);
        let mut first = [0_u8; LANES];
        for octet in octets {
            for lane in 0..LANES {
                let card = cards[lane];
                let mut here = [0; OCTET];
                for k in 0..OCTET {
                    here[k] = mask(octet[k][lane], card) & (first[lane].wrapping_add(k as u8));
                }
                places[lane] = places[lane].wrapping_add(sum(here));
                first[lane] = first[lane].wrapping_add(OCTET as u8);
            }
        }
    }

    /// In each lane, the cards `a` and `b` change places.
    fn relabel(octets: &mut [[Column; OCTET]], a: &Column, b: &Column) {
        for octet in octets {
            for lane in 0..LANES {
                let (a, b) = (a[lane], b[lane]);
                for k in 0..OCTET {
                    let card = octet[k][lane];
                    // Whichever of the two it is, this turns it into the other.
                    octet[k][lane] = card ^ ((a ^ b) & (mask(card, a) | mask(card, b)));
                }
            }
        }
    }

    /// In lanes whose place `from` is above `first`, the cards of `first..from` move up by one.
    ///
    /// The columns start at place `first`. What becomes of the first of them is left to the caller.
    fn shift_up(columns: &mut [Column], first: u8, from: &Column) {
        for k in (1..columns.len()).rev() {
            let [below, here] = &mut columns[k - 1..=k] else { unreachable!("two columns") };
            let place = first.wrapping_add(k as u8);
            for lane in 0..LANES {
                here[lane] = if place <= from[lane] { below[lane] } else { here[lane] };
            }
        }
    }

    /// In lanes whose place `from` is below the last column's, the cards above it move down by one.
    ///
    /// The columns start at place `first`. What becomes of the last of them is left to the caller.
    fn shift_down(columns: &mut [Column], first: u8, from: &Column) {
        for k in 1..columns.len() {
            let [here, above] = &mut columns[k - 1..=k] else { unreachable!("two columns") };
            let place = first.wrapping_add((k - 1) as u8);
            for lane in 0..LANES {
                here[lane] = if place >= from[lane] { above[lane] } else { here[lane] };
            }
        }
    }

    /// What a log of moves says of the place `at`, the same in all lanes, and of the rolled place.
    ///
    /// Move t took `cards[t]` to `places[t]`; the last one counts. A place that no move reached holds its own
    /// number.
    fn look_up(
        places: &[Column],
        cards: &[Column],
        at: u8,
        rolled: &Column,
        there: &mut Column,
        here: &mut Column,
    ) {
        there.fill(at);
        *here = *rolled;
        for (place, card) in places.iter().zip(cards) {
            for lane in 0..LANES {
                there[lane] = if place[lane] == at { card[lane] } else { there[lane] };
                here[lane] = if place[lane] == rolled[lane] { card[lane] } else { here[lane] };
            }
        }
    }
}
