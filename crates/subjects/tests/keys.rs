//! The keys of a subject: each of them can be written and read back, appears in the command that repeats the subject,
//! and is rejected where it makes no sense.

use clap::Parser;
use shuffle_algorithms::generator::Generator;
use shuffle_audit::Subject as _;
use shuffle_reader::Format;
use shuffle_subjects::{
    CaseSpec, Folder, PlanFile, Written,
    exec::CommandSpec,
    keys::{KEYS, Key, SubjectKind, key},
    start::StartKey,
};

/// Values that cases have, as words of a command, for keys that do not take any text or number.
const SAMPLES: [(&str, &str); 27] = [
    ("algorithm", "naive"),
    ("exec", "awk -f 'my shuffle.awk'"),
    ("library", "./libmine.so"),
    ("cards", "5"),
    ("deal", "3"),
    ("pack", "a=2,b=3"),
    ("rule", "no-fixed-points"),
    ("groups-of", "A=2,B=3"),
    ("weights", "3,2,1,1,1"),
    ("hands", "2,3"),
    ("bonus", "1"),
    ("draw", "3/5"),
    ("by", "set"),
    ("block", "2,4"),
    ("passes", "2"),
    ("start", "2,0,1,4,3"),
    ("dice", "modulo:bits=6"),
    ("rng", "chacha8"),
    ("format", "csv"),
    ("base", "1"),
    ("labels", "standard-52"),
    ("columns", "2-6"),
    ("coverage", "ignore"),
    ("groups", "shards:3"),
    ("batch", "2"),
    ("jobs", "4"),
    ("stall", "2m"),
];

/// A value of a key that differs from its default, as a word of a command; empty for a flag.
fn sample(key: &Key) -> &'static str {
    let known = SAMPLES.iter().find(|(name, _)| *name == key.name()).map(|(_, sample)| *sample);
    let is_read = |value: &&str| CaseSpec::try_parse_from([flag(key.name(), value)]).is_ok();
    known.or_else(|| ["", "my words", "2"].into_iter().find(is_read)).unwrap()
}

fn flag(name: &str, value: &str) -> String {
    if value.is_empty() { format!("--{name}") } else { format!("--{name}={value}") }
}

fn of_flags(flags: &[String]) -> CaseSpec {
    let spec = CaseSpec::try_parse_from(flags).unwrap();
    // Counts say how many draws they are of.
    let trials = spec.counts.is_none().then_some(1_000);
    CaseSpec { id: "a".into(), trials, ..spec }
}

/// The least that a case of this kind has, on five cards, with other keys.
fn with(kind: SubjectKind, keys: &[&Key]) -> CaseSpec {
    let mut keys = keys.to_vec();
    let main = key(kind.key()).unwrap();
    keys.retain(|key| key.name() != main.name());
    keys.push(main);
    of_flags(&keys.iter().map(|key| flag(key.name(), sample(key))).collect::<Vec<_>>())
}

/// A case of this kind with one more key, and what that key needs.
fn sound(kind: SubjectKind, key: &Key) -> CaseSpec {
    let mut spec = with(kind, &[key]);
    spec.cards = spec.cards.or(Some(5));
    match key.name() {
        "labels" => spec.cards = Some(52),
        "replacement" if kind == SubjectKind::Counts => spec.deal = Some(1),
        "deal" if kind == SubjectKind::Counts => spec.unordered = true,
        "unordered" | "replacement" => spec.deal = Some(3),
        "bonus" => (spec.unordered, spec.deal) = (true, Some(3)),
        "pack" | "draw" | "weights" | "stream" => spec.cards = None,
        "block" => (spec.pack, spec.cards) = (Some("a=1,b=1".into()), None),
        "field" => spec.format = Some("ndjson".into()),
        // With five cards, two make a batch only together with the other key.
        "groups" | "batch" => (spec.groups, spec.batch) = (Some("shards:3".into()), Some(2)),
        _ => {}
    }
    if ["columns", "header", "by"].contains(&key.name()) {
        spec.format = Some("csv".into());
    }
    spec
}

fn keys(kind: SubjectKind) -> impl Iterator<Item = &'static Key> {
    // Keys that only single decks have.
    let of_decks = ["pack", "bonus", "groups", "batch"];
    let goes = move |key: &&Key| kind != SubjectKind::Counts || !of_decks.contains(&key.name());
    KEYS.iter().filter(move |key| key.kinds.contains(&kind)).filter(goes)
}

