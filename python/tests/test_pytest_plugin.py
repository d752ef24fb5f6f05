"""The pytest plugin, in sessions of its own (pytester). Seeds are fixed, so every verdict here is certain."""

from __future__ import annotations

import re
from pathlib import Path

# pytester forgets what a session imports, but these can't be loaded twice.
import numpy  # noqa: F401
import pytest

import shuffle_audit._native  # noqa: F401

pytest_plugins = ["pytester"]

SHUFFLES = """
import itertools, random
import pytest

def sound(rng: random.Random):
    deck = list(range(6))
    rng.shuffle(deck)
    return deck

def naive(rng: random.Random):
    deck = list(range(6))
    for i in range(6):
        j = rng.randrange(6)
        deck[i], deck[j] = deck[j], deck[i]
    return deck

SIX = {"cards": 6, "trials": 5_000}

def two_cards(*looks):
    # Each new seed gets the decks of the next look: how many, and how many in start order. Then all are fair.
    seeds = {}
    def decks(seed):
        look, dice = seeds.setdefault(seed, len(seeds)), random.Random(1)
        if look >= len(looks):
            return (dice.sample(range(2), 2) for _ in itertools.count())
        count, ordered = looks[look]
        return iter(dice.sample([[0, 1]] * ordered + [[1, 0]] * (count - ordered), count))
    return decks
"""


@pytest.fixture
def session(pytester: pytest.Pytester):
    """Runs a session with these tests."""

    def run(tests: str, *args: str) -> pytest.RunResult:
        pytester.makepyfile(test_it=SHUFFLES + tests)
        return pytester.runpytest("-p", "no:randomly", *args)

    return run


def reports(folder: str) -> dict[str, bytes]:
    files = [path for path in Path(folder).rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_sound_shuffle_passes_and_verbose_shows_what_would_have_been_seen(session):
    tests = "def test_sound(shuffle_audit): shuffle_audit.uniform(sound, **SIX)"
    result = session(tests, "-v", "--junitxml=junit.xml")
    assert result.ret == 0
    lines = [
        "*= shuffle-audit =*",
        "pass         test_it.py::test_sound  no bias found in 5,000 decks of *",
        "  would have seen: a card whose chance is off by * at some position",
        "1 of 1,000 declared audits. Chance fails one in 1,000,000 sessions or fewer.",
    ]
    result.stdout.fnmatch_lines(lines)
    assert '<property name="shuffle_audit"' in Path("junit.xml").read_text()
    assert "would have seen" not in session(tests).stdout.str()


def test_a_biased_shuffle_fails_with_its_cause_and_without_frames_of_the_plugin(session):
    result = session("def test_naive(shuffle_audit): shuffle_audit.uniform(naive, **SIX)")
    assert result.ret == 1
    lines = [
        "E*FAIL: `naive` on 6 cards: cards favor some positions.*",
        "E*Looks like the naive shuffle*",
        "E*pytest test_it.py::test_naive",
        "fail         test_it.py::test_naive  Looks like the naive shuffle*",
    ]
    result.stdout.fnmatch_lines(lines)
    assert "pytest_plugin.py" not in result.stdout.str()


PLANTED = """
DEFECT = pytest.mark.shuffle_defect("position")

@pytest.mark.parametrize("shuffle", [sound, pytest.param(naive, marks=DEFECT)])
def test_both(shuffle_audit, shuffle): shuffle_audit.uniform(shuffle, **SIX)

def test_biased(shuffle_audit): shuffle_audit.biased(naive, caught_by="position", **SIX)

@pytest.mark.shuffle_defect(caught_by="fixed-points")
def test_missed_by(shuffle_audit): shuffle_audit.uniform(naive, metrics=["position"], **SIX)

@pytest.mark.shuffle_defect
def test_not_found(shuffle_audit): shuffle_audit.uniform(sound, **SIX)

@pytest.mark.shuffle_defect
def test_not_audited(shuffle_audit): shuffle_audit.audit(naive, **SIX)
"""


def test_planted_defects_must_be_found_by_the_test_that_is_named(session):
    result = session(PLANTED, "-rf")
    result.assert_outcomes(passed=3, failed=3)
    lines = [
        "E*The planted defect was not caught by fixed-points, only by position.",
        "E*The planted defect was not caught.",
        "marked shuffle_defect, but calls neither uniform nor biased",
        "fail *::test_both[[]naive]  planted: Looks like the naive*",
    ]
    result.stdout.fnmatch_lines(lines)
    assert "pytest_plugin.py" not in result.stdout.str()


SEVERAL = """
@pytest.mark.parametrize("name", ["a/b", "a_b", "A_B"])
def test_names(shuffle_audit, name, monkeypatch):
    monkeypatch.chdir("..")
    shuffle_audit.uniform(sound, **SIX)

def test_twice(shuffle_audit):
    first, second = (shuffle_audit.audit(sound, **SIX) for _ in range(2))
    assert first.tests != second.tests

@pytest.mark.xdist_group("some")
def test_naive(shuffle_audit): shuffle_audit.biased(naive, **SIX)
"""


def test_reports_are_the_same_in_any_order_and_in_any_process(session):
    assert session(SEVERAL, "--shuffle-audit-report=all").ret == 0
    everything = reports("all")
    folders = {name.split("/")[0] for name in everything}
    assert len(folders) == len({folder.lower() for folder in folders}) == 6
    assert session(SEVERAL, "--shuffle-audit-report=xdist", "-n2", "--dist=loadgroup").ret == 0
    assert reports("xdist") == everything
    assert session(SEVERAL, "--shuffle-audit-report=alone", "-k", "test_twice").ret == 0
    assert set() < reports("alone").items() <= everything.items()


def test_a_fresh_seed_is_printed_and_repeats_the_session_of_all_workers(session):
    result = session(SEVERAL, "--shuffle-audit-seed=fresh", "--shuffle-audit-report=fresh", "-n2")
    # Each of 4 audits of a sound shuffle fails with probability 1e-9.
    assert result.ret == 0
    (seed,) = re.findall(r"\nshuffle-audit: --shuffle-audit-seed (0x[0-9a-f]+)\n", result.stdout.str())
    assert session(SEVERAL, f"--shuffle-audit-seed={seed}", "--shuffle-audit-report=again").ret == 0
    assert session(SEVERAL, "--shuffle-audit-report=default").ret == 0
    assert reports("fresh") == reports("again")
    assert reports("fresh") != reports("default")


FOUR = """
@pytest.mark.parametrize("n", range(4))
def test_one_of_four(shuffle_audit, n): shuffle_audit.uniform("fisher-yates", **SIX)
"""


def test_too_many_audits_fail_the_last_test_or_with_workers_the_session(session):
    result = session(FOUR, "-o", "shuffle_audit_max=3")
    result.assert_outcomes(passed=3, failed=1)
    result.stdout.fnmatch_lines(["E*4 audits, but at most 3 are declared*", "3 of 3 declared audits.*"])
    # Two workers get two tests each, so no worker can notice.
    result = session(FOUR, "-o", "shuffle_audit_max=3", "-n2")
    result.assert_outcomes(passed=4)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["4 audits, but at most 3 are declared*shuffle_audit_max = 8"])
    assert session(FOUR, "-o", "shuffle_audit_max=4", "-n2").ret == 0


