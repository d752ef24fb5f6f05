//! A report folder belongs to its user: the next report replaces the files of the last one, and touches nothing else;
//! if it cannot be written, the verdict is printed all the same.

use crate::support::{Desk, EVERY_KIND, Files, REPORT, SMALL, Table};
use serde_json::Value;
use shuffle_report::paths;
use shuffle_studies::Results;
use shuffle_subjects::PlanFile;
use std::fs;

const CHECK: &str =
    "check --algorithm fisher-yates --cards 5 --trials 500 --metrics position --out report";

/// Another report in the same folder, of another case.
const OTHER: &str = "check --algorithm naive --cards 5 --trials 5_000 --out report";

/// Runs [`CHECK`] over a desk and expects that it is refused, before the run, and changes nothing.
#[track_caller]
fn refused(desk: &Desk) -> String {
    let before = desk.files("");
    let ended = desk.run(CHECK).expect_code(2);
    let line = ended.only_line();
    assert!(line.starts_with("shuffle-audit: --out: `report` "), "{line}");
    assert!(desk.files("") == before, "all files are as they were");
    line.to_owned()
}

fn manifest(files: &Files) -> Value {
    serde_json::from_slice(&files["manifest.json"]).unwrap()
}

/// The paths and hashes that a manifest lists.
fn listed(files: &Files) -> Vec<(String, String)> {
    let manifest = manifest(files);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let files = manifest["files"].as_array().unwrap().iter();
    files.map(|file| (text(&file["path"]), text(&file["sha256"]))).collect()
}

fn sha256(desk: &Desk, path: &str) -> String {
    let output = std::process::Command::new("sha256sum").arg(desk.path(path)).output().unwrap();
    String::from_utf8(output.stdout).unwrap()[..64].to_owned()
}

#[test]
fn an_empty_folder_is_taken() {
    let desk = Desk::new();
    fs::create_dir(desk.path("report")).unwrap();
    desk.run(CHECK).expect_code(0);
    assert!(desk.path("report/summary.csv").exists());
}

#[cfg(unix)]
#[test]
fn the_manifest_of_every_kind_of_report_lists_its_files_with_their_sha_256() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.run("run small.toml --out report").expect_code(0);
    desk.run("check --algorithm naive --cards 5 --trials 5_000 --out report/check").expect_code(1);
    desk.run("exact --algorithm naive --cards 3 --tree dot --out report/exact").expect_code(0);
    desk.run("power --algorithm naive --cards 3 --pilot 1000 --out report/power").expect_code(0);
    let sizes = "--runs 5 --cards 4 --trials 200 --detections 0";
    desk.run(&format!("calibrate {sizes} --out report")).expect_code(0);
    for folder in ["small", "check", "exact", "power", "calibration"] {
        let folder = format!("report/{folder}");
        let files = desk.files(&folder);
        let listed = listed(&files);
        let others: Vec<&String> = files.keys().filter(|path| *path != "manifest.json").collect();
        assert!(listed.iter().map(|(path, _)| path).eq(others), "{folder}");
        for (path, hash) in listed {
            assert_eq!(hash, sha256(&desk, &format!("{folder}/{path}")), "{path}");
        }
        let manifest = manifest(&files);
        assert_eq!(manifest["shuffle_audit"], env!("CARGO_PKG_VERSION"));
        let is_of_a_plan = folder.ends_with("small") || folder.ends_with("check");
        assert_eq!(manifest["fingerprint"].is_string(), is_of_a_plan, "{folder}");
        if is_of_a_plan {
            let run = Table::read(&files["run.csv"]);
            assert_eq!(manifest["fingerprint"], *run.column("fingerprint")[0]);
        }
    }
}

#[test]
fn what_somebody_puts_beside_a_report_stays_whatever_its_ending() {
    let desk = Desk::new();
    desk.run(CHECK).expect_code(0);
    let theirs = [
        "thesis.txt",
        "measured.csv",
        "plot.png",
        "notes.md",
        ".git/HEAD",
        "fisher-yates/mine.csv",
        "fisher-yates/deeper/mine.png",
        "empty",
    ];
    for path in theirs {
        desk.write(&format!("report/{path}"), "years of work");
    }
    // The same report again, and another, which takes those of the first away.
    for (command, code) in [(CHECK, 0), (OTHER, 1)] {
        desk.run(command).expect_code(code);
        for path in theirs {
            assert_eq!(desk.read(&format!("report/{path}")), "years of work", "{path}");
        }
    }
    assert!(desk.path("report/naive/position.csv").exists());
    assert!(!desk.path("report/fisher-yates/position.csv").exists());
    assert_eq!(desk.names("report/fisher-yates"), ["deeper", "mine.csv"]);
    // The user's files are in no manifest.
    assert!(listed(&desk.files("report")).iter().all(|(path, _)| !path.contains("mine")));
    assert!(desk.names("report").iter().all(|name| !name.starts_with(".shuffle")), "no scaffold");
}