fn flags(spec: CaseSpec) -> Vec<(&'static str, String)> {
    let case = spec.case(&Folder::default()).unwrap();
    let flags = Written::of(&case).unwrap().flags().unwrap();
    [flags.names, flags.settings].concat()
}

#[test]
fn every_key_has_an_explanation_of_one_piece() {
    for key in KEYS.iter() {
        let help = key.in_flags(&SubjectKind::ALL);
        assert!(!help.is_empty() && !key.kinds.is_empty(), "{}", key.name());
        // The sentences of plans became the parentheses of flags.
        let is_read = ["Only with", "by default"].iter().all(|words| !help.contains(words));
        assert!(is_read && !help.contains('\n') && !help.ends_with('.'), "{help}");
    }
    for kind in SubjectKind::ALL {
        assert_eq!(key(kind.key()).map(|key| &key.kinds[..]), Some(&[kind][..]), "{kind:?}");
    }
}

#[test]
fn the_texts_name_what_there_is() {
    let text = |name: &str, taken: &[SubjectKind]| key(name).unwrap().in_flags(taken);
    let format = text("format", &SubjectKind::ALL);
    for known in Format::ALL {
        assert!(format.contains(known.id()), "{}", known.id());
    }
    let rng = text("rng", &SubjectKind::ALL);
    let default = format!("[default: {}: {}", Generator::AUTO, "lanes-xoshiro256pp");
    assert!(rng.contains(&default) && rng.contains(Generator::default().id()), "{rng}");
    let passes = "The number of times that the whole shuffle is repeated on a deck";
    assert_eq!(
        text("passes", &SubjectKind::ALL),
        format!("{passes} (with --algorithm) [default: 1]")
    );
    assert_eq!(text("passes", &[SubjectKind::Catalogue]), format!("{passes} [default: 1]"));
}

#[test]
fn every_key_of_every_kind_is_written_as_it_was_read() {
    for kind in SubjectKind::ALL {
        for key in keys(kind) {
            let spec = with(kind, &[key]);
            let words = spec.flags().map(|(name, value)| {
                let value = shell_words::split(&value).unwrap();
                flag(name, value.first().map_or("", |word| word))
            });
            let words: Vec<String> = words.collect();
            assert!(words.contains(&flag(key.name(), sample(key))), "{}: {words:?}", key.name());
            assert_eq!(of_flags(&words), spec, "{kind:?}: {}", key.name());
            let case = sound(kind, key).case(&Folder::default()).unwrap();
            let again = CaseSpec::of(&case).unwrap().case(&Folder::default()).unwrap();
            assert_eq!(again, case, "{kind:?}: {}", key.name());
        }
    }
}

#[test]
fn orders_and_commands_of_plans_are_one_word_of_a_command() {
    let mut spec = sound(SubjectKind::Catalogue, key("algorithm").unwrap());
    spec.start = Some(StartKey::Order(vec![4, 3, 2, 0, 1]));
    assert_eq!(flags(spec)[1], ("start", "4,3,2,0,1".to_owned()));
    let mut spec = sound(SubjectKind::Program, key("exec").unwrap());
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
        let names = |spec| flags(spec).iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let main = key(kind.key()).unwrap();
        assert_eq!(names(sound(kind, main)), [kind.key()]);
        // A draw is written as the keys that it stands for, and counts are of draws with replacement without a word.
        let implied = if kind == SubjectKind::Counts { "replacement" } else { "draw" };
        let unsaid = ["cards", "deal", "draw", implied];
        for key in keys(kind).filter(|key| !unsaid.contains(&key.name())) {
            let given = names(sound(kind, key));
            assert!(given.contains(&key.name()), "{kind:?}: {} in {given:?}", key.name());
            assert!(given.len() <= 4, "{kind:?}: {given:?}");
        }
    }
    let file = key("file").unwrap();
    let no_header = CaseSpec {
        header: Some(false),
        format: Some("csv".into()),
        ..sound(SubjectKind::File, file)
    };
    assert!(flags(no_header).contains(&("no-header", String::new())));
}

