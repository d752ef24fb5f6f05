//! Colors: a few for the furniture, and the diverging map of the heatmap.

use plotters::style::RGBColor;

/// Titles, numbers, the expected value.
pub(crate) const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
/// Subtitles, footnotes, axis lines.
pub(crate) const MUTED: RGBColor = RGBColor(0x5c, 0x5c, 0x5c);
/// Outlines of panels, guide lines.
pub(crate) const RULE: RGBColor = RGBColor(0x9a, 0x9a, 0x9a);
/// Grid lines, which must stay behind the data.
pub(crate) const GRID: RGBColor = RGBColor(0xe8, 0xe8, 0xe8);
/// The band in which chance alone puts nearly everything.
pub(crate) const BAND: RGBColor = RGBColor(0xe4, 0xe4, 0xe4);
/// Observed counts: a gray, so that red and blue keep their meaning.
pub(crate) const OBSERVED: RGBColor = RGBColor(0xad, 0xb2, 0xb8);
pub(crate) const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

/// More than expected, and fewer: the middle steps of the map, so that red means the same on every
/// picture.
pub(crate) const ABOVE: RGBColor = MORE[4];
pub(crate) const BELOW: RGBColor = FEWER[4];

/// A bar whose card is not placed yet, and one whose card is; the same as the tints of cards.
pub(crate) const UNPLACED: RGBColor = FEWER[5];
pub(crate) const PLACED: RGBColor = MORE[5];
pub(crate) const TINTED: (RGBColor, RGBColor) = (FEWER[1], MORE[1]);

/// The colors along which [`Steps`](crate::Steps) colors the cards of a deck, from the first to the last: red, green, blue.
//
// Viridis at nine points (Stéfan van der Walt and Nathaniel Smith, 2015; CC0), without its palest end: lightness grows
// steadily, so the order of the cards is seen in gray, too.
pub const CARD_COLORS: [[u8; 3]; 9] = [
    [0x44, 0x01, 0x54],
    [0x47, 0x2c, 0x7a],
    [0x3b, 0x51, 0x8b],
    [0x2c, 0x71, 0x8e],
    [0x21, 0x90, 0x8d],
    [0x27, 0xad, 0x81],
    [0x5c, 0xc8, 0x63],
    [0xaa, 0xdc, 0x32],
    [0xf0, 0xe0, 0x3c],
];

/// The color of a card: along the map from the first of the deck to the last.
pub(crate) fn card_color(card: usize, cards: usize) -> RGBColor {
    let share = if cards > 1 { card as f64 / (cards - 1) as f64 } else { 0.0 };
    along(&CARD_COLORS.map(|[red, green, blue]| RGBColor(red, green, blue)), share)
}

/// Curves in the background.
pub(crate) const FAINT: RGBColor = RGBColor(0x8c, 0x92, 0x99);

/// Colors of curves: distinct for all common forms of color blindness, in the order in which they are assigned
/// (Masataka Okabe and Kei Ito, 2008; without black, which marks the expected value, and yellow, which is too pale on
/// white).
pub(crate) const CURVES: [RGBColor; 6] = [
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];

// Nine steps a side, t = 0 to 1, laid out in Oklab (Björn Ottosson, 2020). Lightness is 1 - 0.64 t on
// both sides, so neither sign looks stronger; chroma is c sin(pi t / 1.5)^1.3 with c = 0.15, hue 232
// to 262 degrees (blue) and c = 0.17, hue 45 to 22 degrees (red): pale near zero, no kinks. Blue
// against red stays apart for all common forms of color blindness. Kept as bytes so that no
// platform's `sin` or `pow` can change a pixel.
const FEWER: [RGBColor; 9] = [
    PAPER,
    RGBColor(0xd5, 0xe8, 0xf4),
    RGBColor(0xa7, 0xd1, 0xef),
    RGBColor(0x7a, 0xb8, 0xe9),
    RGBColor(0x52, 0x9e, 0xe1),
    RGBColor(0x31, 0x83, 0xd2),
    RGBColor(0x1c, 0x68, 0xbc),
    RGBColor(0x16, 0x4f, 0xa0),
    RGBColor(0x15, 0x38, 0x7d),
];
const MORE: [RGBColor; 9] = [
    PAPER,
    RGBColor(0xf7, 0xdf, 0xd6),
    RGBColor(0xf3, 0xbc, 0xa9),
    RGBColor(0xed, 0x98, 0x80),
    RGBColor(0xe1, 0x74, 0x5c),
    RGBColor(0xcf, 0x52, 0x40),
    RGBColor(0xb6, 0x32, 0x2b),
    RGBColor(0x98, 0x17, 0x1f),
    RGBColor(0x76, 0x05, 0x18),
];

/// Shades a side of the map has. Finer than the eye can tell, few enough for a PNG palette.
pub(crate) const SHADES: f64 = 64.0;

/// The color of `share` of the scale: -1 darkest blue, 0 white, 1 darkest red, clamped beyond.
pub(crate) fn diverging(share: f64) -> RGBColor {
    let steps = if share < 0.0 { &FEWER } else { &MORE };
    along(steps, share.abs().min(1.0))
}

/// The color at a share from 0 to 1 of a map, in one of [`SHADES`].
fn along(steps: &[RGBColor], share: f64) -> RGBColor {
    let along = (share * SHADES).round() / SHADES * (steps.len() - 1) as f64;
    let from = (along as usize).min(steps.len() - 2);
    let part = along - from as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    let (a, b) = (steps[from], steps[from + 1]);
    RGBColor(mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// Ink or paper, whichever is easier to read on a field of [`diverging`] of `share`.
pub(crate) fn readable_on(share: f64) -> RGBColor {
    if share.abs() > 0.5 { PAPER } else { INK }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brightness as the eye weighs it (Rec. 601), enough to order steps of one hue.
    fn luma(RGBColor(r, g, b): RGBColor) -> f64 {
        0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b)
    }

    #[test]
    fn the_map_darkens_steadily_away_from_a_white_zero() {
        assert_eq!(diverging(0.0), PAPER);
        for sign in [-1.0, 1.0] {
            for step in 0..100 {
                let (near, far) = (f64::from(step) / 100.0, f64::from(step + 1) / 100.0);
                assert!(luma(diverging(sign * near)) >= luma(diverging(sign * far)));
            }
        }
    }

    #[test]
    fn the_two_signs_are_about_equally_bright() {
        for step in 1..=10 {
            let share = f64::from(step) / 10.0;
            let gap = luma(diverging(share)) - luma(diverging(-share));
            assert!(gap.abs() < 20.0, "{gap} at {share}");
        }
    }
}
