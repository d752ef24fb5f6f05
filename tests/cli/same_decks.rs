//! Decks that are all the same, or a few different ones: the headline says so.

use crate::support::Desk;

/// An order of `cards` cards, another one for each number.
fn order(cards: usize, number: usize) -> String {
    let step = [7, 5, 11, 17, 19, 23, 29, 31][number % 8];
    row((0..cards).map(|place| (place * step + number + 3) % cards))
}

fn row(cards: impl Iterator<Item = usize>) -> String {
    cards.map(|card| card.to_string()).collect::<Vec<_>>().join(" ") + "\n"
}

/// The lines of a screen as one, up to the table.
fn said(desk: &Desk, rows: &str, flags: &str) -> String {
    desk.write("decks.txt", rows);
    let ran = desk.run(&format!("check --file decks.txt {flags}")).expect_code(1);
    let text = ran.out.split("\n\n").next().unwrap().replace('\n', " ");
    assert!(ran.out.lines().count() < 30, "the screen is short: {}", ran.out);
    text
}

/// The inside of a loop sets the seed: of many decks, of few, and of so few cards that all orders are counted.
#[test]
fn a_constant_deck_is_the_headline() {
    let desk = Desk::new();
    let cause = "Likely cause: the seed is set inside the loop, or one shuffle is written again";
    for (cards, rows, flags) in [
        (52, 1_000, ""),
        (52, 20, ""),
        (52, 2, ""),
        (5, 1_000, ""),
        (5, 9_000, ""),
        (8, 2_000, ""),
        (6, 1_000, "--cards 8 --deal 6"),
    ] {
        let said = said(&desk, &order(cards, 0).repeat(rows), flags);
        let all = shuffle_audit::number::counted(rows as u64, "deck");
        assert!(said.starts_with(&format!("FAIL: all {all} of `decks.txt`")), "{said}");
        assert!(said.contains(" are the same order. ") && said.contains(cause), "{said}");
        assert!(!said.contains("follow each other"), "{said}");
    }
    let draws = said(&desk, &"3 9 14 22 37 41\n".repeat(500), "--unordered --cards 49 --deal 6");
    assert!(draws.starts_with("FAIL: all 500 draws of "), "{draws}");
    assert!(draws.contains(" are the same set of balls."), "{draws}");
    let symbols = said(&desk, &"3 4 4\n".repeat(500), "--replacement --cards 10 --deal 3");
    assert!(symbols.contains(" are the same outcome."), "{symbols}");
}

#[test]
fn a_few_different_decks_are_counted_in_the_headline() {
    let desk = Desk::new();
    let pool =
        |pool: usize, rows: usize| (0..rows).map(|row| order(52, row % pool)).collect::<String>();
    for (number, rows, wanted) in [
        (
            2,
            1_000,
            "the 1,000 decks of `decks.txt` on 52 cards are only 2 different orders, each 500 times.",
        ),
        (3, 1_000, "the 1,000 decks of `decks.txt` on 52 cards are only 3 different orders."),
        (
            40,
            160,
            "are only 40 different orders, each 4 times. Likely cause: 4 processes with the same seed,",
        ),
        (
            100,
            200,
            "are only 100 different orders, each twice. Likely cause: 2 processes with the same seed,",
        ),
    ] {
        let said = said(&desk, &pool(number, rows), "");
        assert!(said.contains(wanted), "{said}");
    }
    let mostly = order(52, 0).repeat(990) + &(1..11).map(|row| order(52, row)).collect::<String>();
    let said = said(&desk, &mostly, "");
    assert!(
        said.contains("990 of 1,000 decks of `decks.txt` on 52 cards are the same order."),
        "{said}"
    );
}

