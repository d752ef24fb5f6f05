//! The state of a program that writes nothing: its processor time, and whether its output blocks.
//!
//! Both are read from `/proc`, so they are known on Linux only. They are read only after a long silence.

use std::time::Duration;

/// The processor time that a program and all processes in its group have used so far.
#[cfg(target_os = "linux")]
pub(super) fn processor_time(group: u32) -> Option<Duration> {
    let ticks: u64 = std::fs::read_dir("/proc")
        .ok()?
        .filter_map(|entry| {
            let number = entry.ok()?.file_name().to_str()?.parse::<u32>().ok()?;
            ticks_of(&std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?, group)
        })
        .sum();
    Some(Duration::from_secs(ticks) / u32::try_from(rustix::param::clock_ticks_per_second()).ok()?)
}

/// The clock ticks that one process and its reaped children have used, if it belongs to the group: see proc(5).
#[cfg(target_os = "linux")]
fn ticks_of(stat: &str, group: u32) -> Option<u64> {
    // The name of the process comes first, in brackets, and may itself contain brackets.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let is_ours = fields.get(2)?.parse() == Ok(group);
    let used = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    is_ours.then_some(used)
}

/// True if the program has made its stdout non-blocking, as Node does: it then does not wait when the pipe is full,
/// but keeps its output in memory until its event loop continues.
#[cfg(target_os = "linux")]
pub(super) fn never_waits(process: u32) -> bool {
    const O_NONBLOCK: u32 = 0o4000;
    let flags = |text: String| {
        let flags = text.lines().find_map(|line| line.strip_prefix("flags:"))?.trim();
        u32::from_str_radix(flags, 8).ok()
    };
    let about = std::fs::read_to_string(format!("/proc/{process}/fdinfo/1"));
    about.ok().and_then(flags).is_some_and(|flags| flags & O_NONBLOCK != 0)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn processor_time(_group: u32) -> Option<Duration> {
    None
}

#[cfg(not(target_os = "linux"))]
pub(super) fn never_waits(_process: u32) -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_process_is_that_of_its_group_only() {
        let stat = "4711 (a) b) R 1 4700 4700 0 -1 4194304 95 0 0 0 30 4 2 1 20 0 1 0 1 2 3";
        assert_eq!(ticks_of(stat, 4700), Some(37));
        assert_eq!(ticks_of(stat, 1), None);
        assert_eq!(ticks_of("4711 (cut", 4700), None);
    }
}
