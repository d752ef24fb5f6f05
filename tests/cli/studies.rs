//! Calibrations and forecasts that many machines share, or that are cut off: the bytes are those of one.

use crate::support::{Desk, Files};
use std::{fs, process::Command, thread, time::Duration};

/// Sound shuffles, one of them in order and so not calibrated, and a defect.
const PLAN: &str = "title = \"small\"\nseed = 3\n\
    [[case]]\nid = \"sound\"\nalgorithm = \"fisher-yates\"\ncards = 6\ntrials = 700\n\
    [[case]]\nid = \"dealt\"\nalgorithm = \"fyp\"\ncards = 12\ndeal = 3\ntrials = 900\n\
    [[case]]\nid = \"in-order\"\nalgorithm = \"fisher-yates\"\ncards = 5\ntrials = 500\nsequential = true\n\
    [[case]]\nid = \"planted\"\nalgorithm = \"naive\"\ncards = 4\ntrials = 2_000\nexpect = \"fail\"\n";

/// A plan of which every case can be measured.
const MEASURED: &str = "title = \"measured\"\nseed = 3\n\
    [[case]]\nid = \"sound\"\nalgorithm = \"fisher-yates\"\ncards = 6\ntrials = 700\n\
    [[case]]\nid = \"planted\"\nalgorithm = \"naive\"\ncards = 4\ntrials = 2_000\nexpect = \"fail\"\n";

/// Commands without a folder, and the name of the report.
const STUDIES: [(&str, &str); 4] = [
    (
        "calibrate --runs 25 --cards 4,10 --trials 300 --detections 2 --most-decks 100",
        "calibration",
    ),
    ("calibrate --sound p.toml --runs 20 --detections 0 --seed 9", "calibration-p"),
    ("calibrate --plan m.toml --detections 5 --times 2", "m"),
    (
        "power --algorithm naive --cards 12 --trials 5_000 --power 0.9 --alpha 0.001 --pilot 20_000",
        "power",
    ),
];

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("p.toml", PLAN);
    desk.write("m.toml", MEASURED);
    desk
}

/// The report of one machine.
fn whole(desk: &Desk, (study, name): (&str, &str)) -> Files {
    // A forecast is written into the folder itself, and merged into one of its name.
    let out = if name == "power" { "whole/power" } else { "whole" };
    let ended = desk.run(&format!("{study} --out {out} --quiet --threads 1"));
    assert!(matches!(ended.code, Some(0 | 1)), "{ended:?}");
    desk.files(&format!("whole/{name}"))
}