#[test]
fn the_start_order_and_its_reverse_are_named() {
    let desk = Desk::new();
    let [start, reverse] = [row(0..52), row((0..52).rev())];
    for (rows, wanted) in [
        (
            start.repeat(1_000),
            "all 1,000 decks of `decks.txt` on 52 cards are in the start order. Likely cause: nothing was",
        ),
        (
            start,
            "the deck of `decks.txt` on 52 cards is in the start order. Likely cause: nothing was",
        ),
        (
            reverse.repeat(300),
            "are in the reverse of the start order. Likely cause: the deck was reversed or sorted,",
        ),
        (
            reverse.clone(),
            "the deck of `decks.txt` on 52 cards is in the reverse of the start order.",
        ),
    ] {
        let said = said(&desk, &rows, "");
        assert!(said.contains(wanted), "{said}");
    }
}

/// Repeated decks that follow from a weak shuffle are not a pool; the headline stays with the bias.
#[test]
fn a_weak_shuffle_is_not_called_a_pool_of_decks() {
    let desk = Desk::new();
    for subject in ["random-swaps-one --cards 52 --trials 10000", "naive --cards 4 --trials 10000"]
    {
        let ran = desk.run(&format!("check --algorithm {subject}")).expect_code(1);
        assert!(!ran.out.contains("different orders"), "{}", ran.out);
    }
}

/// A plan says the same, and its page.
#[test]
fn a_plan_and_its_page_have_the_headline_of_check() {
    let desk = Desk::new();
    desk.write("decks.txt", order(52, 0).repeat(300));
    desk.write(
        "audit.toml",
        "title = \"a file\"\n[[case]]\nid = \"file\"\nfile = \"decks.txt\"\ncards = 52\n",
    );
    let ran = desk.run("run audit.toml --out report").expect_code(1);
    let fact = "all 300 decks are the same order: the seed is set inside the loop,";
    assert!(ran.out.replace("\n  ", " ").contains(fact), "{}", ran.out);
    let page = desk.read("report/index.html");
    assert!(page.contains("on 52 cards are the same order."), "the page");
}

/// Screens and pages have no exponents beyond -300; JSON and CSV have them as they are.
#[test]
fn p_values_below_1e_300_are_written_exactly_for_machines_only() {
    let desk = Desk::new();
    desk.write("decks.txt", order(52, 0).repeat(1_000));
    let check = "check --file decks.txt";
    let screen = desk.run(&format!("{check} --verbose")).expect_code(1).out;
    assert!(screen.contains("p < 1e-300") && screen.contains("< 1e-300  "), "{screen}");
    let ended = desk.run(&format!("{check} --out report --json")).expect_code(1);
    let page = desk.read("report/index.html");
    assert!(
        page.contains("Never by chance (p &lt; 1e-300).")
            || page.contains("Never by chance (p < 1e-300).")
    );
    for text in [&screen, &page] {
        assert!(!has_far_exponent(text, "e-") && !has_far_exponent(text, "10^"), "{screen}");
    }
    assert!(ended.out.contains("\"log10_p\": -16118."), "{}", ended.out);
    assert!(desk.read("report/summary.csv").contains(",-16118."), "CSV");
}

/// True if a power of ten has four digits or more.
fn has_far_exponent(text: &str, mark: &str) -> bool {
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).count();
    text.split(mark).skip(1).any(|rest| digits(rest) > 3)
}

/// The screen of `check`, the page and its list of tests quote the same odds for a verdict.
#[test]
fn a_verdict_and_its_page_have_one_number() {
    let desk = Desk::new();
    // Riffled once, so that the bias is neither certain nor beyond doubt.
    let lines = (0..6).map(|number| {
        let cut = 20 + number;
        let riffled = (0..26).flat_map(|i| [(i + cut) % 52, (i + cut + 26) % 52]);
        row(riffled)
    });
    desk.write("decks.txt", lines.collect::<String>());
    let ended = desk.run("check --file decks.txt --out report").expect_code(1);
    let said = ended.out.replace('\n', " ");
    let start = said.find("once in ").or_else(|| said.find("Never by chance")).expect("the odds");
    let odds = &said[start..start + said[start..].find('.').unwrap()];
    assert!(desk.read("report/index.html").contains(odds), "{odds}");
    assert!(said.contains(" audits.") || said.contains("Never"), "{said}");
}
