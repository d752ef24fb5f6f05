//! Making the files of a report side by side: a picture takes some ten milliseconds, and none needs another.

use crate::files::{File, ReportError};
use std::{
    num::NonZero,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Makes the content of a file.
pub(crate) type Make<'a> = Box<dyn Fn() -> Result<Vec<u8>, ReportError> + Send + Sync + 'a>;

/// A file that is to be made, by its path.
pub(crate) type Job<'a> = (String, Make<'a>);

/// Makes all files, each thread the next that nobody has begun; they come in the order of the jobs.
///
/// Where several cannot be made the first of them is the error, whichever was found first.
pub(crate) fn make(jobs: &[Job<'_>]) -> Result<Vec<File>, ReportError> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(jobs.len());
    let (next, made) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(jobs.len())));
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((path, make)) = jobs.get(index) else { break };
            let file = make().map(|bytes| File { path: path.clone(), bytes });
            // Nobody panics with the lock in hand.
            made.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((index, file));
        }
    };
    thread::scope(|scope| {
        // One of them is this thread. Where no other can be started it makes all of them.
        for _ in 1..threads {
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let mut made = made.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    made.sort_by_key(|(index, _)| *index);
    made.into_iter().map(|(_, file)| file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuffle_charts::PlotError;

    #[test]
    fn the_order_of_the_files_is_that_of_the_jobs_whoever_made_them() {
        let slow_first = |index: u64| -> Make<'static> {
            Box::new(move || {
                thread::sleep(std::time::Duration::from_millis(20 - 2 * index));
                Ok(vec![index as u8])
            })
        };
        let jobs: Vec<Job<'_>> = (0..8).map(|n| (format!("{n}.csv"), slow_first(n))).collect();
        let made = make(&jobs).unwrap();
        let expected: Vec<File> =
            (0..8).map(|n: u8| File { path: format!("{n}.csv"), bytes: vec![n] }).collect();
        assert_eq!(made, expected);
        assert_eq!(make(&[]).unwrap(), []);
    }

    #[test]
    fn of_several_files_that_cannot_be_made_the_first_is_the_error() {
        let fails = |path: &'static str| -> Job<'static> {
            let source = || PlotError::Empty { what: "ink" };
            let make = move || Err(ReportError::Plot { path: path.to_owned(), source: source() });
            (path.to_owned(), Box::new(make))
        };
        let error = make(&[fails("a.png"), fails("b.png"), fails("c.png")]).unwrap_err();
        assert!(error.to_string().contains("`a.png`"), "{error}");
    }
}