#[test]
fn shards_of_a_study_merge_to_the_bytes_of_one() {
    for (study, name) in STUDIES {
        let desk = desk();
        let whole = whole(&desk, (study, name));
        for (of, threads) in [(1, 2), (3, 1), (7, 2)] {
            let tallies = format!("t{of}");
            for number in 1..=of {
                let shard = format!("--shard {number}/{of} --out {tallies} --threads {threads}");
                desk.run(&format!("{study} {shard} --quiet")).expect_code(0);
            }
            let names = desk.names(&tallies);
            assert_eq!(names.len(), of, "{names:?}");
            let files = names.iter().rev().map(|file| format!("{tallies}/{file}"));
            let files = files.collect::<Vec<_>>().join(" ");
            let ended = desk.run(&format!("merge {files} --out m{of} --quiet"));
            assert!(matches!(ended.code, Some(0 | 1)), "{ended:?}");
            let merged = desk.files(&format!("m{of}/{name}"));
            assert!(merged == whole, "{name} in {of} shards: {ended:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_study_that_is_killed_goes_on_to_the_bytes_of_one() {
    let long = [
        (
            "calibrate --runs 120 --cards 10 --trials 2_000 --detections 1 --most-decks 500",
            "calibration",
        ),
        ("power --algorithm naive --cards 30 --pilot 500_000", "power"),
    ];
    for (study, name) in long {
        let desk = desk();
        let whole = whole(&desk, (study, name));
        let out = if name == "power" { "reports/power" } else { "reports" };
        let command = format!("{study} --out {out} --checkpoint ck --checkpoint-every 20");
        for (signal, after) in [("-KILL", 300), ("-TERM", 400), ("-KILL", 250)] {
            let mut child = desk.start(&command);
            thread::sleep(Duration::from_millis(after));
            if child.try_wait().unwrap().is_none() {
                let id = child.id().to_string();
                let sent = Command::new("kill").args([signal, &id]).status();
                assert!(sent.unwrap().success());
            }
            let ended = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&ended.stderr);
            let goes_on = said.contains("the same command goes on from `ck/");
            assert!(ended.status.code() != Some(130) || goes_on, "{said}");
        }
        let ended = desk.run(&command);
        assert!(matches!(ended.code, Some(0 | 1)), "{ended:?}");
        assert!(desk.files(&format!("reports/{name}")) == whole, "{ended:?}");
        assert!(desk.names("ck").is_empty(), "{:?}", desk.names("ck"));
    }
}

#[test]
fn shards_of_a_study_that_do_not_belong_together_are_refused() {
    let desk = desk();
    let study = "calibrate --cards 4 --trials 100 --detections 0 --quiet";
    let count = |flags: &str| desk.run(&format!("{study} {flags}")).expect_code(0);
    for number in 1..=2 {
        count(&format!("--runs 4 --shard {number}/2 --out t"));
        count(&format!("--runs 4 --shard {number}/2 --seed 2 --out seed"));
        count(&format!("--runs 5 --shard {number}/2 --out runs"));
    }
    desk.run("run p.toml --shard 1/2 --out t --quiet").expect_code(0);
    let ours = "t/calibration-1-of-2.tallies";
    let torn = fs::read(desk.path(ours)).unwrap();
    fs::write(desk.path("torn.tallies"), &torn[..torn.len() - 9]).unwrap();
    let cases = [
        ("", "of plan `calibration` a shard is missing: 2/2"),
        (ours, "is given twice"),
        ("seed/calibration-2-of-2.tallies", "detections 0, most decks 4000000, seed 0x2, and"),
        ("runs/calibration-2-of-2.tallies", "is of `calibration` with runs 5, cards 4,"),
        ("nothere.tallies", "cannot read the tallies `nothere.tallies`"),
        ("t/p-1-of-2.tallies", "is of a study, and another file is of a run; merge them apart"),
        ("torn.tallies", "`torn.tallies` is torn or damaged"),
        (
            "t/calibration-2-of-2.tallies --export a.md",
            "--export: the report on `calibration` has nothing of that kind",
        ),
    ];
    for (other, why) in cases {
        let ended = desk.run(&format!("merge {ours} {other} --out merged")).expect_code(2);
        assert!(ended.only_line().contains(why), "{ended:?}");
    }
    assert!(!desk.path("merged").exists() && !desk.path("a.md").exists());
}

#[test]
fn a_shard_of_a_study_judges_nothing_and_keeps_to_its_own_checkpoint() {
    let desk = desk();
    for (study, _) in STUDIES {
        let ended = desk.run(&format!("{study} --shard 1/2 --json")).expect_code(2);
        assert!(ended.only_line().contains("--shard: cannot be used with --json"), "{ended:?}");
    }
    let study = "calibrate --cards 4 --trials 100 --detections 0 --quiet";
    // A checkpoint stays where the report cannot be written.
    desk.write("reports", "");
    desk.run(&format!("{study} --runs 4 --checkpoint ck")).expect_code(2);
    assert!(!desk.path("ck").exists(), "nothing was kept of what could not be reported");
    let mut child = desk
        .start(&format!("{study} --runs 100_000 --out r --checkpoint ck --checkpoint-every 10"));
    while !desk.path("ck/calibration.checkpoint").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended without a checkpoint");
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let ended = desk.run(&format!("{study} --runs 4 --out r --checkpoint ck")).expect_code(2);
    assert!(ended.only_line().contains("is of the study `calibration`, 0x"), "{ended:?}");
}

#[test]
fn tallies_take_the_place_of_no_others() {
    let desk = desk();
    let refused = |command: &str, why: &str| {
        let before = desk.files("t");
        let ended = desk.run(command).expect_code(2);
        assert!(ended.only_line().contains(why), "{ended:?}");
        assert!(desk.files("t") == before);
    };
    desk.run("run m.toml --shard 1/2 --out t --quiet").expect_code(0);
    desk.run("run m.toml --shard 1/2 --out t --quiet").expect_code(0);
    let measure = "calibrate --plan m.toml --detections 1 --shard 1/2 --out t --quiet";
    refused(measure, "`t/m-1-of-2.tallies` is there already, and is of another plan, 0x");
    desk.run("power --algorithm naive --cards 5 --shard 1/1 --out t --quiet").expect_code(0);
    let other = "power --algorithm fisher-yates --cards 5 --shard 1/1 --out t --quiet";
    refused(other, "is there already, and is of the study `power`, 0x");
    desk.write("t/calibration-1-of-1.tallies", "mine");
    let study = "calibrate --runs 4 --cards 4 --trials 100 --detections 0 --shard 1/1 --out t";
    refused(
        study,
        "is there already, and is no file of tallies; remove it, or name another folder",
    );
    refused(
        "run m.toml --seed fresh --shard 1/2 --out t",
        "--seed fresh: cannot be used with --shard",
    );
    refused("calibrate --seed fresh --checkpoint ck", "--seed fresh: cannot be used with --shard");
    // The checkpoint of a run is whole, if not that of a study.
    let mut run = desk.start("run m.toml --checkpoint ck --checkpoint-every 10 --out r");
    while !desk.path("ck/m.checkpoint").exists() {
        assert!(run.try_wait().unwrap().is_none());
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let why = "the checkpoint `ck/m.checkpoint` is of another plan, 0x";
    refused("calibrate --plan m.toml --detections 1 --checkpoint ck", why);
}

/// A plan is what it was where it was counted, with the packs, labels and groups that it names.
#[test]
fn packs_travel_with_the_tallies() {
    let desk = Desk::new();
    let pack = |text: &str| desk.write("pack.txt", text);
    desk.write(
        "pk.toml",
        "seed = 7\n[[case]]\nid = \"p\"\nalgorithm = \"fisher-yates\"\npack = \"pack.txt\"\ntrials = 30_000\n",
    );
    pack("a\na\nb\nd\n");
    desk.run("run pk.toml --quiet --out one").expect_code(0);
    desk.run("run pk.toml --shard 1/2 --out t --quiet").expect_code(0);
    desk.run("run pk.toml --shard 2/2 --out t --quiet").expect_code(0);
    pack("a\nb\nb\nd\n");
    desk.run("run pk.toml --shard 2/2 --out other --quiet").expect_code(0);
    let ended =
        desk.run("merge t/pk-1-of-2.tallies other/pk-2-of-2.tallies --out m").expect_code(2);
    assert!(ended.only_line().contains("with other keys, packs or labels"), "{ended:?}");
    fs::remove_file(desk.path("pack.txt")).unwrap();
    desk.run("merge t/pk-1-of-2.tallies t/pk-2-of-2.tallies --out m --quiet").expect_code(0);
    assert!(desk.files("m/pk") == desk.files("one/pk"));
    let power = "power --algorithm naive --pack pack.txt --pilot 8_192 --quiet --shard";
    pack("a\na\nb\nd\n");
    desk.run(&format!("{power} 1/2 --out t")).expect_code(0);
    pack("a\na\na\nb\nb\nd\n");
    desk.run(&format!("{power} 2/2 --out t")).expect_code(0);
    let ended = desk.run("merge t/power-1-of-2.tallies t/power-2-of-2.tallies").expect_code(2);
    assert!(ended.only_line().contains("is of `power` with subject and budget 0x"), "{ended:?}");
}