def test_every_audit_gets_its_share_of_alpha(session):
    tests = """
def test_share(shuffle_audit):
    decks = [sound(random.Random(n)) for n in range(500)]
    for subject, settings in ((sound, SIX), ("fisher-yates", SIX), (decks, {})):
        assert shuffle_audit.audit(subject, **settings).document["alpha"] == {share}
"""
    assert session(tests.replace("{share}", "1e-9")).ret == 0
    ini = ("-o", "shuffle_audit_alpha=1e-4", "-o", "shuffle_audit_max=50")
    assert session(tests.replace("{share}", "2e-6"), *ini).ret == 0
    own = session("def test_own(shuffle_audit): shuffle_audit.uniform(sound, alpha=0.01)")
    own.stdout.fnmatch_lines(["E*TypeError: all audits of a session share alpha*"])
    assert session("", "-o", "shuffle_audit_alpha=2").ret == pytest.ExitCode.USAGE_ERROR


def test_too_few_decks_fail_and_the_message_says_how_many_are_needed(session):
    result = session("def test_few(shuffle_audit): shuffle_audit.uniform('naive', trials=9, metrics=['prefix'])")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["E*INCONCLUSIVE*", "E*prefix*needs 53,040 decks, not 9.", "inconclusive *"])


# Half of 1,000 decks and 65 more are 4.1 standard deviations off; so are the others: once in some 20,000
# audits, between 1e-3 and alpha. Fair decks come from random.Random(1).
@pytest.mark.parametrize("new, verdict", [("", "pass"), ("(10_000, 5_200), (100_000, 50_630)", "suspicious")])
def test_a_suspicion_is_settled_by_new_decks(session, new, verdict):
    tests = """
def test_weak(shuffle_audit):
    weak = two_cards((1_000, 565), (10_000, 5_200), {new})
    shuffle_audit.uniform(next, rng=weak, cards=2, trials=1_000, metrics=["position"])
"""
    result = session(tests.replace("{new}", new))
    assert result.ret == (verdict == "suspicious")
    result.stdout.fnmatch_lines([f"{verdict:<12} test_it.py::test_weak *", "1 of 1,000 declared audits.*"])
    assert ("Suspicious again, on new decks." in result.stdout.str()) == (verdict == "suspicious")


def test_a_suspicious_recording_is_shown_but_fails_only_within_the_budget(session):
    tests = """
@pytest.mark.parametrize("ordered", [565, 700])
def test_recorded(shuffle_audit, ordered):
    shuffle_audit.uniform(list(two_cards((1_000, ordered))(0)), metrics=["position"])
"""
    result = session(tests)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["suspicious *[[]565]*", "fail *[[]700]*"])


def test_a_session_without_audits_loads_no_numpy_and_prints_nothing(pytester):
    pytester.makepyfile("def test_nothing(): import sys; assert 'numpy' not in sys.modules")
    # A process of its own: this one has NumPy.
    result = pytester.runpytest_subprocess("-p", "no:randomly")
    assert result.ret == 0 and "shuffle-audit" not in re.sub("plugins: .*", "", result.stdout.str())
