//! A picture of every kind, with something of everything that can be on it, written into a folder.
//!
//! `cargo run -p shuffle-charts --example gallery -- FOLDER`
//!
//! Whoever changes the drawing looks at these before and after.

use shuffle_charts::{
    Bars, Chart, Curve, CurveDot, CurveLine, CurvePanel, DotKind, DotRow, Dots, Heatmap, Histogram,
    Panel, Panels, PathNode, Paths, Qq, QqBand, QqSeries, Scale, StepRow, StepStyle, StepTrack,
    Steps,
};
use std::{error::Error, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a folder")?);
    std::fs::create_dir_all(&folder)?;
    for (name, chart) in charts() {
        std::fs::write(folder.join(format!("{name}.png")), chart.to_png()?)?;
        std::fs::write(folder.join(format!("{name}.svg")), chart.to_svg()?)?;
    }
    for (name, steps) in films() {
        std::fs::write(folder.join(format!("{name}.gif")), steps.to_gif()?)?;
    }
    Ok(())
}

#[test]
fn every_kind_is_a_png_and_an_svg() -> Result<(), Box<dyn Error>> {
    for (name, chart) in charts() {
        assert!(chart.to_png()?.starts_with(b"\x89PNG"), "{name}");
        assert!(chart.to_svg()?.contains("<svg"), "{name}");
    }
    Ok(())
}

