//! The WebAssembly module behind the npm package `shuffle-audit` and the playground.
//!
//! A host puts a request and the files that it names into rooms, calls [`ask`], and reads the answer: see
//! [`shuffle_requests`].

use std::cell::RefCell;

thread_local! {
    /// What the host has put in: the request first, then files.
    static ROOMS: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for this number of bytes, and returns the place where the host is to put them before it makes any other call.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the host finds it by its name")]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ROOMS.with_borrow_mut(|rooms| {
        let mut room = vec![0; length];
        let place = room.as_mut_ptr();
        rooms.push(room); // the bytes stay where they are
        place
    })
}

/// Answers the request in the first room, and returns the length of the answer. The rooms are gone.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the host finds it by its name")]
pub extern "C" fn ask() -> usize {
    let mut rooms = ROOMS.take().into_iter();
    let request = rooms.next().unwrap_or_default();
    let answer = shuffle_requests::answer(&request, rooms.collect());
    let length = answer.len();
    ANSWER.set(answer);
    length
}

/// The place of the last answer, until the next call.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the host finds it by its name")]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
