//! Shuffles of decks of many sizes: ours, `rand`'s and fastrand's; and article 0's deals of nine of 52 cards, with the
//! overheads that any of them has.

use crate::{
    Setting,
    row::{Group, Line, line},
    runs::{self, SEED, bare, catalogue, job},
    timer::Work,
};
use rand::SeedableRng;
use rand_pcg::{Pcg64, Pcg64Mcg};
use shuffle_algorithms::{
    Card, Dice, Shape,
    dice::{DiceSpec, Exact},
    fill::Job,
    generator::Generator,
    shuffles::inside_out::write_shuffled,
};
use std::hint::black_box;

const CARDS: usize = 52;
const DEALT: usize = 9;

/// `rand`'s shuffle on Pcg64 is the reference of all of them.
pub(crate) fn groups(setting: &Setting) -> Vec<Group> {
    let of_bytes = [5, 10, CARDS, 256].map(|cards| whole::<u8>(setting, cards));
    let of_words = [1_000, 1_000_000].map(|cards| whole::<u32>(setting, cards));
    of_bytes.into_iter().chain(of_words).chain([deals(setting)]).collect()
}

fn of_catalogue(setting: &Setting, name: &str, rng: Generator, shape: Shape) -> Line {
    line(
        format!("{name} on {}", rng.id()),
        catalogue(job(name, rng, shape), setting.instruction_set),
    )
}

fn whole<C: Card>(setting: &Setting, cards: usize) -> Group {
    let shape = Shape::whole(cards);
    let mut dice = dice();
    let by_hand = bare(cards, move |deck: &mut [C]| {
        for i in (1..deck.len()).rev() {
            let j = dice.below(i + 1);
            deck.swap(i, j);
        }
    });
    let batched = Job { dice: DiceSpec::Batched, ..job("fisher-yates", Generator::Pcg64, shape) };
    let mut compared = vec![
        line("rand shuffle on pcg64", runs::rand::<Pcg64>(shape)),
        line("rand shuffle on pcg64mcg", runs::rand::<Pcg64Mcg>(shape)),
        line("fastrand shuffle on wyrand", runs::fastrand(shape)),
        line("a loop by hand on pcg64", by_hand),
        of_catalogue(setting, "fisher-yates", Generator::Pcg64, shape),
        line("fisher-yates on pcg64, batched dice", catalogue(batched, setting.instruction_set)),
    ];
    if job("fisher-yates", Generator::LanesXoshiro256pp, shape).runs_on_lanes() {
        compared.push(of_catalogue(setting, "fisher-yates", Generator::LanesXoshiro256pp, shape));
    }
    Group { title: format!("{cards} cards"), shape, compared }
}

fn deals(setting: &Setting) -> Group {
    let shape = Shape::deal(CARDS, DEALT).expect("less than there is");
    let mut of_fastrand = fastrand::Rng::with_seed(SEED);
    let choose = each(move || of_fastrand.choose_multiple(0..CARDS as u8, DEALT));
    let mut compared = vec![
        line("rand partial_shuffle on pcg64", runs::rand::<Pcg64>(shape)),
        line("rand partial_shuffle on pcg64mcg", runs::rand::<Pcg64Mcg>(shape)),
        line("fastrand choose_multiple on wyrand", choose),
        line("inside-out on pcg64", inside_out()),
    ];
    for rng in [Generator::Pcg64, Generator::LanesXoshiro256pp] {
        compared.extend(["fyp", "fy-slice"].map(|name| of_catalogue(setting, name, rng, shape)));
    }
    compared.push(of_catalogue(setting, "inside-out", Generator::LanesXoshiro256pp, shape));
    let mut dice = dice();
    let draws = each(move || (0..CARDS).map(|i| dice.below(i + 1)).sum::<usize>());
    compared.extend([
        line("52 draws alone", draws),
        line("allocate", each(|| Vec::<u8>::with_capacity(black_box(CARDS)))),
        line("allocate and fill", each(|| vec![black_box(0xff_u8); black_box(CARDS)])),
        line("range", each(|| (0..black_box(CARDS) as u8).collect::<Vec<u8>>())),
    ]);
    Group { title: format!("{DEALT} of {CARDS} cards"), shape, compared }
}

fn dice() -> Exact<Pcg64> {
    Exact::new(Pcg64::seed_from_u64(SEED))
}

/// The form without a source array, as in the article.
fn inside_out() -> Work {
    let mut dice = dice();
    let (mut deck, mut dealt) = ([0_u8; CARDS], [0_u8; DEALT]);
    each(move || {
        write_shuffled(&mut deck, &mut dice);
        dealt.copy_from_slice(&deck[..DEALT]);
        dealt
    })
}

fn each<T>(mut once: impl FnMut() -> T + Send + 'static) -> Work {
    Box::new(move |decks| (0..decks).for_each(|_| drop(black_box(once()))))
}
