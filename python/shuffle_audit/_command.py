"""The other commands, run as commands: what they print with ``--json`` is what these functions return."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ._decks import recording
from ._errors import of_command
from ._settings import flag

#: The exit codes with which a command has printed its document.
_ANSWERED = (0, 1, 3)


def exact(algorithm: str, cards: int, **settings: object) -> dict[str, Any]:
    """The exact law of a shuffle of the catalogue, as ``shuffle-audit exact`` computes it from the audited code.

    >>> [order["probability"] for order in exact("naive", cards=3)["law"]][:2]
    ['4/27', '5/27']
    """
    return _document("exact", {"algorithm": algorithm, "cards": cards, **settings})


def power(algorithm: str, cards: int = 52, **settings: object) -> dict[str, Any]:
    """How many decks each test needs to see the bias of a shuffle of the catalogue."""
    return _document("power", {"algorithm": algorithm, "cards": cards, **settings})


class Run:
    """What a plan found: ``as_expected``, ``verdict``, and ``cases`` by their ids."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.verdict: str = document["verdict"]
        self.as_expected: bool = document["as_expected"]
        self.headline: str = document["headline"]
        self.cases: dict[str, dict[str, Any]] = {case["case"]: case for case in document["cases"]}

    def __repr__(self) -> str:
        return f"<Run: {self.headline}>"


def run(plan: str | Path, **settings: object) -> Run:
    """Runs a plan, as ``shuffle-audit run`` does. With ``out=`` its report is written into that folder.

    Raises:
        ValueError: The plan is wrong, or a subject of it is at fault.
    """
    return Run(_document("run", settings, str(plan)))


def compare(one: Any, other: Any, **settings: object) -> dict[str, Any]:
    """Asks whether two shuffles have the same law, fair or not, as ``shuffle-audit check --against`` does.

    Each is the name of a shuffle of the catalogue, or decks of numbers: an array, a list or a table.

    >>> compare("naive", "naive-descending", cards=8, trials=20_000)["headline"]
    'DIFFERENT: naive and naive-descending do not have the same law.'
    """
    with tempfile.TemporaryDirectory() as folder:
        flags: dict[str, object] = {}
        for name, data, of_name, of_file in [
            ("one", one, "algorithm", "file"),
            ("other", other, "against", "against_file"),
        ]:
            if isinstance(data, str):
                flags[of_name] = data
                continue
            decks = recording(data, "decks")
            path = Path(folder, name + Path(decks.name).suffix)
            with path.open("wb") as file:
                file.writelines(decks.open({}))
            flags[of_file] = path
            flags |= {flag.removeprefix("--"): True for flag in decks.flags}
        return _document("check", {**flags, **settings}, hidden=folder + os.sep)


def _document(command: str, settings: Mapping[str, object], *arguments: str, hidden: str = "") -> dict[str, Any]:
    flags = [word for key, value in settings.items() for word in flag(key, value)]
    words = [sys.executable, "-m", "shuffle_audit", command, *arguments, *flags, "--json"]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in _ANSWERED or not done.stdout:
        errors = [line for line in done.stderr.splitlines() if line.startswith(("shuffle-audit: ", "error: "))]
        raise of_command(done.returncode, errors[0] if errors else done.stderr)
    document: dict[str, Any] = json.loads(done.stdout.replace(hidden, ""))
    return document
