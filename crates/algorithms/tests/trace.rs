//! Traces: they end where runs end, and every step is what it says.

use crate::replay::{Noting, printed};
use shuffle_algorithms::{
    Algorithm, Shape,
    card::identity,
    catalogue::ENTRIES,
    dice::{DiceSpec, Recorded},
    fill::Job,
    generator::{Generator, Seed},
    start::Start,
    trace::{Action, Packet, StepRoll, Trace, TraceError},
};

const SEED: Seed = Seed([7; 32]);

fn job(algorithm: &str, cards: usize) -> Job {
    Job::new(Algorithm::parse(algorithm).unwrap(), Shape::whole(cards))
}

/// Every shuffle in several forms: dealt, on other dice, from another start, in several passes, on other generators.
fn jobs(cards: usize) -> Vec<Job> {
    let mut jobs = Vec::new();
    for entry in ENTRIES {
        let plain = job(entry.id, cards);
        let deal = Shape::deal(cards, cards / 3).unwrap();
        jobs.extend(DiceSpec::ENTRIES.map(|dice| {
            let dice = DiceSpec::parse(dice.id).unwrap();
            Job { dice, ..plain.clone() }
        }));
        jobs.extend([Start::Reverse, Start::Random, Start::Interleaved].map(|start| {
            let algorithm = plain.algorithm.clone();
            Job { start, ..Job::new(algorithm, plain.shape) }
        }));
        jobs.extend([
            Job { shape: deal, ..plain.clone() },
            Job { passes: 3, ..plain.clone() },
            Job { rng: Generator::ChaCha8, ..plain },
        ]);
    }
    // Rolls that are off by one give odd orders only, or even ones: who waits for the other kind rolls too often for a trace.
    let waits = |job: &Job| {
        job.algorithm.entry().family.is_made_for_tests() && job.dice == DiceSpec::OffByOne
    };
    jobs.retain(|job| job.check().is_ok() && !waits(job));
    jobs
}

#[test]
fn a_trace_ends_in_the_first_deck_of_a_run() {
    for cards in [0, 1, 2, 3, 5, 13, 52] {
        for job in jobs(cards) {
            let trace = Trace::of_seed(&job, &SEED).unwrap();
            assert_eq!(trace.row(), job.decks::<u32>(1, &SEED), "{job} on {cards} cards");
            assert_eq!(trace.row().len(), job.shape.dealt());
        }
    }
}

#[test]
fn a_trace_ends_in_the_deck_of_a_run_with_the_same_rolls() {
    for entry in ENTRIES {
        let (job, mut dice) = (job(entry.id, 23), Noting::new(5));
        if job.algorithm.is_foreign() {
            continue; // it takes no rolls
        }
        let mut deck = identity::<u32>(23);
        job.algorithm.shuffle(&mut deck, &mut dice).unwrap();
        let rolls: Vec<usize> = dice.rolls.iter().map(|&(_, roll)| roll).collect();
        let trace = Trace::of_rolls(&job, &rolls, &SEED).unwrap();
        assert_eq!(trace.end(), deck, "{}", entry.id);

        let mut again = identity::<u32>(23);
        job.algorithm.shuffle(&mut again, &mut Recorded::new(trace.rolls().unwrap())).unwrap();
        assert_eq!(again, deck, "{}: its own rolls lead there, too", entry.id);
    }
}

/// The deck after an action.
fn acted(before: &[u32], action: &Action) -> Vec<u32> {
    let mut deck = before.to_vec();
    match action {
        Action::Nothing | Action::Cut(_) => {}
        Action::Swap(a, b) => deck.swap(*a, *b),
        Action::Lift { from, to } => {
            let card = deck.remove(*from);
            deck.insert(*to, card);
        }
        Action::Packets(packets) => packets.iter().for_each(|&Packet { from, to, cards }| {
            deck[to..to + cards].copy_from_slice(&before[from..from + cards]);
        }),
    }
    deck
}

#[test]
fn every_step_is_a_deck_and_its_action_leads_there() {
    for job in jobs(17) {
        let trace = Trace::of_seed(&job, &SEED).unwrap();
        let mut before = &trace.start;
        for (index, step) in trace.steps.iter().enumerate() {
            let mut cards = step.deck.clone();
            cards.sort_unstable();
            assert_eq!(cards, identity::<u32>(17), "{job}, step {index}");
            assert_eq!(acted(before, &step.action), step.deck, "{job}, step {index}");
            before = &step.deck;
        }
    }
}

