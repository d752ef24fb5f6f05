//! The bare loop of `rand`'s shuffle with `Pcg64`, for counting its instructions: `bare CARDS DEALT DECKS`.

use rand_pcg::Pcg64;
use shuffle_algorithms::Shape;
use shuffle_bench::runs;

fn main() {
    let numbers: Vec<u64> =
        std::env::args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let &[cards, dealt, decks] = &numbers[..] else { panic!("CARDS DEALT DECKS") };
    shuffle(cards, dealt, decks);
}

fn shuffle(cards: u64, dealt: u64, decks: u64) {
    let shape = Shape::deal(cards as usize, dealt as usize).expect("no more than there are");
    runs::rand::<Pcg64>(shape)(decks);
}

#[test]
fn orders_and_deals_are_shuffled() {
    shuffle(52, 52, 10);
    shuffle(52, 9, 10);
}
