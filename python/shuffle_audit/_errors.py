"""What goes wrong, as exceptions: Python's own where they fit."""

from __future__ import annotations

import re

#: The exit codes of the command that are the fault of the caller, or of the decks.
_WRONG, _AT_FAULT = 2, 4


class AuditError(Exception):
    """There is no verdict, for a reason that has no exception of Python's own."""


def of_command(code: int, why: str) -> Exception:
    """The exception for an exit code of the command and what it says."""
    why = why.strip().removeprefix("shuffle-audit: ").removeprefix("error: ")
    return (ValueError if code in (_WRONG, _AT_FAULT) else AuditError)(in_python(why))


def in_python(said: str) -> str:
    """A message in which flags are called as keywords: ``--rank-by`` is ``rank_by=``."""
    return re.sub(r"--([a-z][a-z-]*[a-z])", lambda flag: flag[1].replace("-", "_") + "=", said)