#[test]
fn a_settled_place_never_changes_and_in_the_end_all_are_settled() {
    for job in jobs(17) {
        let trace = Trace::of_seed(&job, &SEED).unwrap();
        for (step, later) in trace.steps.iter().zip(trace.steps.iter().skip(1)) {
            for place in (0..17).filter(|&place| step.placed[place]) {
                assert_eq!(later.deck[place], step.deck[place], "{job}");
                assert!(later.placed[place], "{job}");
            }
        }
        assert!(trace.steps.last().is_none_or(|last| last.placed.iter().all(|&placed| placed)));
    }
}

#[test]
fn durstenfeld_settles_a_place_a_step_and_naive_none_before_the_end() {
    let placed = |algorithm| {
        let trace = Trace::of_seed(&job(algorithm, 6), &SEED).unwrap();
        let count = |placed: &Vec<bool>| placed.iter().filter(|&&placed| placed).count();
        trace.steps.iter().map(|step| count(&step.placed)).collect::<Vec<_>>()
    };
    assert_eq!(placed("fisher-yates"), [1, 2, 3, 4, 6]);
    assert_eq!(placed("fisher-yates-by-value"), [1, 2, 3, 4, 6]);
    assert_eq!(placed("out-of-place"), [1, 2, 3, 4, 5, 6]);
    assert_eq!(placed("naive"), [0, 0, 0, 0, 0, 6]);
}

/// The decks of a trace as the articles print them.
fn shown(algorithm: &str, rolls: &[usize]) -> Vec<String> {
    let cards = 5;
    let trace = Trace::of_rolls(&job(algorithm, cards), rolls, &SEED).unwrap();
    let narrow = |deck: &[u32]| printed(&deck.iter().map(|&card| card as u8).collect::<Vec<_>>());
    trace.steps.iter().map(|step| narrow(&step.deck)).collect()
}

#[test]
fn the_worked_examples_of_article_3() {
    let by_position = shown("fisher-yates", &[3, 1, 0, 1]);
    assert_eq!(by_position, ["12354", "15324", "35124", "35124"]);
    // The article prints the result by value for these draws.
    let by_value = shown("fisher-yates-by-value", &[3, 1, 0, 1]);
    assert_eq!(by_value, ["12354", "14352", "34152", "34152"]);
    // Draws 3, 3, 1, 2, 1 counted from 1.
    assert_eq!(shown("pencil-and-paper", &[2, 2, 0, 1, 0]).last().unwrap(), "34152");
}

#[test]
fn a_hindu_shuffle_moves_a_packet_a_step() {
    // Packets of 5, 7 and 8 cards off the top of 20, which is the end.
    let trace = Trace::of_rolls(&job("hindu", 20), &[0, 2, 3], &SEED).unwrap();
    let moved: Vec<&Action> = trace.steps.iter().map(|step| &step.action).collect();
    let packets = |steps: &[(usize, usize, usize)]| {
        let packet = |&(from, to, cards)| Packet { from, to, cards };
        Action::Packets(steps.iter().map(packet).collect())
    };
    assert_eq!(*moved[0], packets(&[(15, 0, 5), (0, 5, 15)]));
    assert_eq!(*moved[1], packets(&[(13, 5, 7), (5, 12, 8)]));
    assert_eq!(*moved[2], Action::Nothing, "the last packet lies where it falls");
    let written: Vec<&[usize]> = trace.steps.iter().map(|step| &step.moved[..]).collect();
    let places = |range: std::ops::Range<usize>| range.collect::<Vec<_>>();
    assert_eq!(written, [places(0..5), places(5..12), places(12..20)], "a packet is what is moved");
    let placed = |step: usize| trace.steps[step].placed.iter().filter(|&&placed| placed).count();
    assert_eq!([placed(0), placed(1), placed(2)], [5, 12, 20]);
}

#[test]
fn a_packet_that_is_written_where_it_lay_stays_there() {
    // 6, 8 and 6 cards of 20: the packet in the middle comes from places 6 to 13 and goes there.
    let trace = Trace::of_rolls(&job("hindu", 20), &[1, 3, 1], &SEED).unwrap();
    for step in &trace.steps {
        let middle = step.deck.iter().position(|&card| card == 6).unwrap();
        let packet: Vec<u32> = (6..14).collect();
        assert_eq!(step.deck[middle..middle + 8], packet, "a packet is never torn");
    }
}

#[test]
fn a_riffle_by_hand_drops_packets_from_the_bottom() {
    // Cut in the middle; packets of one card, lower half first.
    let trace = Trace::of_rolls(&job("human-riffle", 6), &[1, 0, 0, 0, 0, 0, 0], &SEED).unwrap();
    let decks: Vec<&[u32]> = trace.steps.iter().map(|step| &step.deck[..]).collect();
    let order = [0, 1, 2, 3, 4, 5];
    assert_eq!(decks[0], order, "the cut moves nothing");
    assert_eq!(decks[1], order, "nor does the bottom card");
    assert_eq!(decks[2], [0, 1, 3, 4, 2, 5], "2 falls on 5; the others lie as they lay");
    assert_eq!(decks[3], [0, 1, 3, 4, 2, 5], "4 falls where it lies by now");
    assert_eq!(decks[4], [0, 3, 1, 4, 2, 5]);
    assert_eq!(trace.end(), [0, 3, 1, 4, 2, 5]);
}

