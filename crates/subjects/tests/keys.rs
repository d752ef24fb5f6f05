//! The table of keys: each of them can be written and read back, stands in the command that sees the subject again, and is
//! refused where it makes no sense.

use shuffle_algorithms::generator::Generator;
use shuffle_audit::Subject as _;
use shuffle_reader::Format;
use shuffle_subjects::{
    CaseSpec, Folder, PlanFile, Written,
    exec::CommandSpec,
    keys::{KEYS, Key, Operand, Part, SubjectKind, key},
    start::StartKey,
};

/// A value of a key that differs from its default, as a word of a command.
fn sample(key: &Key) -> &'static str {
    match key.name {
        "algorithm" => "naive",
        "exec" => "awk -f 'my shuffle.awk'",
        "file" => "my decks.csv",
        "library" => "./libmine.so",
        "symbol" => "riffle",
        "cards" => "5",
        "deal" => "3",
        "unordered" | "replacement" => "true",
        "pack" => "a=2,b=3",
        "bonus" => "1",
        "by" => "set",
        "passes" => "2",
        "start" => "2,0,1,4,3",
        "dice" => "modulo:bits=6",
        "rng" => "chacha8",
        "format" => "csv",
        "base" => "1",
        "labels" => "standard-52",
        "columns" => "2-6",
        "field" => "cards",
        "header" => "false",
        "coverage" => "ignore",
        "groups" => "shards:3",
        "batch" => "2",
        "jobs" => "4",
        "stall" => "2m",
        "probe" => "awk --version",
        other => panic!("no sample of `{other}`"),
    }
}

/// The least that a case of this kind has.
fn least(kind: SubjectKind) -> CaseSpec {
    let mut spec =
        CaseSpec { id: "a".into(), cards: 5, trials: Some(1_000), ..CaseSpec::default() };
    let main = key(kind.key()).unwrap();
    (main.set)(&mut spec, sample(main)).unwrap();
    spec
}

/// A case of this kind with one more key, and what that key needs.
fn with(kind: SubjectKind, key: &Key) -> CaseSpec {
    let mut spec = least(kind);
    if key.name == "labels" {
        spec.cards = 52;
    }
    match key.name {
        "unordered" | "replacement" => spec.deal = Some(3),
        "bonus" | "by" => (spec.unordered, spec.deal) = (true, Some(3)),
        "pack" => spec.cards = CaseSpec::NO_CARDS,
        _ => {}
    }
    if ["columns", "header", "by"].contains(&key.name) {
        spec.format = Some("csv".into());
    }
    if key.name == "field" {
        spec.format = Some("ndjson".into());
    }
    if ["groups", "batch"].contains(&key.name) {
        // Of five cards; two make no batch but with the other key.
        (spec.groups, spec.batch) = (Some("shards:3".into()), Some(2));
    }
    (key.set)(&mut spec, sample(key)).unwrap();
    spec
}

/// The flags of a case, those of its deck aside.
fn flags(spec: CaseSpec) -> Vec<(&'static str, String)> {
    let case = spec.case(&Folder::default()).unwrap();
    let flags = Written::of(&case).unwrap().flags().unwrap();
    [flags.names, flags.settings].concat()
}

#[test]
fn every_key_has_a_name_of_its_own_and_an_explanation() {
    for (at, key) in KEYS.iter().enumerate() {
        assert!(!key.name.is_empty() && !key.help.is_empty() && !key.kinds.is_empty(), "{at}");
        assert!(!key.help.ends_with('.'), "{}: its texts add the full stop", key.name);
        assert!(KEYS[..at].iter().all(|other| other.name != key.name), "{} twice", key.name);
    }
    for kind in SubjectKind::ALL {
        assert_eq!(key(kind.key()).map(|key| key.kinds), Some(&[kind][..]), "{kind:?}");
    }
}

#[test]
fn the_texts_name_what_there_is() {
    let format = key("format").unwrap();
    for known in Format::ALL {
        assert!(format.help.contains(known.id()), "{}", known.id());
    }
    let rng = key("rng").unwrap().default;
    assert!(rng.starts_with(Generator::AUTO) && rng.contains(Generator::default().id()), "{rng}");
    let passes = key("passes").unwrap();
    let text = "How often the whole shuffle is repeated on a deck";
    assert_eq!(
        passes.in_plans(&SubjectKind::ALL),
        format!("{text}; by default 1. Only with `algorithm`.")
    );
    assert_eq!(
        passes.in_flags(&SubjectKind::ALL),
        format!("{text} (with --algorithm) [default: 1]")
    );
    assert_eq!(passes.in_flags(&[SubjectKind::Catalogue]), format!("{text} [default: 1]"));
}

