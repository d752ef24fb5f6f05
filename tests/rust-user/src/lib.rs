use rand::{Rng, RngExt};

pub fn my_shuffle<T, R: Rng + ?Sized>(deck: &mut [T], rng: &mut R) {
    for i in (1..deck.len()).rev() {
        deck.swap(i, rng.random_range(0..=i));
    }
}

#[test]
fn my_shuffle_is_uniform() {
    use shuffle_audit::Audit;
    Audit::of(|deck, rng| my_shuffle(deck, rng)).cards(52).assert_uniform();
}
