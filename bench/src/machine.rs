//! Where it is measured: the processor, and the memory that this process has held.

use crate::{Setting, report::Machine};
use std::{fs, thread};

/// What is known of this machine.
#[must_use]
pub fn machine(setting: &Setting) -> Machine {
    Machine {
        processor: processor().unwrap_or_else(|| "unknown processor".to_owned()),
        threads: thread::available_parallelism().map_or(1, usize::from),
        instruction_set: setting.instruction_set.to_string(),
        rustc: option_env!("BUILT_BY_RUSTC").unwrap_or("unknown compiler").to_owned(),
        effort: setting.thoroughness.name(),
    }
}

/// The model, where the system has a file that tells it.
fn processor() -> Option<String> {
    let info = fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = info.lines().find_map(|line| line.strip_prefix("model name"))?;
    Some(model.trim_start_matches([' ', '\t', ':']).to_owned())
}

/// Makes the system forget how much memory this process has held so far, where it can; else the next
/// [`peak_memory`] is that since the start, which is not less.
pub(crate) fn forget_peak_memory() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The most memory in bytes that this process has held, where the system tells: the high-water mark of its
/// resident set.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_that_was_held_shows_in_the_peak() {
        let before = peak_memory().unwrap();
        let held = std::hint::black_box(vec![1_u8; 200 << 20]);
        assert!(peak_memory().unwrap() >= before.max(held.len() as u64));
    }
}