#[test]
fn a_key_that_makes_no_sense_with_a_kind_is_refused_in_a_plan() {
    for kind in SubjectKind::ALL {
        let main = kind.key();
        for other in KEYS.iter().filter(|key| !key.kinds.contains(&kind)) {
            let spec = CaseSpec { cards: Some(5), ..with(kind, &[other]) };
            let case = toml::to_string(&spec).unwrap();
            let plan = format!("[[case]]\n{case}");
            let error = PlanFile::parse("plan.toml", &plan).unwrap_err();
            let said = match SubjectKind::ALL.iter().any(|kind| kind.key() == other.name()) {
                true => {
                    "a case has one subject: `algorithm`, `exec`, `file`, `library` or `counts`"
                        .to_owned()
                }
                false => format!("`{}` makes no sense with `{main}`; leave it out", other.name()),
            };
            assert_eq!(error.problem, said, "{plan}");
        }
    }
}

#[test]
fn the_title_of_a_case_is_kept_and_decides_nothing() {
    let plan = |title: &str| {
        let text = format!(
            "[[case]]\nid = \"a\"\nalgorithm = \"naive\"\ncards = 5\ntrials = 100\n{title}\n"
        );
        PlanFile::parse("plan.toml", &text).unwrap()
    };
    let (plain, titled) = (plan(""), plan("title = \"Online poker, 1999\""));
    assert_eq!(plain.fingerprint(), titled.fingerprint());
    let spec = |plan: &PlanFile| CaseSpec::of(&plan.cases[0]).unwrap();
    assert_eq!(spec(&plain).title, None);
    assert_eq!(spec(&titled).title.as_deref(), Some("Online poker, 1999"));
    assert!(spec(&titled).flags().all(|(name, _)| name != "title"), "commands need no title");
}

#[test]
fn a_draw_is_a_case_without_order_on_balls_from_1() {
    let plan = |keys: &str| {
        let plan = format!("[[case]]\nid = \"a\"\ntrials = 1_000\n{keys}\n");
        PlanFile::parse("plan.toml", &plan).map_err(|error| error.to_string())
    };
    for (draw, keys) in [
        ("6/49", "cards = 49\ndeal = 6"),
        ("6/49+1", "cards = 49\ndeal = 6\nbonus = \"1\""),
        ("5/69+1/26", "cards = 69\ndeal = 5\nbonus = \"26/1\""),
    ] {
        for (subject, base) in [
            ("algorithm = \"floyd\"", ""),
            ("exec = \"cat balls.txt\"", "base = 1"),
            ("file = \"balls.csv\"", "base = 1"),
        ] {
            let short = plan(&format!("{subject}\ndraw = \"{draw}\"")).unwrap();
            let long = plan(&format!("{subject}\n{keys}\nunordered = true\n{base}")).unwrap();
            assert_eq!(short, long, "{draw}");
            assert_eq!(short.fingerprint(), long.fingerprint(), "{draw}");
        }
    }
    let of_zero = plan("file = \"balls.csv\"\ndraw = \"6/49\"\nbase = 0").unwrap();
    assert_eq!(CaseSpec::of(&of_zero.cases[0]).unwrap().base, Some(0));
    for (keys, said) in [
        ("draw = \"6-49\"", "`6-49` is not a draw; write it as 6/49, 6/49+1 or 5/69+1/26"),
        ("draw = \"6/49\"\ndeal = 6", "`deal` makes no sense with `draw`; leave it out"),
        ("draw = \"50/49\"", "`50/49` is not a draw; write it as 6/49, 6/49+1 or 5/69+1/26"),
    ] {
        let refused = plan(&format!("algorithm = \"floyd\"\n{keys}")).unwrap_err();
        let line = 4 + keys.lines().count();
        assert_eq!(refused, format!("plan.toml:{line}: {said}"));
    }
}

#[test]
fn values_that_are_none_are_refused_in_words() {
    for (flag, said) in [
        ("--cards=many", "must be a whole number"),
        ("--passes=4294967296", "must be at most 4294967295"),
        ("--base=one", "invalid digit found in string"),
    ] {
        let refused = CaseSpec::try_parse_from([flag]).unwrap_err().to_string();
        assert!(refused.contains(&format!(": {said}")), "{refused}");
    }
}
