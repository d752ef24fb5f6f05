# Each recipe is one line over cargo, so everything works without `just` as well. `just` alone lists them.

_list:
    @just --list --unsorted

# Run the gate plan and write reports/gate
[group('audit')]
audit:
    cargo run --release -- run

# Reproduce the figures of the articles and write reports/articles
[group('audit')]
articles:
    cargo run --release -- run audits/articles.toml

# Count the decks until each adversary is caught and write reports/adversaries
[group('audit')]
adversaries:
    cargo run --release -- calibrate --plan audits/adversaries.toml

# Draws of lotteries and packs, and failures that made the news: write reports/lotteries and reports/history
[group('audit')]
draws:
    cargo run --release -- run audits/lotteries.toml audits/history.toml

# Test the tests of draws: ten thousand audits of fair ones, and the draws until planted defects are caught (a quarter of an hour)
[group('audit')]
calibrate-draws:
    cargo run --release -- calibrate --sound audits/fair-draws.toml --detections 0 && cargo run --release -- calibrate --plan audits/defects-of-draws.toml

# Reproduce tables and curves of the literature and write reports/literature (a minute)
[group('audit')]
literature:
    cargo run --release -- run audits/literature.toml

# Audit the shuffles of the other languages that are installed and write reports/wild (some minutes)
[group('audit')]
wild:
    cargo run --release -- run audits/wild.toml

# Run all committed plans and show the changes in their reports
[group('audit')]
report-diff:
    cargo run --release -- run audits/gate.toml audits/articles.toml audits/lab.toml audits/literature.toml audits/orders.toml audits/lotteries.toml audits/rules.toml audits/history.toml && git status --porcelain reports && git diff --stat --exit-code reports

# Run all tests, in release mode, since they draw some hundred million decks
[group('develop')]
test:
    cargo test --release --workspace --no-fail-fast

# Build the Python package and run its tests, in a virtual environment in target/python
[group('develop')]
python:
    .ci/python

# Visit all pages of the book in a headless browser
[group('develop')]
pages:
    docs/build && SHARE=1 .ci/browser

# Build the npm package, into web/dist, and run its tests
[group('develop')]
web:
    .ci/web

# Build the book with the playground, into target/book, and serve it at http://localhost:8000/playground/
[group('develop')]
playground:
    docs/build && web/build && web/build-playground && python3 -m http.server --directory target/book

# Compare the numbers of every shuffle in WebAssembly with those of the command
[group('develop')]
web-numbers:
    cargo build --release --locked -p shuffle-audit-cli -p shuffle-book && web/build && ALL_SHUFFLES=yes node --test web/test/numbers.test.mjs

# Format, lint and document, with warnings denied
[group('develop')]
check:
    cargo fmt --all --check && cargo clippy --release --workspace --all-targets -- -D warnings && RUSTDOCFLAGS="-D warnings" cargo doc --release --workspace --no-deps

# Measure the cost of shuffles and audits relative to rand's shuffle and write reports/bench.csv (some minutes)
[group('develop')]
bench *FLAGS:
    cargo run --release -p shuffle-bench -- --csv reports/bench.csv {{FLAGS}}

# Measure the same work in the other languages that are installed and write reports/peers.csv
[group('develop')]
peers *FLAGS:
    cargo run --release -p shuffle-bench -- --only peers --csv reports/peers.csv {{FLAGS}}

# Measure single layers: lanes, then tests, readers and receiving decks of a program
[group('develop')]
bench-layers:
    cargo run --release -p shuffle-bench -- --only lanes && cargo bench -p shuffle-bench

# Count the instructions of a deck, here and on 64-bit ARM; needs valgrind, qemu-user and a linker (see bench/instructions/run)
[group('develop')]
instructions *SETS:
    bench/instructions/run {{SETS}}

# Build the book into target/book, with mdbook, which is installed where it is missing
[group('develop')]
book:
    docs/build

# Run all steps of CI
[group('develop')]
ci:
    bash .ci/run

# Test the audit: ten thousand audits of sound shuffles, and the decks until each defect is caught (a quarter of an hour)
[group('audit')]
calibrate:
    cargo run --release -- calibrate

# Compare 2,000 pairs of runs of the same laws, and count the decks until a difference is found (a quarter of an hour)
[group('audit')]
comparisons:
    cargo test --release --locked -p shuffle-report --lib -- diff --ignored --nocapture --test-threads 1

# Hold the intervals of all tests against the truth in ten thousand audits of fair subjects with rare counts, and bets that peek against their level (two minutes)
[group('develop')]
intervals:
    cargo test --release --locked -p shuffle-metrics --test sparse --test sequential -- --ignored --nocapture

# Hold the tests of few rows to their levels in ten thousand fair audits of each shape (an hour)
[group('develop')]
few:
    cargo test --release --locked -p shuffle-metrics --lib --test metrics -- --ignored --nocapture

# Plant what passing audits say that they would have shown, five hundred times each, hold forecasts against 200 audits, name all known shuffles of 52 cards, and check every shuffle at every size (an hour)
[group('develop')]
promised:
    cargo test --release --locked -p shuffle-audit --test promised --test causes -- --ignored --nocapture
    cargo test --release --locked -p shuffle-studies -p shuffle-exact --test power --test main -- --ignored
    cargo test --release --locked -p shuffle-audit-cli --test cli -- --ignored every_shuffle

# Fuzz the readers of decks for a minute; needs nightly Rust and cargo-fuzz
[group('develop')]
fuzz:
    cargo +nightly fuzz run decks -- -max_total_time=60 -max_len=600

# Test the libraries alone: no program is started and no interpreter is needed
[group('develop')]
libraries:
    cargo test --release --locked -p shuffle-deck -p shuffle-lanes -p shuffle-algorithms -p shuffle-metrics -p shuffle-exact -p shuffle-reader -p shuffle-charts

# Look at the licences, sources and doubled versions of all that is built with; needs cargo-deny
[group('develop')]
deny:
    cargo deny --all-features check bans licenses sources
    cargo deny --manifest-path crates/web/Cargo.toml --config deny.toml check licenses sources

# Run the `unsafe` code under Miri, but for calls into libraries, which it cannot; needs nightly Rust with that component
[group('develop')]
miri:
    MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --locked -p shuffle-deck --lib
    MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --locked -p shuffle-lanes --lib -- scale

# Hold 64-bit ARM against this machine: the same decks, the same JSON; needs qemu-user and a linker (see .ci/aarch64)
[group('develop')]
aarch64:
    bash .ci/aarch64

# Compile everything with the oldest Rust that is promised, and test the vector code and the readers
[group('develop')]
oldest:
    bash .ci/oldest

# Kill runs with a checkpoint fifty times at random moments; each must go on to the same bytes
[group('develop')]
kills:
    cargo test --release --locked -p shuffle-audit-cli --test cli -- --ignored checkpoints

# Try shards on Slurm, Ray, GNU parallel, Kubernetes and GitHub Actions, killed on the way; installs what it misses (see tests/clusters/run)
[group('develop')]
clusters *SCHEDULERS:
    cargo build --release --locked -p shuffle-audit-cli && INSTALL=yes tests/clusters/run {{SCHEDULERS}}

# Try everything of a release that needs no tag: packages, archives, wheel, npm package, action (40 minutes)
[group('develop')]
release-check:
    bash .ci/release-check

# All that takes long or needs more than Rust: kills, other processors, clusters, Miri, licences, fuzzing, packages
[group('develop')]
nightly: report-diff release-check pages kills calibrate adversaries comparisons intervals few promised web-numbers deny oldest aarch64 clusters miri fuzz
