//! Calibrations and forecasts that many machines share, or that are cut off: the result is byte for byte the same as one run.

use crate::support::{Desk, Files, signal as send};
use std::{thread, time::Duration};

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
    ("calibrate --runs 6 --cards 4,10 --trials 300 --detections 1 --most-decks 50", "calibration"),
    ("calibrate --sound p.toml --runs 10 --detections 0 --seed 9", "calibration-p"),
    ("calibrate --plan m.toml --detections 2 --times 2", "m"),
    (
        "power --algorithm naive --cards 12 --trials 5_000 --power 0.9 --alpha 0.001 --pilot 5_000",
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
        for (of, threads) in [(1, 2), (3, 1)] {
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
            "calibrate --runs 10 --cards 10 --trials 1_000 --detections 1 --most-decks 100",
            "calibration",
        ),
        ("power --algorithm naive --cards 30 --pilot 30_000", "power"),
    ];
    for (study, name) in long {
        let desk = desk();
        let whole = whole(&desk, (study, name));
        let out = if name == "power" { "reports/power" } else { "reports" };
        let command = format!("{study} --out {out} --checkpoint ck --checkpoint-every 20");
        for (signal, after) in [("-KILL", 300), ("-TERM", 300), ("-KILL", 250)] {
            let mut child = desk.start(&command);
            thread::sleep(Duration::from_millis(after));
            if child.try_wait().unwrap().is_none() {
                send(&child, signal);
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
fn a_study_keeps_to_its_own_checkpoint() {
    let desk = desk();
    let study = "calibrate --cards 4 --trials 100 --detections 0 --quiet";
    // A checkpoint stays where the report cannot be written.
    desk.write("reports", "");
    desk.run(&format!("{study} --runs 4 --checkpoint ck")).expect_code(2);
    assert!(!desk.path("ck").exists(), "nothing was kept of what could not be reported");
    let long = format!("{study} --runs 100_000 --out r --checkpoint ck --checkpoint-every 10");
    kill_at(&desk, &long, "ck/calibration.checkpoint");
    let ended = desk.run(&format!("{study} --runs 4 --out r --checkpoint ck")).expect_code(2);
    assert!(ended.only_line().contains("belongs to the study `calibration`, 0x"), "{ended:?}");
    // The checkpoint of a run is whole, even if a study's is not.
    kill_at(&desk, "run m.toml --checkpoint ck --checkpoint-every 10 --out r", "ck/m.checkpoint");
    let ended =
        desk.run("calibrate --plan m.toml --detections 1 --out x --checkpoint ck").expect_code(2);
    let why = "the checkpoint `ck/m.checkpoint` belongs to another plan, 0x";
    assert!(ended.only_line().contains(why), "{ended:?}");
}

fn kill_at(desk: &Desk, command: &str, checkpoint: &str) {
    let mut child = desk.start(command);
    while !desk.path(checkpoint).exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended without a checkpoint");
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
