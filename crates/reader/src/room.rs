//! Where the engine runs: the package for browsers, which a page loads before it can judge, does without the rarest forms of input and hints.

/// False in a browser.
pub(crate) const HAS_ROOM: bool = cfg!(not(target_family = "wasm"));
