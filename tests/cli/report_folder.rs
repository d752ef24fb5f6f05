//! A report folder belongs to its user: the next report replaces the files of the last one, and touches nothing else;
//! if it cannot be written, the verdict is printed all the same.

use crate::support::{Desk, EVERY_KIND, REPORT, SMALL};
use shuffle_report::paths;
use shuffle_studies::Results;
use shuffle_subjects::PlanFile;
use std::fs;

const CHECK: &str =
    "check --algorithm fisher-yates --cards 5 --trials 500 --metrics position --out report";

/// Another report in the same folder, of another case.
const OTHER: &str = "check --algorithm naive --cards 5 --trials 5_000 --out report";

#[test]
fn what_is_looked_for_before_a_run_is_all_that_a_report_may_write() {
    let plan = PlanFile::parse("every-kind.toml", EVERY_KIND).unwrap();
    let looked_for = paths::<Results>(&plan);
    for path in REPORT.keys().filter(|path| *path != "manifest.json") {
        assert!(looked_for.contains(path), "{path}");
    }
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
        let is_whole =
            ended.out.contains("This is not proof") || ended.out.contains("--seed 0x5eed");
        assert!(is_whole, "a whole verdict:\n{}", ended.out);
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
            return skipped(&format!("no other user is available here: {}", ended.err));
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
        // New files in it have the same permissions as new files next to it.
        desk.write("next/file", "");
        let mode = |path: &str| fs::metadata(desk.path(path)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode("report/summary.csv"), mode("next/file"));
        assert_eq!(mode("report/naive"), mode("next"));
    }
}