#[test]
fn files_of_an_earlier_report_that_the_next_one_has_not_go_with_their_folders() {
    let desk = Desk::new();
    desk.run(CHECK).expect_code(0);
    desk.run(OTHER).expect_code(1);
    assert!(!desk.path("report/fisher-yates").exists());
    let alone = Desk::new();
    alone.run(OTHER).expect_code(1);
    assert!(desk.files("report") == alone.files("report"));
}

#[test]
fn a_file_that_stands_in_the_way_is_refused_by_its_name_before_the_run() {
    for name in ["summary.csv", "plan.toml", "manifest.json", "fisher-yates/position.csv"] {
        let desk = Desk::new();
        desk.write(&format!("report/{name}"), "years of work");
        let line = refused(&desk);
        let why = format!(
            "shuffle-audit: --out: `report` has `{name}` in the way, which no report of ours wrote; \
             move it away, or name another folder"
        );
        assert_eq!(line, why);
    }
    // A file where a folder should be, and a folder where a file should be.
    let desk = Desk::new();
    desk.write("report/fisher-yates", "years of work");
    assert!(refused(&desk).contains("`fisher-yates`"));
    let desk = Desk::new();
    desk.write("report/run.csv/deeper", "years of work");
    assert!(refused(&desk).contains("`run.csv`"));
}

#[test]
fn what_is_looked_for_before_a_run_is_all_that_a_report_may_write() {
    let plan = PlanFile::parse("every-kind.toml", EVERY_KIND).unwrap();
    let looked_for = paths::<Results>(&plan);
    for path in REPORT.keys().filter(|path| *path != "manifest.json") {
        assert!(looked_for.contains(path), "{path}");
    }
}

#[test]
fn somebody_elses_plan_does_not_make_a_folder_ours() {
    let desk = Desk::new();
    desk.write("report/plan.toml", SMALL);
    assert!(refused(&desk).contains("`plan.toml`"));
}

#[test]
fn a_file_of_a_report_that_somebody_changed_is_theirs() {
    let desk = Desk::new();
    desk.run(CHECK).expect_code(0);
    desk.write("report/summary.csv", "case,note\nfisher-yates,see page 12\n");
    let line = refused(&desk);
    let why = "`summary.csv` in the way, which was changed since a report wrote it; move it away";
    assert!(line.contains(why), "{line}");
    // If it is not in the way it stays.
    let desk = Desk::new();
    desk.run(CHECK).expect_code(0);
    desk.write("report/fisher-yates/position.csv", "mine now");
    desk.run(OTHER).expect_code(1);
    assert_eq!(desk.read("report/fisher-yates/position.csv"), "mine now");
    assert!(!desk.path("report/fisher-yates/position.png").exists());
}