#[test]
fn nothing_is_placed_before_it_is_written() {
    // All keys are rolled before the cards are sorted.
    let trace = Trace::of_seed(&job("random-keys", 30), &SEED).unwrap();
    let (last, before) = trace.steps.split_last().unwrap();
    assert!(before.iter().all(|step| step.moved.is_empty() && !step.placed.contains(&true)));
    assert!(last.placed.iter().all(|&placed| placed));
}

#[test]
fn a_riffle_is_cut_and_then_each_roll_lays_a_card() {
    // Packets 1, 0, 1, 1, 0: two cards above the cut, three below.
    let rolls = [1, 0, 1, 1, 0];
    let trace = Trace::of_rolls(&job("gsr-riffle", 5), &rolls, &SEED).unwrap();
    let (cut, laid) = trace.steps.split_first().unwrap();
    assert_eq!((&cut.action, &cut.rolls[..]), (&Action::Cut(vec![2]), &[][..]));
    assert_eq!((&cut.deck, &cut.moved[..]), (&trace.start, &[0, 1][..]), "the upper packet");
    let decks: Vec<&[u32]> = laid.iter().map(|step| &step.deck[..]).collect();
    let merge =
        [[2, 0, 1, 3, 4], [2, 0, 1, 3, 4], [2, 0, 3, 1, 4], [2, 0, 3, 4, 1], [2, 0, 3, 4, 1]];
    assert_eq!(decks, merge);
    for (place, step) in laid.iter().enumerate() {
        assert_eq!((step.rolls.len(), &step.moved[..]), (1, &[place][..]));
        let placed: Vec<bool> = (0..5).map(|other| other <= place).collect();
        assert_eq!(step.placed, placed, "what lies on the table stays");
    }
    assert_eq!(trace.rolls().unwrap(), rolls);
}

#[test]
fn the_second_pass_of_a_riffle_is_cut_again() {
    let twice = Job { passes: 2, ..job("gsr-riffle", 3) };
    let trace = Trace::of_rolls(&twice, &[1, 0, 1, 0, 0, 0], &SEED).unwrap();
    let names: Vec<&str> = trace.steps.iter().map(|step| step.action.name()).collect();
    // The second time all cards are of one packet, and nothing moves.
    assert_eq!(names[..4], ["cut", "swap", "nothing", "nothing"]);
    assert_eq!(trace.steps[4].action, Action::Cut(Vec::new()));
    assert_eq!(names[5..], ["nothing"; 3]);
}

#[test]
fn of_several_swaps_by_one_word_all_cards_are_marked() {
    let trace = Trace::of_seed(&job("rand-shuffle", 20), &SEED).unwrap();
    let mut before = &trace.start;
    for step in &trace.steps {
        let changed: Vec<usize> =
            (0..20).filter(|&place| before[place] != step.deck[place]).collect();
        let is_lift = matches!(step.action, Action::Lift { .. });
        assert!(is_lift || step.moved == changed, "{:?}", step.action);
        before = &step.deck;
    }
}

#[test]
fn a_perfect_riffle_is_one_step_without_a_roll() {
    let trace = Trace::of_seed(&job("faro-out", 8), &SEED).unwrap();
    assert_eq!(trace.steps.len(), 1);
    assert!(trace.steps[0].rolls.is_empty());
    assert!(matches!(&trace.steps[0].action, Action::Packets(packets) if packets.len() == 6));
}

#[test]
fn foreign_code_is_traced_by_its_words() {
    let trace = Trace::of_seed(&job("rand-shuffle", 30), &SEED).unwrap();
    assert!(trace.steps.len() > 3, "several words are drawn");
    let drew = |roll: &StepRoll| matches!(roll, StepRoll::Word(_));
    assert!(trace.steps.iter().all(|step| step.rolls.iter().all(drew)));
    assert_eq!(trace.rolls(), None);
}

#[test]
fn beside_another_shuffle_the_rolls_are_shared_where_they_fit() {
    let first = Trace::of_rolls(&job("naive", 4), &[3, 1, 3, 0], &SEED).unwrap();
    let beside = first.beside(&job("fisher-yates", 4), &SEED).unwrap();
    // below(4), below(3) and below(2): the third roll of 3 does not fit.
    let shared = shared(&beside);
    assert_eq!(shared[..2], [(3, true), (1, true)]);
    assert!(!shared[2].1 && shared[2].0 < 2, "{shared:?}");
}

