//! Programs in the usual style of their languages: a line a deck, through the output buffer of the runtime.
#![cfg(unix)]

use crate::support::{Desk, Ended, skipped, skipped_but_in_ci};
use std::process::Command;

/// A deck of 52 a line, by a loop and the language's own printing.
const STYLES: &[(&str, &str, &str, &str)] = &[
    ("node", "--version", "s.js", "const n = +process.env.SHUFFLE_CARDS;
for (let t = +process.env.SHUFFLE_TRIALS; t > 0; t--) {
  const deck = [...Array(n).keys()];
  for (let i = n - 1; i > 0; i--) { const j = Math.floor(Math.random() * (i + 1)); [deck[i], deck[j]] = [deck[j], deck[i]]; }
  console.log(deck.join(' '));
}"),
    ("python3", "--version", "s.py", "import os, random
n = int(os.environ['SHUFFLE_CARDS'])
for _ in range(int(os.environ['SHUFFLE_TRIALS'])):
    deck = list(range(n)); random.shuffle(deck); print(deck)"),
    ("ruby", "--version", "s.rb", "n = ENV['SHUFFLE_CARDS'].to_i
ENV['SHUFFLE_TRIALS'].to_i.times { puts (0...n).to_a.shuffle.join(' ') }"),
    ("php", "--version", "s.php", "<?php $n = (int) getenv('SHUFFLE_CARDS');
for ($t = (int) getenv('SHUFFLE_TRIALS'); $t > 0; $t--) { $deck = range(0, $n - 1); shuffle($deck); echo implode(',', $deck), \"\\n\"; }"),
    ("perl", "--version", "s.pl", "use List::Util 'shuffle';
for (1 .. $ENV{SHUFFLE_TRIALS}) { print join(' ', shuffle(0 .. $ENV{SHUFFLE_CARDS} - 1)), \"\\n\"; }"),
];

fn check(desk: &Desk, exec: &str, flags: &str) -> Ended {
    let flags: Vec<&str> = flags.split_whitespace().collect();
    desk.run_with(&[&["check", "--exec", exec], &flags[..]].concat())
}

#[test]
fn the_usual_style_of_each_language_is_read_to_its_end() {
    for (program, version, file, source) in STYLES {
        if Command::new(program).arg(version).output().is_err() {
            skipped(&format!("there is no {program}"));
            continue;
        }
        let desk = Desk::new();
        desk.write(file, source);
        let ended = check(
            &desk,
            &format!("{program} {file}"),
            "--cards 52 --trials 20k --metrics position",
        );
        let said = ended.expect_code(0).out;
        assert!(said.starts_with("PASS: no bias found in 20,000 decks"), "{program}: {said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn who_computes_is_waited_for_and_who_sleeps_is_not() {
    let desk = Desk::new();
    // More work before the first deck than the stall allows for sleep, by a clock that work moves.
    desk.write(
        "work.awk",
        "BEGIN { while (n < 40000000) n++; for (t = 1000; t > 0; t--) print \"0 1\" }",
    );
    check(&desk, "awk -f work.awk", "--cards 2 --trials 1000 --stall 500ms --metrics position")
        .expect_code(1);
    let asleep = check(&desk, "sleep 60", "--cards 2 --trials 1000 --stall 1s").expect_code(4);
    assert!(asleep.err.contains("hangs: it wrote nothing for 1s"), "{}", asleep.err);
    let endless =
        check(&desk, "awk 'BEGIN { while (1) n++ }'", "--cards 2 --trials 1000 --stall 300ms");
    let said = endless.expect_code(4).err;
    assert!(said.contains("computes, but wrote nothing for 3s after 0 of 1000 decks: "), "{said}");
    assert!(said.contains("a program must write decks as it makes them"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn node_that_never_returns_to_its_event_loop_is_told_so() {
    if Command::new("node").arg("--version").output().is_err() {
        return skipped_but_in_ci("there is no node");
    }
    let desk = Desk::new();
    desk.write("loop.js", "process.stdout; console.log('0 1'); for (;;);");
    let said =
        check(&desk, "node loop.js", "--cards 2 --trials 1000 --stall 300ms").expect_code(4).err;
    assert!(
        said.contains("console.log writes in a loop") && said.contains("fs.writeSync(1, ...)"),
        "{said}"
    );
}