#[test]
fn a_manifest_that_lists_the_files_of_others_takes_none_of_them() {
    let desk = Desk::new();
    desk.run(CHECK).expect_code(0);
    let text = desk.read("report/manifest.json");
    desk.write("thesis.txt", "");
    // The hash of an empty file, here for a file beside the folder.
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let entry =
        format!(r#""files": [{{"path": "../thesis.txt", "bytes": 0, "sha256": "{empty}"}},"#);
    desk.write("report/manifest.json", text.replacen("\"files\": [", &entry, 1));
    assert!(refused(&desk).contains("manifest.json"));
    assert!(desk.path("thesis.txt").exists());
}

#[test]
fn without_a_manifest_every_file_is_somebody_elses() {
    let desk = Desk::new();
    desk.run(CHECK).expect_code(0);
    fs::remove_file(desk.path("report/manifest.json")).unwrap();
    desk.write("report/summary.csv", "years of work");
    let before = desk.files("report");
    let line = refused(&desk);
    assert!(line.contains("in the way, which no report of ours wrote"), "{line}");
    assert!(desk.files("report") == before);
}

/// A case folder that was moved away, with a link in its place.
#[cfg(unix)]
#[test]
fn what_lies_behind_a_link_is_never_removed() {
    let desk = Desk::new();
    desk.run(CHECK).expect_code(0);
    fs::rename(desk.path("report/fisher-yates"), desk.path("archive")).unwrap();
    std::os::unix::fs::symlink(desk.path("archive"), desk.path("report/fisher-yates")).unwrap();
    let before = desk.files("archive");
    desk.run("check --algorithm naive --cards 5 --trials 2000 --out report").expect_code(1);
    assert!(desk.files("archive") == before, "no file of it is gone");
}

#[test]
fn a_run_is_refused_by_one_obstacle_before_any_plan_runs() {
    let desk = Desk::new();
    desk.write("first.toml", SMALL);
    desk.write("second.toml", SMALL);
    desk.write("reports/second/small/position.png", "years of work");
    let before = desk.files("");
    let ended = desk.run("run first.toml second.toml").expect_code(2);
    let line = ended.only_line();
    assert!(line.starts_with("shuffle-audit: --out: `reports/second` has `small/position.png`"));
    assert!(desk.files("") == before);
}

#[test]
fn a_file_is_no_folder() {
    let desk = Desk::new();
    desk.write("report", "a file");
    let line = refused(&desk);
    assert_eq!(line, "shuffle-audit: --out: `report` is a file; name a new or empty folder");
    let ended = desk.run(&format!("{CHECK}/deeper")).expect_code(2);
    ended.only_line();
    assert_eq!(desk.names(""), ["report"]);
}

/// Tests that need a Unix, and mostly the right to mount.
#[cfg(unix)]
mod places {
    use super::*;
    use crate::support::{Ended, binary, skipped};
    use std::{
        os::unix::fs::{MetadataExt, PermissionsExt},
        path::PathBuf,
        process::Command,
    };

    /// A mounted disk of a given size on the desk, unmounted when dropped.
    struct Disk {
        path: PathBuf,
    }

    impl Disk {
        /// Mounts it as `disk`; `None` if that is not permitted.
        fn mount(desk: &Desk, options: &str) -> Option<Self> {
            let path = desk.path("disk");
            fs::create_dir(&path).unwrap();
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(&path);
            if mount.output().is_ok_and(|output| output.status.success()) {
                return Some(Self { path });
            }
            skipped("nothing can be mounted here");
            None
        }

        fn remount(&self, options: &str) {
            let options = format!("remount,{options}");
            let status = Command::new("mount").args(["-o", &options]).arg(&self.path).status();
            assert!(status.unwrap().success());
        }

        /// Fills it except for `but` bytes.
        fn fill(&self, but: u64) {
            let free = Command::new("stat").args(["-f", "-c", "%a %S"]).arg(&self.path).output();
            let free = String::from_utf8(free.unwrap().stdout).unwrap();
            let (blocks, size) = free.trim().split_once(' ').unwrap();
            let free = blocks.parse::<u64>().unwrap() * size.parse::<u64>().unwrap();
            fs::write(self.path.join("filler"), vec![0; (free - but) as usize]).unwrap();
        }
    }

    impl Drop for Disk {
        fn drop(&mut self) {
            let _ = Command::new("umount").arg("-l").arg(&self.path).status();
        }
    }

    /// Writes more than fits into a small disk: some pictures.
    const LARGE: &str = "check --algorithm naive --cards 52 --trials 2_000 --out disk/report";

    #[track_caller]
    fn expect_verdict_without_report(ended: &Ended, report: &str) {
        assert!(ended.out.contains("fisher-yates") || ended.out.contains("naive"), "{}", ended.out);
        assert!(ended.out.contains("Seed 0x5eed"), "a whole verdict:\n{}", ended.out);
        let start = format!("shuffle-audit: cannot write the report `{report}`: ");
        assert!(ended.err.starts_with(&start), "{}", ended.err);
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
    }

    #[test]
    fn a_folder_that_may_not_be_written_into_is_said_at_once_and_keeps_the_verdict() {
        let desk = Desk::new();
        let locked = desk.path("locked");
        fs::create_dir(&locked).unwrap();
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
        // Root may write anywhere, except for example in /proc.
        let is_root = fs::write(locked.join("probe"), "").is_ok();
        let folder = match (is_root, cfg!(target_os = "linux")) {
            (false, _) => "locked",
            (true, true) => "/proc",
            (true, false) => return,
        };
        let report = format!("{folder}/report");
        let ended = desk.run(&CHECK.replace("report", &report)).expect_code(2);
        expect_verdict_without_report(&ended, &report);
        assert!(ended.err.contains("; the audit is made without it"), "{}", ended.err);
    }

    #[test]
    fn a_parent_that_may_not_be_written_into_is_no_matter_where_the_folder_is_there() {
        // As another user, since root may write anywhere.
        let desk = Desk::new();
        let parent = desk.path("parent");
        let report = parent.join("report");
        fs::create_dir_all(&report).unwrap();
        let open = fs::Permissions::from_mode;
        fs::set_permissions(&report, open(0o777)).unwrap();
        fs::set_permissions(&parent, open(0o555)).unwrap();
        fs::set_permissions(desk.path(""), open(0o755)).unwrap();
        let program = desk.path("shuffle-audit");
        fs::copy(binary(), &program).unwrap();
        let as_nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"];
        let mut command = Command::new("setpriv");
        command.args(as_nobody).arg(&program).current_dir(desk.path(""));
        command.args(CHECK.replace("report", "parent/report").split(' '));
        let Ok(output) = command.output() else { return skipped("no setpriv here") };
        let ended = Ended::from(output);
        if ended.err.contains("setpriv") {
            return skipped(&format!("nobody else can be had here: {}", ended.err));
        }
        let ended = ended.expect_code(0);
        assert_eq!(ended.err, "");
        assert!(report.join("summary.csv").exists());
        // And a folder that is not there cannot be made.
        let mut command = Command::new("setpriv");
        command.args(as_nobody).arg(&program).current_dir(desk.path(""));
        command.args(CHECK.replace("report", "parent/other").split(' '));
        let ended = Ended::from(command.output().unwrap()).expect_code(2);
        expect_verdict_without_report(&ended, "parent/other");
    }

    #[test]
    fn a_disk_that_may_only_be_read_keeps_the_verdict() {
        let desk = Desk::new();
        let Some(disk) = Disk::mount(&desk, "size=1m") else { return };
        desk.run(&CHECK.replace("report", "disk/report")).expect_code(0);
        let before = desk.files("disk");
        disk.remount("ro");
        for report in ["disk/report", "disk/other", "disk/deeper/down"] {
            let ended = desk.run(&CHECK.replace("report", report)).expect_code(2);
            expect_verdict_without_report(&ended, report);
        }
        assert!(desk.files("disk") == before);
    }

    #[test]
    fn a_full_disk_keeps_the_verdict_and_the_earlier_report() {
        let desk = Desk::new();
        let Some(disk) = Disk::mount(&desk, "size=400k") else { return };
        // Full before the run: the error comes before the run.
        disk.fill(0);
        let ended = desk.run(LARGE).expect_code(2);
        expect_verdict_without_report(&ended, "disk/report");
        assert!(ended.err.contains("; the audit is made without it"), "{}", ended.err);
        assert_eq!(desk.names("disk"), ["filler"], "no folder is left behind");
        // Too small for the report, which is noticed only after the run.
        fs::remove_file(desk.path("disk/filler")).unwrap();
        disk.fill(20_000);
        let ended = desk.run(LARGE).expect_code(2);
        expect_verdict_without_report(&ended, "disk/report");
        assert!(!ended.err.contains("made without it"), "{}", ended.err);
        assert_eq!(desk.names("disk"), ["filler"], "no folder is left behind");
        // The same over an earlier report.
        fs::remove_file(desk.path("disk/filler")).unwrap();
        desk.run(&CHECK.replace("report", "disk/report")).expect_code(0);
        disk.fill(20_000);
        let before = desk.files("disk");
        let ended = desk.run(LARGE).expect_code(2);
        expect_verdict_without_report(&ended, "disk/report");
        assert!(desk.files("disk") == before, "the earlier report is as it was");
        // The exit code of a report that cannot be written outranks a bad verdict, also in a plan.
        desk.write("small.toml", SMALL);
        fs::remove_file(desk.path("disk/filler")).unwrap();
        disk.fill(8_192);
        let ended = desk.run("run small.toml --out disk").expect_code(2);
        assert!(ended.out.contains("1 of 1 cases as expected"), "{}", ended.out);
        assert!(!ended.out.contains("Report: "), "{}", ended.out);
        assert_eq!(desk.names("disk"), ["filler", "report"]);
    }

    #[test]
    fn a_mount_point_takes_a_report_and_the_next_one() {
        let desk = Desk::new();
        let Some(_disk) = Disk::mount(&desk, "size=4m") else { return };
        for (command, code) in [(CHECK, 0), (OTHER, 1)] {
            let ended = desk.run(&command.replace("--out report", "--out disk")).expect_code(code);
            assert_eq!(ended.err, "");
            assert!(desk.path("disk/summary.csv").exists());
        }
        assert!(!desk.path("disk/fisher-yates").exists());
    }

    #[test]
    fn a_link_to_a_folder_stays_a_link() {
        let desk = Desk::new();
        fs::create_dir(desk.path("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere", desk.path("report")).unwrap();
        for (command, code) in [(CHECK, 0), (OTHER, 1)] {
            desk.run(command).expect_code(code);
            assert!(desk.path("report").is_symlink());
            assert!(desk.path("elsewhere/summary.csv").exists());
        }
        assert_eq!(desk.names(""), ["elsewhere", "report"]);
    }

    #[test]
    fn a_link_inside_a_report_is_not_followed() {
        let desk = Desk::new();
        desk.write("elsewhere/position.csv", "years of work");
        fs::create_dir(desk.path("report")).unwrap();
        let link = desk.path("report/fisher-yates");
        std::os::unix::fs::symlink("../elsewhere", link).unwrap();
        assert!(refused(&desk).contains("`fisher-yates`"));
    }

    #[test]
    fn the_mode_and_the_inode_of_a_folder_stay() {
        let desk = Desk::new();
        let folder = desk.path("report");
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o2775)).unwrap();
        let inode = fs::metadata(&folder).unwrap().ino();
        for (command, code) in [(CHECK, 0), (OTHER, 1)] {
            desk.run(command).expect_code(code);
            let now = fs::metadata(&folder).unwrap();
            assert_eq!(now.permissions().mode() & 0o7777, 0o2775);
            assert_eq!(now.ino(), inode);
        }
        // New files in it have the same permissions as new files beside it.
        desk.write("beside/file", "");
        let mode = |path: &str| fs::metadata(desk.path(path)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode("report/summary.csv"), mode("beside/file"));
        assert_eq!(mode("report/naive"), mode("beside"));
    }

    #[test]
    fn a_folder_that_was_not_there_is_not_left_behind_by_a_run_that_fails() {
        let desk = Desk::new();
        let check = ["check", "--cards", "5", "--out", "deep/down/report", "--exec", "false"];
        desk.run_with(&check).expect_code(4);
        assert!(desk.names("").is_empty(), "{:?}", desk.names(""));
    }
}

