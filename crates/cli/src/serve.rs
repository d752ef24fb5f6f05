//! `shuffle-audit serve-library`: the program that an audit starts to run a shuffle of a native library.
//!
//! It is a process of its own, so that a library that crashes or hangs does not end the audit. It has the same
//! interface to the audit as every program: the environment says what to write, and decks go to stdout. The
//! interface of the shuffle is `crates/cli/include/shuffle_subject.h`.
#![expect(unsafe_code, reason = "a native library can only be loaded and called so")]

use crate::exit::{Exit, Failure};
use clap::Args;
use rand::Rng;
use shuffle_algorithms::generator::{Generator, GeneratorVisitor, Seed};
use std::{
    ffi::c_void,
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
};

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The library
    #[arg(long, value_name = "LIB")]
    pub(crate) library: PathBuf,
    /// The name of the shuffle in it
    #[arg(long, value_name = "NAME")]
    pub(crate) symbol: String,
}

/// Returns the next 64 random bits.
type NextBits = unsafe extern "C" fn(state: *mut c_void) -> u64;

/// Shuffles `deck[0..n]` in place.
type Shuffle = unsafe extern "C" fn(deck: *mut u32, n: usize, next: NextBits, state: *mut c_void);

/// The guard words in front of the deck and behind it, which the shuffle must not change.
const GUARD: [u32; 16] = [0xdead_beef; 16];

/// Loads the library and writes the decks that the environment asks for.
pub(crate) fn serve(args: &ServeArgs) -> Result<Exit, Failure> {
    let wanted = ServeTask::from_environment()?;
    // A bare name would be looked for in the system's folders, not here.
    let path = std::path::absolute(&args.library).map_err(Failure::usage)?;
    let library = load(&path)?;
    // SAFETY: the user who names the symbol promises that it is a function of this type. If it is not, it can
    // crash this process, which has no other work.
    let shuffle: libloading::Symbol<'_, Shuffle> = unsafe { library.get(args.symbol.as_bytes()) }
        .map_err(|error| {
        let (symbol, library) = (&args.symbol, args.library.display());
        Failure::usage(format!(
            "there is no function `{symbol}` in the library `{library}`: {:#}",
            anyhow::Error::new(error)
        ))
    })?;
    let seed = Seed::from_u64(wanted.seed);
    Generator::default().start(&seed, ServeDecks { wanted, shuffle: *shuffle })
}

fn load(path: &Path) -> Result<libloading::Library, Failure> {
    if cfg!(all(target_env = "musl", target_feature = "crt-static")) {
        return Err(Failure::usage(
            "this program is static, like every released one for Linux, so it cannot load native libraries; \
             build one that can with `cargo install shuffle-audit-cli`, or let a program print the decks (--exec)",
        ));
    }
    // SAFETY: loading runs the library's initialisers. They are the subject's own code, in a process
    // that was started for nothing else.
    unsafe { libloading::Library::new(path) }.map_err(|error| {
        let error = anyhow::Error::new(error);
        Failure::usage(format!("cannot load the library `{}`: {error:#}", path.display()))
    })
}

fn at_fault(error: impl std::fmt::Display) -> Failure {
    Failure { exit: Exit::Subject, error: anyhow::anyhow!("{error}") }
}

/// The decks that the environment asks for.
#[derive(Clone, Copy)]
struct ServeTask {
    cards: usize,
    deal: usize,
    trials: u64,
    seed: u64,
}

impl ServeTask {
    fn from_environment() -> Result<Self, Failure> {
        let number = |name: &str| {
            let value = std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
            value.ok_or_else(|| {
                Failure::usage(format!(
                    "serve-library is started by an audit, which sets {name}; use check --library"
                ))
            })
        };
        let [cards, deal] = [number("SHUFFLE_CARDS")?, number("SHUFFLE_DEAL")?];
        Ok(Self {
            cards: cards as usize,
            deal: deal as usize,
            trials: number("SHUFFLE_TRIALS")?,
            seed: number("SHUFFLE_SEED")?,
        })
    }
}

struct ServeDecks {
    wanted: ServeTask,
    shuffle: Shuffle,
}

impl GeneratorVisitor for ServeDecks {
    type Out = Result<Exit, Failure>;

    fn visit<R: Rng + rand::SeedableRng>(self, mut rng: R) -> Self::Out {
        match self.write(&mut rng) {
            // The audit has seen enough.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Exit::Expected),
            Err(error) => Err(at_fault(error)),
            Ok(()) => Ok(Exit::Expected),
        }
    }
}

impl ServeDecks {
    fn write<R: Rng>(&self, rng: &mut R) -> io::Result<()> {
        let ServeTask { cards, deal, trials, .. } = self.wanted;
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let identity: Vec<u32> = GUARD.into_iter().chain(0..cards as u32).chain(GUARD).collect();
        let mut guarded = identity.clone();
        let place = GUARD.len()..GUARD.len() + cards;
        for trial in 0..trials {
            guarded.copy_from_slice(&identity);
            let deck = &mut guarded[place.clone()];
            let state = std::ptr::from_mut(rng).cast::<c_void>();
            // SAFETY: the deck is `cards` numbers with no other reference to them, and `next::<R>` takes a
            // pointer to an `R`, which `state` is for as long as the call lasts. Whatever else the shuffle
            // does is under audit: the guards on both sides detect writes just outside the deck.
            unsafe { (self.shuffle)(deck.as_mut_ptr(), cards, next::<R>, state) };
            for card in &guarded[place.clone()][..deal] {
                match cards {
                    // A number that does not fit into a byte is no card either, and is reported as an error.
                    0..=256 => {
                        out.write_all(&[u8::try_from(*card).map_err(|_| no_card(*card, trial))?])?
                    }
                    _ => out.write_all(&card.to_le_bytes())?,
                }
            }
            if guarded[..place.start] != GUARD || guarded[place.end..] != GUARD {
                return Err(io::Error::other(format!(
                    "deck {trial}: the shuffle wrote beyond the deck"
                )));
            }
        }
        out.flush()
    }
}

fn no_card(card: u32, trial: u64) -> io::Error {
    io::Error::other(format!("deck {trial}: the shuffle left {card} in the deck, which is no card"))
}

unsafe extern "C" fn next<R: Rng>(state: *mut c_void) -> u64 {
    // SAFETY: only a shuffle that was given `state`, a pointer to an `R`, is given this function, and it
    // runs on one thread.
    unsafe { (*state.cast::<R>()).next_u64() }
}
