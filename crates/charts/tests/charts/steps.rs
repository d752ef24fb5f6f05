//! Shuffles step by step: sheets, pictures of bars, and animations.

use shuffle_charts::{Chart, StepRow, StepStyle, StepTrack, Steps};

#[test]
fn every_style_is_a_png_an_svg_and_a_film() {
    for (name, steps) in [
        ("cards", swaps(StepStyle::Cards, &[5])),
        ("bars", swaps(StepStyle::Bars, &[80])),
        ("two tracks", swaps(StepStyle::Bars, &[30, 30])),
    ] {
        assert!(steps.to_png().unwrap().starts_with(b"\x89PNG"), "{name}");
        assert!(steps.to_svg().unwrap().contains("<svg"), "{name}");
        assert!(steps.to_gif().unwrap().starts_with(b"GIF89a"), "{name}");
    }
}

/// Swaps of each place with one below it, as Durstenfeld's.
fn swaps(style: StepStyle, decks: &[usize]) -> Steps {
    let track = |&cards: &usize| {
        let mut deck: Vec<u32> = (0..cards as u32).collect();
        let start = deck.clone();
        let rolls = golden(cards).enumerate().take(cards - 1);
        let steps = rolls.map(|(step, share)| {
            let place = cards - 1 - step;
            let roll = (share * (place + 1) as f64) as usize;
            deck.swap(place, roll);
            StepRow {
                label: format!("roll {roll} of 0–{place}"),
                deck: deck.clone(),
                marked: vec![place, roll],
                placed: (0..cards).map(|other| other >= place || place == 1).collect(),
            }
        });
        StepTrack { title: format!("swaps of {cards} cards"), start, steps: steps.collect() }
    };
    Steps {
        title: "a shuffle, step by step".into(),
        subtitle: "outlined: what was moved; red: placed for good".into(),
        style,
        base: 1,
        tracks: decks.iter().map(track).collect(),
    }
}

/// Numbers between 0 and 1 that look random: multiples of the golden ratio.
fn golden(count: usize) -> impl Iterator<Item = f64> {
    (1..=count).map(|k| (k as f64 * 0.618_033_988_749_895).fract())
}
