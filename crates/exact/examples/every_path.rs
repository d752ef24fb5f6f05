//! Every path of the dice of the naive shuffle on three cards, and the law that follows: 27 paths cannot be shared
//! evenly among 6 orders.
//!
//! `cargo run -p shuffle-exact --example every_path`

#![expect(clippy::print_stdout, reason = "an example talks to a terminal")]

use shuffle_algorithms::{Algorithm, Shape};
use shuffle_exact::{LawValue, Laws, Limits, Subject, paths::Route, render, tree::Tree};
use std::error::Error;

fn tree() -> Result<Tree, Box<dyn Error>> {
    let naive = Algorithm::parse("naive")?;
    Ok(Tree::of(&naive, &Route::new(Shape::whole(3), 1_000))?)
}

type OrderProbability = (Vec<u32>, LawValue);

/// The probability of each order, as a fraction.
fn law() -> Result<Vec<OrderProbability>, Box<dyn Error>> {
    let subject = Subject::new(Algorithm::parse("naive")?, Shape::whole(3));
    let laws = Laws::new(subject, Limits::default());
    Ok(laws.permutation()?.orders().collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", render::text(&tree()?));
    for (order, probability) in law()? {
        println!("{order:?} {probability}");
    }
    Ok(())
}

#[test]
fn twenty_seven_paths_lead_to_four_or_five_each_of_the_orders() -> Result<(), Box<dyn Error>> {
    main()?;
    assert_eq!(tree()?.leaves().count(), 27);
    let mut fractions: Vec<String> =
        law()?.into_iter().map(|(_, probability)| probability.to_string()).collect();
    fractions.sort();
    assert_eq!(fractions, ["4/27", "4/27", "4/27", "5/27", "5/27", "5/27"]);
    Ok(())
}
