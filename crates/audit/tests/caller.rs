//! Where an audit that does not hold is reported: at the line of the caller.

use shuffle_audit::Audit;
use std::{
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Mutex,
};

static SEEN: Mutex<Vec<(String, u32)>> = Mutex::new(Vec::new());

/// Asserts what does not hold, and returns the line of the file in which that is.
macro_rules! line_of {
    ($assertion:expr) => {{
        let asserted = AssertUnwindSafe(|| $assertion);
        assert!(catch_unwind(asserted).is_err(), "it should not hold");
        SEEN.lock().unwrap().pop().unwrap()
    }};
}

#[test]
fn faults_and_verdicts_name_the_line_of_the_user() {
    set_hook(Box::new(|panic| {
        if let Some(at) = panic.location() {
            SEEN.lock().unwrap().push((at.file().to_owned(), at.line()));
        }
    }));
    let reverse = || Audit::of(|deck, _| deck.reverse()).cards(5).trials(1_000);
    let seen = [
        (line_of!(reverse().assert_uniform()), line!()),
        (line_of!(reverse().metrics(["rings"]).assert_biased_by("degree")), line!()),
        (line_of!(reverse().cards(0).assert_uniform()), line!()),
        (line_of!(reverse().alpha(7.0).assert_biased()), line!()),
        (line_of!(Audit::of(|deck, _| deck[0] = 9).cards(5).trials(9).assert_uniform()), line!()),
        (line_of!(Audit::of(|_, _| panic!("no")).cards(5).trials(9).assert_biased()), line!()),
    ];
    drop(take_hook());
    for ((file, line), here) in seen {
        assert!(file.ends_with("caller.rs"), "{file}:{line}");
        assert_eq!(line, here);
    }
}