#[test]
fn plans_of_the_same_name_do_not_replace_the_reports_of_each_other() {
    let desk = Desk::new();
    let write = |path: &str, title: &str, trials: u64| {
        let case =
            "[[case]]\nid = \"mine\"\nexec = \"sh mine.sh\"\ncards = 2\nmetrics = [\"position\"]\n";
        desk.write(path, format!("title = \"{title}\"\n{case}trials = {trials}\n"));
    };
    for folder in ["python", "go"] {
        desk.write(&format!("{folder}/mine.sh"), "yes '0 1\n1 0' | head -n $SHUFFLE_TRIALS");
    }
    write("python/audit.toml", "mine", 500);
    write("go/audit.toml", "mine", 600);
    desk.run("run python/audit.toml");
    let before = desk.files("reports");
    let ended = desk.run("run go/audit.toml").expect_code(2);
    let why = "`reports/audit` holds the report of another plan, which `go/audit.toml` does not replace; name another folder by --out";
    assert!(ended.only_line().contains(why), "{}", ended.err);
    assert!(desk.files("reports") == before, "the earlier report stays as it was");
    assert!(desk.run("run go/audit.toml --out others").out.contains("Report: others/audit"));
    // A plan that was edited replaces its own report, by whatever path it is named.
    write("python/audit.toml", "my shuffle", 700);
    assert!(desk.run("run ./python/audit.toml").out.contains("Report: reports/audit"));
    write("python/audit.toml", "my shuffle", 800);
    let path = desk.path("python/audit.toml");
    assert!(desk.run(&format!("run {}", path.display())).out.contains("Report: reports/audit"));
    // Plans without programs and files have a title.
    desk.write("one/small.toml", SMALL);
    let two = SMALL.replace("one small case", "another").replace("cards = 5", "cards = 3");
    desk.write("two/small.toml", two);
    desk.run("run one/small.toml").expect_code(0);
    let ended = desk.run("run two/small.toml").expect_code(2);
    assert!(ended.only_line().contains("holds the report of another plan"), "{}", ended.err);
}
