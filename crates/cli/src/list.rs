//! `shuffle-audit list`: all that plans and flags can name.

use crate::{
    args::ListArgs,
    exit::{Exit, Failure},
    output::print,
};
use shuffle_algorithms::{
    catalogue::{ENTRIES, Entry, Known},
    dice::DiceSpec,
    generator::Generator,
    spec::Parameter,
};
use shuffle_metrics::{metric::METRICS, sequential::SEQUENTIAL};
use std::fmt::Write;

/// Prints the catalogue.
pub(crate) fn list(args: &ListArgs) -> Result<Exit, Failure> {
    print(&if args.metrics { tests() } else { catalogue() })?;
    Ok(Exit::Expected)
}

fn catalogue() -> String {
    let mut text = String::from("Shuffles (--algorithm, `algorithm` in a plan):\n");
    for entry in ENTRIES {
        shuffle(&mut text, entry);
    }
    text.push_str("\nDice (--dice, `dice` in a plan):\n");
    for entry in DiceSpec::ENTRIES {
        let _ = writeln!(text, "  {:32} {}", entry.id, entry.title);
        parameters(&mut text, entry.parameters);
    }
    let generators: Vec<&str> = Generator::ALL.iter().map(|generator| generator.id()).collect();
    let _ = writeln!(text, "\nGenerators (--rng, `rng` in a plan): {}", generators.join(", "));
    text.push('\n');
    text.push_str(&tests());
    text
}

/// What each test sees, and what it cannot.
fn tests() -> String {
    let mut text = String::from("Tests (--metrics, `metrics` in a plan):\n");
    for metric in METRICS {
        for test in metric.tests {
            let only = if metric.in_battery { "" } else { " (only when asked for)" };
            let _ = writeln!(text, "  {:20} {}{only}", test.id, test.title);
            let _ = writeln!(text, "  {:20} sees: {}", "", test.sees);
            let _ = writeln!(text, "  {:20} blind to: {}", "", test.blind_to);
        }
    }
    let _ = writeln!(text, "  {:20} {} (--until-decided)", SEQUENTIAL.id, SEQUENTIAL.title);
    let _ = writeln!(text, "  {:20} sees: {}", "", SEQUENTIAL.sees);
    let _ = writeln!(text, "  {:20} blind to: {}", "", SEQUENTIAL.blind_to);
    text
}

fn shuffle(text: &mut String, entry: &Entry) {
    let _ = writeln!(text, "  {:32} {}", entry.id, entry.title);
    parameters(text, entry.parameters);
    let known = match entry.known {
        Known::Uniform => "uniform".to_owned(),
        Known::Biased { from, how } => format!("biased from {from} cards: {how}"),
        Known::BiasedBeyond { parameter, how } => {
            format!("biased beyond `{parameter}` cards: {how}")
        }
    };
    let _ = writeln!(text, "  {:32} {}; {known}", "", entry.family);
    if !entry.aliases.is_empty() {
        let _ = writeln!(text, "  {:32} also called {}", "", entry.aliases.join(", "));
    }
    let _ = writeln!(text, "  {:32} source: {}", "", entry.source);
}

fn parameters(text: &mut String, parameters: &[Parameter]) {
    for Parameter { key, about, min, max, default } in parameters {
        let _ = writeln!(text, "  {:32} {key}={min}..{max}: {about}; {default} by default", "");
    }
}
