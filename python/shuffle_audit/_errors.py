"""What goes wrong, as exceptions: Python's own where they fit."""

from __future__ import annotations

import re

from ._settings import KNOWN

#: The exit codes of the command that are the fault of the caller, or of the decks.
_WRONG, _AT_FAULT = 2, 4


class AuditError(Exception):
    """There is no verdict, for a reason that has no exception of Python's own."""


def of_command(code: int, why: str) -> Exception:
    """The exception for an exit code of the command and what it says."""
    why = why.strip().removeprefix("shuffle-audit: ").removeprefix("error: ")
    return (ValueError if code in (_WRONG, _AT_FAULT) else AuditError)(in_python(why))


def in_python(said: str) -> str:
    """A message in which flags are keywords: ``--deal 5`` is ``deal=5``, and ``--unordered`` is ``unordered=True``."""
    return _FLAG.sub(_keyword, said)


#: A flag, and its value where one follows: a word with a digit or an equals sign, one of a few, or a placeholder.
_FLAG = re.compile(
    r"--([a-z][a-z-]*[a-z])(?:[ =]([A-Z]{3,}\b|ignore\b|sorted\b|csv\b|(?=[^ ]*[\d=])[\w/:,.+=-]*[\w/]))?"
)

#: What has other names in Python.
_OTHERS = {"verbose": "print(found.details)", "exec": "the function", "file": "the decks", "no-header": "header=False"}

#: Keywords that have no value on the command line.
SWITCHES = frozenset({"unordered", "replacement", "varying", "until_decided", "header"})


def _keyword(flag: re.Match[str]) -> str:
    name, value = flag[1], flag[2]
    keyword = name.replace("-", "_")
    if name in _OTHERS or keyword in SWITCHES:
        return _OTHERS.get(name, f"{keyword}=True") + flag[0][len(name) + 2 :]
    if keyword not in KNOWN:
        return flag[0]  # a flag of the command alone
    if value is None or re.fullmatch("[A-Z]+", value):
        return f"{keyword}="
    return f"{keyword}={value}" if re.fullmatch(r"[\d.]+", value) else f'{keyword}="{value}"'