#[test]
fn every_key_of_every_kind_is_written_as_it_was_read() {
    for kind in SubjectKind::ALL {
        for key in kind.keys() {
            let spec = with(kind, key);
            assert_eq!((key.get)(&spec).as_deref(), Some(sample(key)), "{kind:?}: {}", key.name);
            let case = spec.case(&Folder::default()).unwrap();
            let written = CaseSpec::of(&case).unwrap();
            let mut again = CaseSpec { id: "a".into(), trials: Some(1_000), ..CaseSpec::default() };
            for key in &KEYS {
                if let Some(value) = (key.get)(&written) {
                    (key.set)(&mut again, &value).unwrap();
                }
            }
            let again = again.case(&Folder::default()).unwrap();
            assert_eq!(again, case, "{kind:?}: {}", key.name);
        }
    }
}

#[test]
fn orders_and_commands_of_plans_are_one_word_of_a_command() {
    let mut spec = least(SubjectKind::Catalogue);
    spec.start = Some(StartKey::Order(vec![4, 3, 2, 0, 1]));
    assert_eq!(flags(spec)[1], ("start", "4,3,2,0,1".to_owned()));
    let mut spec = least(SubjectKind::Program);
    let words = ["awk", "-f", "my shuffle.awk"].map(str::to_owned).to_vec();
    spec.exec = Some(CommandSpec::Arguments(words.clone()));
    let [(_, exec)] = &flags(spec)[..] else { panic!("one flag") };
    let line = shell_words::split(exec).unwrap();
    let [line] = line.as_slice() else { panic!("one word: {exec}") };
    assert_eq!(CommandSpec::Line(line.clone()).arguments(), Ok(words));
}

#[test]
fn a_key_stands_in_the_command_to_see_it_again_if_and_only_if_it_is_given() {
    for kind in SubjectKind::ALL {
        let names: Vec<&str> = flags(least(kind)).iter().map(|(name, _)| *name).collect();
        assert_eq!(names, [kind.key()]);
        for key in kind.keys().filter(|key| key.part != Part::Deck && key.name != kind.key()) {
            let spec = with(kind, key);
            let given: Vec<&str> = flags(spec).iter().map(|(name, _)| *name).collect();
            let flag = match key.operand {
                Operand::Value(_) | Operand::Flag => key.name,
                Operand::Switch { off, .. } => off,
            };
            assert!(given.contains(&flag), "{kind:?}: {flag} in {given:?}");
            assert!(given.len() <= 4, "{kind:?}: {given:?}");
        }
    }
}

#[test]
fn a_key_that_makes_no_sense_with_a_kind_is_refused_in_a_plan() {
    for kind in SubjectKind::ALL {
        let main = kind.key();
        for key in KEYS.iter().filter(|key| !key.kinds.contains(&kind)) {
            let value = match key.name {
                "passes" | "base" | "jobs" | "header" | "unordered" | "replacement" => {
                    sample(key).to_owned()
                }
                _ => format!("{:?}", sample(key)),
            };
            let plan = format!(
                "[[case]]\nid = \"a\"\n{main} = {:?}\ncards = 5\ntrials = 1_000\n{} = {value}\n",
                sample(shuffle_subjects::keys::key(main).unwrap()),
                key.name
            );
            let error = PlanFile::parse("plan.toml", &plan).unwrap_err();
            let said = match SubjectKind::ALL.iter().any(|kind| kind.key() == key.name) {
                true => {
                    "a case has one subject: `algorithm`, `exec`, `file` or `library`".to_owned()
                }
                false => format!("`{}` makes no sense with `{main}`; leave it out", key.name),
            };
            assert_eq!(error.problem, said, "{plan}");
        }
    }
}

#[test]
fn a_case_without_a_subject_is_told_all_kinds() {
    let plan = "[[case]]\nid = \"a\"\ncards = 5\ntrials = 1_000\n";
    let error = PlanFile::parse("plan.toml", plan).unwrap_err();
    let said = "a case needs a subject: one of `algorithm`, `exec`, `file` and `library`";
    assert_eq!(error.problem, said);
}

#[test]
fn values_that_are_none_are_refused_in_words() {
    let refused = |name: &str, text: &str| {
        (key(name).unwrap().set)(&mut CaseSpec::default(), text).unwrap_err()
    };
    assert!(refused("cards", "many").starts_with("must be a whole number"));
    assert_eq!(refused("passes", "4294967296"), "must be at most 4294967295");
    assert_eq!(refused("base", "one"), "invalid digit found in string");
    assert_eq!(refused("header", "maybe"), "provided string was not `true` or `false`");
}
