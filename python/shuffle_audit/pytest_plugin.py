"""The pytest plugin: audits as tests, under one error budget for the whole session.

A suite of 1,000 audits at one in a million each would fail a sound shuffle once in a thousand sessions. So
the budget belongs to the session: each audit gets `shuffle_audit_alpha / shuffle_audit_max` (Bonferroni). The
ini file declares the maximum, so the share is known before the first audit, and each test fails when it runs,
in any order and in any process of pytest-xdist.

pytest loads this module in every session. That imports the engine, which takes a few milliseconds, but not NumPy.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ._audit import audit_any

if TYPE_CHECKING:
    from ._findings import Findings

__all__ = ["ShuffleAudit"]

SEED = 0x5EED
NAME = "shuffle_audit"  # of the fixture, the property of test reports, and the stem of the settings
WIDTH = 80
_AUDITS: pytest.StashKey[ShuffleAudit] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("shuffle-audit")
    group.addoption(
        "--shuffle-audit-seed",
        type=_seed_of,
        default=SEED,
        metavar="N",
        help="seed of all audits of the session, or `fresh` to draw one (default: 0x5eed)",
    )
    group.addoption("--shuffle-audit-report", metavar="DIR", help="folder for the report of each audit")
    parser.addini(f"{NAME}_alpha", "probability that chance fails any audit of a session", default="1e-6")
    parser.addini(f"{NAME}_max", "the most audits in a session, which share alpha", default="1000")


def _seed_of(text: str) -> int | str:
    return text if text == "fresh" else int(text, 0)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "shuffle_defect(caught_by=None): a planted defect, which the audit of the test must find"
    )
    config.pluginmanager.register(_Session(config), f"{NAME}_session")


@pytest.fixture
def shuffle_audit(request: pytest.FixtureRequest) -> ShuffleAudit:
    """Audits of shuffles: `.uniform(shuffle, cards=52)`, `.biased(...)`, `.audit(...)`."""
    audits = request.node.stash[_AUDITS] = ShuffleAudit(request.node)
    return audits


class ShuffleAudit:
    """The audits of one test.

    A subject is what `shuffle_audit.audit` takes (a function, or the name of a shuffle of the catalogue) or
    what `shuffle_audit.audit_decks` takes (recorded decks). The settings are theirs, without `alpha`.
    """

    def __init__(self, item: pytest.Item) -> None:
        session = item.config.pluginmanager.get_plugin(f"{NAME}_session")
        assert isinstance(session, _Session)
        self._item = item
        self._session = session
        # pytest-xdist may add the name of a group to the id of a test; the seed must not depend on that.
        self._id = f"{item.parent.nodeid}::{item.name}" if item.parent else item.nodeid
        self._audits = 0
        self._name = self._id
        self.asserted = False

    def uniform(self, subject: Any, **settings: Any) -> Findings:
        """Fails the test unless the verdict is `pass`. With the marker `shuffle_defect` it must be `fail`."""
        __tracebackhide__ = True
        marker = self._item.get_closest_marker("shuffle_defect")
        if marker:
            return self.biased(subject, *marker.args, **{**marker.kwargs, **settings})
        self._begin()
        found = self._run(subject, settings)
        # A sound shuffle is still suspicious after two looks once in 10^6 audits, more often than the session
        # allows. New decks settle it: twice suspicious is once in 10^12. A recorded or sequential audit has
        # one look, so it is suspicious once in 10^3. Failing then would break the promise of the session.
        retested = found.document["cases"][0]["stages"] > 1
        if retested and found.verdict == "suspicious":
            found = self._run(subject, settings | {"trials": found.trials, "seed": self._seed("new decks")})
        fine = found.verdict == "pass" or (found.verdict == "suspicious" and not retested)
        self._record(found, fine)
        if not fine:
            self._fail(found, "Suspicious again, on new decks." if found.verdict == "suspicious" else None)
        return found

    def biased(self, subject: Any, caught_by: str | None = None, **settings: Any) -> Findings:
        """For a planted defect: fails the test unless the verdict is `fail` (and `caught_by` rejects)."""
        __tracebackhide__ = True
        self._begin()
        found = self._run(subject, settings)
        rejecting = [test["test"] for test in found.tests if test["verdict"] == "fail"]
        caught = found.verdict == "fail" and (caught_by is None or caught_by in rejecting)
        self._record(found, caught, planted=True)
        if not caught:
            by = f" by {caught_by}, only by {', '.join(rejecting)}" if caught_by and rejecting else ""
            self._fail(found, f"The planted defect was not caught{by}.")
        return found

    def audit(self, subject: Any, **settings: Any) -> Findings:
        """Returns the findings, whatever the verdict. The audit counts in the budget of the session."""
        __tracebackhide__ = True
        self._begin()
        found = self._run(subject, settings)
        self._record(found, None)
        return found

    def _begin(self) -> None:
        __tracebackhide__ = True
        self._audits += 1
        self._name = self._id + (f" #{self._audits}" if self._audits > 1 else "")
        # A set, since a test that is run again makes the same audits.
        self._session.made.add(self._name)
        if len(self._session.made) > self._session.maximum:
            pytest.fail(self._session.too_many(len(self._session.made)))

    def _run(self, subject: Any, settings: dict[str, Any]) -> Findings:
        __tracebackhide__ = True
        if "alpha" in settings:
            raise TypeError(f"all audits of a session share alpha: set {NAME}_alpha in the ini file instead")
        return audit_any(subject, **{"seed": self._seed(), **settings, "alpha": self._session.share})

    def _seed(self, purpose: str = "") -> int:
        # From names and numbers alone: a test gets the same decks alone, in any order and in any process.
        key = f"{self._session.seed}\n{self._name}\n{purpose}"
        return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big")

    def _record(self, found: Findings, fine: bool | None, planted: bool = False) -> None:
        self.asserted |= fine is not None
        seen = [bias["words"] for bias in found.detectable] if found.verdict == "pass" else []
        record = {
            "name": self._name,
            "verdict": found.verdict,
            "says": found.cause["says"] if found.cause else found.headline.split(": ", 2)[-1],
            "would_have_seen": seen[0] if seen else None,
            "fine": fine is not False,
            "planted": planted,
        }
        # The one thing that reaches the controller of pytest-xdist and JUnit files, too.
        self._item.user_properties.append((NAME, json.dumps(record)))
        if self._session.folder:
            found.save(self._session.folder / self._report_name())

    def _report_name(self) -> str:
        # The hash keeps apart tests whose names differ only in signs, or only in upper and lower case.
        readable = re.sub(r"[^a-z0-9]+", "-", self._id.lower())[-80:].strip("-")
        digest = hashlib.sha256(self._id.encode()).hexdigest()[:8]
        return f"{readable}-{digest}" + (f"-{self._audits}" if self._audits > 1 else "")

    def _fail(self, found: Findings, why: str | None) -> None:
        __tracebackhide__ = True
        again = f"To run this test again: pytest {shlex.quote(self._id)}"
        if self._session.seed != SEED:
            again += f" --shuffle-audit-seed {self._session.seed:#x}"
        pytest.fail("\n".join(filter(None, [why, found.answer, again])))


class _Session:
    """The budget of the session, and the records of its audits as far as they have arrived."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        seed = getattr(config, "workerinput", {}).get(NAME, config.getoption("--shuffle-audit-seed"))
        self.seed = int.from_bytes(os.urandom(8), "big") if seed == "fresh" else int(seed)
        try:
            self.alpha = float(config.getini(f"{NAME}_alpha"))
            self.maximum = int(config.getini(f"{NAME}_max"))
        except ValueError as error:
            raise pytest.UsageError(f"{NAME}_alpha or {NAME}_max: {error}") from None
        if not (0 < self.alpha < 1 and self.maximum >= 1):
            raise pytest.UsageError(f"{NAME}_alpha must be between 0 and 1, and {NAME}_max at least 1")
        # Rounded, so that messages show 1e-09 and not 9.999999999999999e-10.
        self.share = float(f"{self.alpha / self.maximum:.6g}")
        folder = config.getoption("--shuffle-audit-report")
        # Absolute, since tests may change the current folder.
        self.folder = Path(config.invocation_params.dir, folder) if folder else None
        self.made: set[str] = set()
        self.records: dict[str, dict[str, Any]] = {}

    def too_many(self, made: int) -> str:
        return (
            f"{made:,} audits, but at most {self.maximum:,} are declared to share the error budget. "
            f"Raise the maximum in the ini file of pytest: {NAME}_max = {2 * made}"
        )

    def pytest_report_header(self) -> str | None:
        return None if self.seed == SEED else f"shuffle-audit: --shuffle-audit-seed {self.seed:#x}"

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        # pytest-xdist starts a worker, which would draw its own seed.
        node.workerinput[NAME] = self.seed

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        # Runs only if the test passed. A planted defect that is never audited must not count as found.
        audits = item.stash.get(_AUDITS, None)
        if item.get_closest_marker("shuffle_defect") and not (audits and audits.asserted):
            pytest.fail("marked shuffle_defect, but calls neither uniform nor biased", pytrace=False)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            records = [json.loads(str(value)) for name, value in report.user_properties if name == NAME]
            self.records |= {record["name"]: record for record in records}

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        # With pytest-xdist only the controller knows the sum. An equal share for each worker would fail
        # suites that are within the budget, depending on which worker got which tests.
        if len(self.records) > self.maximum and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.records:
            return
        verbosity = self.config.option.verbose
        terminalreporter.section("shuffle-audit")
        for record in self.records.values():
            good = record["verdict"] == "pass" or record["planted"]
            if record["fine"] and good and verbosity < 0:
                continue
            color = "red" if not record["fine"] else "green" if good else "yellow"
            terminalreporter.write_line(_line(record), **{color: True})
            if verbosity > 0 and record["would_have_seen"]:
                terminalreporter.write_line(f"  would have seen: {record['would_have_seen']}"[:WIDTH])
        made = len(self.records)
        if made > self.maximum:
            terminalreporter.write_line(self.too_many(made), red=True)
        terminalreporter.write_line(
            f"{made:,} of {self.maximum:,} declared audits. "
            f"Chance fails one in {1 / self.alpha:,.0f} sessions or fewer."
        )


def _line(record: dict[str, Any]) -> str:
    # The end of a long name says more than its start.
    name = record["name"] if len(record["name"]) <= WIDTH // 2 else "..." + record["name"][3 - WIDTH // 2 :]
    line = f"{record['verdict']:<12} {name}  {'planted: ' if record['planted'] else ''}{record['says']}"
    return line if len(line) <= WIDTH else line[: WIDTH - 3].rstrip() + "..."