#[test]
fn wrong_rolls_are_refused_with_the_number_of_the_roll() {
    let said = |algorithm, rolls: &[usize]| {
        Trace::of_rolls(&job(algorithm, 5), rolls, &SEED).unwrap_err().to_string()
    };
    let range = "roll number 2 is 4, but the shuffle rolls a number from 0 to 3 there";
    assert_eq!(said("fisher-yates", &[3, 4, 0, 1]), range);
    let ended = "roll number 4, from 0 to 1, is missing: only 3 are given";
    assert_eq!(said("fisher-yates", &[3, 1, 0]), ended);
    let left = "5 rolls are given, but the shuffle needs only 4";
    assert_eq!(said("fisher-yates", &[3, 1, 0, 1, 0]), left);
    assert_eq!(
        said("hindu", &[9]),
        "roll number 1 is 9, but the shuffle rolls a number from 0 to 4 there"
    );
    assert_eq!(said("hindu", &[]), "roll number 1, from 0 to 4, is missing: none is given");
    assert!(said("rand-shuffle", &[1]).contains("directly from a generator"));
}

#[test]
fn a_trace_that_nobody_could_look_at_is_refused() {
    for (algorithm, cards) in
        [("random-swaps:swaps=1000000", 52), ("top-to-random:moves=1000000", 52)]
    {
        let refused = Trace::of_seed(&job(algorithm, cards), &SEED);
        assert!(matches!(refused, Err(TraceError::TooLarge { .. })), "{algorithm}");
    }
    let passes = Job { passes: u32::MAX, ..job("faro", 8) };
    let refused = Trace::of_seed(&passes, &SEED);
    assert!(matches!(refused, Err(TraceError::TooLarge { what: "passes", .. })));
    let large = Trace::of_seed(&job("identity", 1_000_000), &SEED);
    assert!(matches!(large, Err(TraceError::TooLarge { what: "cards", .. })));
}

/// The rolls of a trace, and whether they are shared.
fn shared(trace: &Trace) -> Vec<(usize, bool)> {
    let rolls = trace.steps.iter().flat_map(|step| &step.rolls);
    let rolls = rolls.map(|roll| match roll {
        StepRoll::Dice { roll, is_shared, .. } => (roll.recorded(), *is_shared),
        StepRoll::Word(_) => unreachable!("it rolls dice"),
    });
    rolls.collect()
}

#[test]
fn sharing_leaves_every_order_as_likely_as_it_is() {
    // 27,000 decks of 3 cards of the naive shuffle, with Durstenfeld's rolls and the other way round: chi-square of
    // its exact law, 5 degrees of freedom, alpha 1e-6 each (38.2), seeds 0 to 26,999.
    let laws = [
        ("fisher-yates", "naive", [4.0, 5.0, 5.0, 5.0, 4.0, 4.0]),
        ("naive", "fisher-yates", [4.5; 6]),
    ];
    for (first, second, law) in laws {
        let (first, second) = (job(first, 3), job(second, 3));
        let mut counts = std::collections::BTreeMap::new();
        let mut were_shared = 0;
        for seed in 0..27_000 {
            let seed = Seed::from_u64(seed);
            let trace = Trace::of_seed(&first, &seed).unwrap().beside(&second, &seed).unwrap();
            were_shared += shared(&trace).iter().filter(|(_, is_shared)| *is_shared).count();
            *counts.entry(trace.row().to_vec()).or_insert(0.0) += 1.0;
        }
        let cells = counts.values().zip(law.map(|paths| 1_000.0 * paths));
        let chi2: f64 = cells.map(|(count, law): (&f64, f64)| (count - law).powi(2) / law).sum();
        assert!(counts.len() == 6 && chi2 < 38.2, "{second}: chi-square {chi2}");
        assert!(were_shared > 30_000, "{second} shares {were_shared} rolls");
    }
}

#[test]
fn given_rolls_are_shared_wherever_they_are_in_range() {
    let first = Trace::of_rolls(&job("fisher-yates", 4), &[3, 1, 0], &SEED).unwrap();
    let beside = shared(&first.beside(&job("naive", 4), &SEED).unwrap());
    assert_eq!(beside[..3], [(3, true), (1, true), (0, true)]);
    assert!(!beside[3].1);
}

#[test]
fn a_random_start_is_that_of_the_trace_beside() {
    let random = |algorithm| Job { start: Start::Random, ..job(algorithm, 20) };
    let first = Trace::of_seed(&random("fisher-yates"), &SEED).unwrap();
    assert_eq!(first.beside(&random("naive"), &SEED).unwrap().start, first.start);
}
