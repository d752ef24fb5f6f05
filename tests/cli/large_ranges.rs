//! Numbers drawn from ranges too large to count each.

use crate::support::Desk;
use std::fmt::Write;

/// The range of the example of R's old `sample`: two fifths of 2^32.
const OF_R: u64 = 1_717_986_918;

/// Marsaglia's xorshift, of 64 bits: the upper half of each word.
fn words() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(88_172_645_463_325_252_u64), |&(mut s)| {
        s ^= s << 13;
        s ^= s >> 7;
        Some(s ^ (s << 17))
    })
    .map(|word| word >> 32)
}

/// Checks `rows` numbers made of words, counted from `base`; gives the screen and the exit code that was expected.
fn checked(code: i32, rows: usize, cards: u64, base: u64, number: impl Fn(u64) -> u64) -> String {
    let desk = Desk::new();
    let numbers = words().skip(1).take(rows).fold(String::new(), |mut text, word| {
        writeln!(text, "{}", base + number(word)).unwrap();
        text
    });
    desk.write("numbers.txt", numbers);
    let flags = format!("--base {base} --cards {cards} --deal 1 --replacement");
    let ended = desk.run(&format!("check --file numbers.txt {flags}")).expect_code(code);
    assert_eq!(ended.err, "");
    let screen = ended.out;
    assert!(screen.lines().count() <= 24 && !screen.contains("cannot be made"), "{screen}");
    screen.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_odd_numbers_of_the_old_sample_of_r_are_named_with_the_half_in_which_they_are() {
    let screen = checked(1, 10_000, OF_R, 1, |word| (word * OF_R) >> 32);
    assert!(
        screen.contains(": odd numbers in the ") && screen.contains("50 % is fair"),
        "{screen}"
    );
}

#[test]
fn words_modulo_the_range_and_scaled_generators_of_few_bits_are_named() {
    // The first 2^32 - 3 10^9 numbers have two words each, so that 65.08 % of all words fall into the lower half.
    let screen = checked(1, 1_000, 3_000_000_000, 0, |word| word % 3_000_000_000);
    assert!(screen.contains(": numbers in the lower half come 65.1 %"), "{screen}");
    let screen = checked(1, 10, OF_R, 0, |word| ((word >> 16) * OF_R) >> 16);
    assert!(screen.contains("numbers near multiples of 26214.4 counted from 0"), "{screen}");
}

#[test]
fn all_words_pass_at_any_number_of_rows() {
    for rows in [10, 60, 1_000, 100_000] {
        let screen = checked(0, rows, 1 << 32, 1, |word| word);
        assert!(screen.starts_with("PASS: "), "{screen}");
    }
}

#[test]
fn a_larger_range_and_numbers_out_of_range_are_one_line() {
    let desk = Desk::new();
    desk.write("numbers.txt", "4294967296\n0\n");
    let check = |cards: u64, base: u64| {
        let flags = format!("--cards {cards} --base {base} --deal 1 --replacement");
        desk.run(&format!("check --file numbers.txt {flags}")).err
    };
    assert!(check((1 << 32) + 1, 0).contains("the limit is 4294967296"));
    assert!(check(1 << 32, 0).contains("4294967296 is out of range 0 to 4294967295"));
    assert!(check(1 << 32, 1).contains("0 is out of range 1 to 4294967296"));
}