fn charts() -> [(&'static str, Box<dyn Chart>); 16] {
    [
        ("heatmap", Box::new(heatmap(52, 52))),
        ("heatmap-small", Box::new(heatmap(3, 3))),
        ("heatmap-dealt", Box::new(heatmap(9, 52))),
        ("histogram", Box::new(histogram())),
        ("bars", Box::new(bars(24))),
        ("bars-few", Box::new(bars(6))),
        ("curve", Box::new(curve(2))),
        ("curve-alone", Box::new(curve(1))),
        ("qq", Box::new(qq(20))),
        ("qq-few", Box::new(qq(3))),
        ("panels", Box::new(panels())),
        ("dots", Box::new(dots())),
        ("paths", Box::new(paths())),
        ("steps-cards", Box::new(swaps(StepStyle::Cards, &[5]))),
        ("steps-bars", Box::new(swaps(StepStyle::Bars, &[80]))),
        ("steps-beside", Box::new(swaps(StepStyle::Bars, &[30, 30]))),
    ]
}

fn films() -> [(&'static str, Steps); 4] {
    [
        ("steps-cards", swaps(StepStyle::Cards, &[5])),
        ("steps-bars", swaps(StepStyle::Bars, &[80])),
        ("steps-beside", swaps(StepStyle::Bars, &[30, 30])),
        ("steps-packets", packets()),
    ]
}

#[test]
fn every_film_is_a_gif() -> Result<(), Box<dyn Error>> {
    for (name, steps) in films() {
        assert!(steps.to_gif()?.starts_with(b"GIF89a"), "{name}");
    }
    Ok(())
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

/// Packets that slide from hand to hand.
fn packets() -> Steps {
    let (cards, mut moved, mut rest) = (40, Vec::new(), (0..40_u32).collect::<Vec<_>>());
    let start = rest.clone();
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let packet = rest.split_off(rest.len().saturating_sub(9));
        let places = moved.len()..moved.len() + packet.len();
        moved.extend(packet);
        steps.push(StepRow {
            label: format!("packet of {}", places.len()),
            deck: moved.iter().chain(&rest).copied().collect(),
            marked: places.collect(),
            placed: (0..cards).map(|place| place < moved.len()).collect(),
        });
    }
    let track = StepTrack { title: "packets".into(), start, steps };
    Steps {
        title: "packets from hand to hand".into(),
        subtitle: String::new(),
        style: StepStyle::Bars,
        base: 0,
        tracks: vec![track],
    }
}

/// Numbers between 0 and 1 that look random: multiples of the golden ratio.
fn golden(count: usize) -> impl Iterator<Item = f64> {
    (1..=count).map(|k| (k as f64 * 0.618_033_988_749_895).fract())
}

fn heatmap(rows: usize, columns: usize) -> Heatmap {
    let values = golden(rows * columns).enumerate().map(|(index, noise)| {
        let excess = if index % columns == index / columns { 0.15 } else { 0.0 };
        0.05 * (noise - 0.5) + excess
    });
    Heatmap {
        title: "broken-deal: cards at positions".into(),
        subtitle: "1,000,000 decks · position: p = 1e-300 · the case fails".into(),
        row_label: "position".into(),
        column_label: "card".into(),
        rows,
        columns,
        values: values.collect(),
        noise: 0.014,
        row_group: 1,
        column_group: 1,
        base: 0,
        column_names: None,
    }
}

fn histogram() -> Histogram {
    let expected: Vec<f64> =
        (0..52).map(|k| 1e5 * (-(f64::from(k) - 25.5).powi(2) / 9.0).exp()).collect();
    let observed = expected.iter().zip(golden(52)).map(|(expected, noise)| {
        (expected + (noise - 0.5) * 5.0 * expected.sqrt()).max(0.0).round() as u64
    });
    Histogram {
        title: "fisher-yates: ascents per deck".into(),
        subtitle: "600,000 decks · p = 0.43".into(),
        x_label: "ascents".into(),
        y_label: "decks".into(),
        first: 0,
        step: 1,
        observed: observed.collect(),
        expected,
    }
}

fn bars(count: usize) -> Bars {
    let observed = golden(count).map(|noise| (1e4 + 800.0 * (noise - 0.5)) as u64);
    Bars {
        title: "naive: decks of each order".into(),
        subtitle: "240,000 decks · p = 1e-9".into(),
        x_label: "order of the cards".into(),
        y_label: "decks".into(),
        labels: (0..count).map(|k| format!("{} {} 2 3", k / 4, k % 4)).collect(),
        observed: observed.collect(),
        expected: 1e4,
    }
}

fn curve(panels: usize) -> Curve {
    let dot = |x: f64, y: f64| CurveDot {
        x,
        y,
        standard_error: 0.02,
        kind: if x < 8.0 { DotKind::Full } else { DotKind::Ring },
    };
    let decay = |name: &str, from: f64| {
        let exact: Vec<(f64, f64)> =
            (1..=12).map(f64::from).map(|x| (x, 1.0 / (1.0 + ((x - from) / 0.8).exp()))).collect();
        let dots = exact.iter().step_by(2).map(|&(x, y)| dot(x, y)).collect();
        CurveLine { name: name.into(), exact, dots }
    };
    let panel = |index: usize| CurvePanel {
        y_label: ["distance from uniform", "−log10 p"][index].into(),
        y_scale: [Scale::Linear, Scale::Logarithmic][index],
        range: [Some((0.0, 1.0)), None][index],
        guide: [None, Some((0.01, "fails above".into()))][index].clone(),
        floor: [vec![(1.0, 0.05), (12.0, 0.05)], vec![]][index].clone(),
        lines: vec![decay("total variation", 6.5), decay("separation", 9.0)],
    };
    Curve {
        title: "Total variation and separation after k riffles".into(),
        subtitle: "Bayer and Diaconis 1992, table 1 · 100,000 decks each".into(),
        x_label: "passes".into(),
        x_scale: Scale::Linear,
        panels: (0..panels).map(panel).collect(),
    }
}

fn band(count: usize) -> Vec<QqBand> {
    let at = |expected: f64| {
        let reach = (4.0 * ((1.0 - expected) / expected / count as f64).sqrt()).exp();
        QqBand { expected, low: expected / reach, high: (expected * reach).min(1.0) }
    };
    let ranks = (0..10).flat_map(|power| [1, 3].map(|rank| rank << power));
    let mut ranks: Vec<usize> = ranks.filter(|&rank| rank < count).chain([count]).collect();
    ranks.sort_unstable();
    ranks.dedup();
    ranks.into_iter().map(|rank| at(rank as f64 / (count + 1) as f64)).collect()
}

fn qq(count: usize) -> Qq {
    let mut series: Vec<QqSeries> = (0..count)
        .map(|index| QqSeries {
            name: format!("test-{index}"),
            p_values: golden(1000 + index).take(1000).collect(),
        })
        .collect();
    series[1].p_values.iter_mut().for_each(|p| *p = p.powi(2));
    series[2].p_values[0] = 1e-40;
    Qq {
        title: "p-values of sound shuffles against uniform, 52 cards".into(),
        subtitle: "1,000 audits of 10,000 decks each".into(),
        series,
        band: band(1000),
        band_label: "99.9 % of uniform p-values, rank by rank".into(),
    }
}

fn panels() -> Panels {
    let panel = |index: usize| Panel {
        name: format!("a-test-{index}"),
        counts: golden(20 * (index + 1))
            .skip(20 * index)
            .map(|noise| 500 + (noise * 90.0) as u64 + if noise > 0.95 { 900 } else { 0 })
            .collect(),
        expected: 550.0,
        band: (470.0, 630.0),
    };
    Panels {
        title: "p-values of sound shuffles, 52 cards".into(),
        subtitle: "11,000 audits".into(),
        band_label: "99.9 % of uniform p-values".into(),
        panels: (0..17).map(panel).collect(),
    }
}

fn dots() -> Dots {
    let row = |name: &str, median, high, note: &str| DotRow {
        name: name.into(),
        median,
        high,
        note: note.into(),
        limit: None,
        is_ring: false,
    };
    Dots {
        title: "Decks until a planted defect is caught".into(),
        subtitle: "20 audits each by the whole battery, error budget 1e-6".into(),
        x_label: "decks until detection".into(),
        legend: ["median".into(), "to the 90% quantile".into()],
        ring: None,
        first_look: Some(128.0),
        limit: 1e6,
        rows: vec![
            row("unshuffled", Some(128.0), Some(128.0), "cycles"),
            row("naive", Some(1_200.0), Some(1_900.0), "position"),
            row("seed of 32 bits", Some(400_000.0), None, "repeats"),
            row("fisher-yates", None, None, ""),
        ],
    }
}

fn paths() -> Paths {
    let node = |parent, roll: String, deck: &str, note: &str| PathNode {
        parent,
        roll,
        deck: deck.into(),
        note: note.into(),
    };
    let mut nodes = vec![node(None, String::new(), "0 1 2", "")];
    for first in 0..3 {
        let parent = nodes.len();
        nodes.push(node(Some(0), first.to_string(), "1 0 2", ""));
        nodes.extend((0..3).map(|roll| node(Some(parent), roll.to_string(), "0 2 1", "1/9")));
    }
    Paths {
        title: "naive, 3 cards".into(),
        subtitle: "all 9 paths of the dice · nodes after each roll: 1, 3, 9".into(),
        nodes,
    }
}
