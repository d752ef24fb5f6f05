//! Deals of bridge in PBN, the Portable Bridge Notation 2.1: of all tags only Deal is read, `[Deal "N:QJ6.K652.J85.T98 ..."]`.
//!
//! Its first letter is the seat of the first hand, and the others follow clockwise; a hand is its spades, hearts, diamonds and clubs. Hands are put
//! into the order north, east, south, west. (Section 3.4.11 of the standard, <https://www.tistis.nl/pbn/pbn_v21.txt>.)

use crate::{
    cell_by_cell::{DeckBuilder, LineError},
    error::DeckFault,
};
use shuffle_deck::{Card, words::quoted};

/// The sizes of the groups into which hands divide the cards.
pub const HANDS: [usize; 4] = [13; 4];

const SEATS: [&str; 4] = ["north", "east", "south", "west"];

const RANKS: &str = "A23456789TJQK";

/// True if some line of these bytes has a tag of a deal.
#[must_use]
pub fn looks_like_pbn(start: &[u8]) -> bool {
    start.split(|&byte| byte == b'\n').any(|line| tag(&String::from_utf8_lossy(line)).is_some())
}

/// The text after the name of the tag, up to the end of the line.
fn tag(line: &str) -> Option<&str> {
    // An escaped line, or a comment.
    if line.starts_with(['%', ';']) {
        return None;
    }
    line.split('[').skip(1).find_map(|tag| {
        let tag = tag.trim_start();
        let rest = tag.get(4..).filter(|_| tag[..4].eq_ignore_ascii_case("deal"))?;
        rest.starts_with([' ', '\t', '"']).then(|| rest.trim_start())
    })
}

/// Puts the cards of a line into the deck; false if it has no deal, or the one before again.
pub(crate) fn read<C: Card>(
    line: &str,
    last: bool,
    deck: &mut DeckBuilder<'_, C>,
) -> Result<bool, LineError> {
    let Some(tag) = tag(line) else { return Ok(false) };
    let value = tag.strip_prefix('"').and_then(|value| value.split_once('"'));
    let Some((value, _)) = value else {
        return Err(if last { LineError::Cut(0) } else { no_deal(tag) });
    };
    // A number sign stands for the value of the game before.
    if value.starts_with('#') {
        return Ok(false);
    }
    let (first, hands) = value.split_once(':').ok_or_else(|| no_deal(value))?;
    let first = ["N", "E", "S", "W"].iter().position(|seat| seat.eq_ignore_ascii_case(first));
    let hands: Vec<&str> = hands.split_whitespace().collect();
    let (Some(first), 4) = (first, hands.len()) else { return Err(no_deal(value)) };
    for seat in 0..4 {
        hand(SEATS[seat], hands[(seat + 4 - first) % 4], deck)?;
    }
    Ok(true)
}

fn hand<C: Card>(
    seat: &'static str,
    hand: &str,
    deck: &mut DeckBuilder<'_, C>,
) -> Result<(), LineError> {
    let before = deck.found();
    let wrong = |why: String| DeckFault::Hand { seat, why };
    if hand == "-" {
        return Err(wrong("is not shown (-), and only whole deals are audited".to_owned()).into());
    }
    let suits: Vec<&str> = hand.split('.').collect();
    if suits.len() != 4 {
        let why = format!("is {}; four suits are written as QJ6.K652.J85.T98", quoted(hand));
        return Err(wrong(why).into());
    }
    for (suit, ranks) in suits.into_iter().enumerate() {
        for letter in ranks.chars() {
            let rank = RANKS.find(letter.to_ascii_uppercase()).ok_or_else(|| {
                wrong(format!(
                    "has a card {}; ranks are AKQJT98765432",
                    quoted(&letter.to_string())
                ))
            })?;
            deck.known(13 * suit + rank);
        }
    }
    match deck.found() - before {
        13 => Ok(()),
        found => Err(wrong(format!("has {found} cards, and not 13")).into()),
    }
}

fn no_deal(found: &str) -> LineError {
    DeckFault::NoDeal { found: quoted(found) }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Labels, Layout, NameTable, Reader};

    const NORTH: &str = "AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432";

    fn layout() -> Layout {
        let labels = Labels::Names(NameTable::standard_52());
        Layout { labels, ..Layout::whole(Format::Pbn, 52) }
    }

    fn read(text: &str) -> Result<Vec<u8>, String> {
        let (layout, mut row) = (layout(), [0_u8; 52]);
        let mut reader = Reader::new(text.as_bytes(), &layout);
        reader.read(&mut row).map(|_| row.to_vec()).map_err(|error| error.to_string())
    }

    #[test]
    fn hands_come_in_the_order_north_east_south_west() {
        let text = format!("% PBN 2.1\r\n[Board \"1\"]\r\n[Deal \"N:{NORTH}\"]\r\n");
        let north = read(&text).unwrap();
        assert_eq!(north[..3], [0, 12, 11], "ace, king, queen of spades");
        assert_eq!(north[13..16], [13, 25, 24]);
        let west = read(&format!("[Dealer \"E\"][ deal \"w:{NORTH}\" ]")).unwrap();
        assert_eq!([west[0], west[13], west[26], west[39]], [13, 26, 39, 0]);
        assert!(looks_like_pbn(text.as_bytes()) && !looks_like_pbn(b"[Dealer \"N\"]\n1 2 3\n"));
    }

    #[test]
    fn the_same_deal_again_counts_once() {
        let text = format!("[Deal \"N:{NORTH}\"]\n[Deal \"#\"]\n; [Deal \"N:-\"]\n");
        let (layout, mut rows) = (layout(), [0_u8; 104]);
        assert_eq!(Reader::new(text.as_bytes(), &layout).read(&mut rows), Ok(1));
    }

    #[test]
    fn deals_at_fault_are_named() {
        let fault = |deal: &str| read(&format!("[Event \"\"]\n[Deal \"{deal}\"]\n")).unwrap_err();
        let north = |old: &str, new: &str| format!("N:{}", NORTH.replace(old, new));
        let south = NORTH.replace("5432...", "543...");
        for (deal, why) in [
            (north("AKQJT98765432...", "-"), "the hand of north is not shown (-)"),
            (format!("S:{south}"), "the hand of south has 12 cards, and not 13"),
            (north("5432...", "5442..."), "card 4s twice"),
            (north("5432...", "54X2..."), "the hand of north has a card \"X\""),
            (north("5432...", "5432.."), "four suits are written as"),
            ("N:A.. 2..".to_owned(), "is not a deal"),
        ] {
            let said = fault(&deal);
            assert!(said.starts_with("deck 0 (line 2): ") && said.contains(why), "{said}");
        }
        let cut = read(&format!("[Deal \"N:{}", &NORTH[..30])).unwrap_err();
        assert_eq!(cut, "the input ends in the middle of deck 0 (line 1), after 0 of 52 cards");
    }
}
