//! What can be known of a shuffle of 52 cards without shuffling: which card lies where too often, and the degree.
//!
//! `cargo run -p shuffle-exact --example where_the_cards_lie [ALGORITHM ...]`

#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use shuffle_algorithms::{Algorithm, Shape};
use shuffle_exact::{Laws, Limits, Subject};
use std::error::Error;

/// The likeliest cell of the position matrix.
struct Peak {
    place: usize,
    card: usize,
    /// How many times as likely as after a uniform shuffle.
    times: f64,
    degree: f64,
}

fn peak(id: &str, cards: usize) -> Result<Option<Peak>, Box<dyn Error>> {
    let laws =
        Laws::new(Subject::new(Algorithm::parse(id)?, Shape::whole(cards)), Limits::default());
    let degree = laws.degree()?.value();
    let Some(extremes) = laws.position()?.extremes(1) else { return Ok(None) };
    let (most, uniform) = (extremes.most, 1.0 / cards as f64);
    Ok(most.examples.first().map(|&(place, card)| Peak {
        place,
        card,
        times: most.probability.value() / uniform,
        degree,
    }))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut asked: Vec<String> = std::env::args().skip(1).collect();
    if asked.is_empty() {
        asked = ["fisher-yates", "naive", "sattolo"].map(str::to_owned).to_vec();
    }
    for id in asked {
        if let Some(Peak { place, card, times, degree }) = peak(&id, 52)? {
            println!(
                "{id}: card {card} at place {place} {times:.3} times as often; degree {degree:.6}"
            );
        }
    }
    Ok(())
}

#[test]
fn a_uniform_shuffle_has_no_peak_and_the_naive_one_has() -> Result<(), Box<dyn Error>> {
    let fair = peak("fisher-yates", 52)?.expect("there are cells");
    assert!((fair.times - 1.0).abs() < 1e-9 && fair.degree.abs() < 1e-9);
    let naive = peak("naive", 52)?.expect("there are cells");
    assert!(naive.times > 1.2 && naive.degree > 0.001, "{} times", naive.times);
    assert_eq!((naive.place, naive.card), (0, 1));
    Ok(())
}
