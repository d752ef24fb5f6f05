"""Is every order of your shuffle equally likely?

>>> import shuffle_audit as sa
>>> found = sa.audit("naive", cards=52, trials=3_000)
>>> found.verdict
'fail'
>>> found.cause["id"]
'naive'

The functions take the flags of the command ``shuffle-audit check`` as keywords: ``--rank-by`` is ``rank_by=``.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._audit import assert_uniform, audit, audit_decks, audit_draws, audit_order
from ._errors import AuditError
from ._findings import Findings
from ._native import __version__

if TYPE_CHECKING:
    from ._command import Run, compare, exact, power, run
    from .loaders import audit_loader

__all__ = [
    "AuditError",
    "Findings",
    "Run",
    "__version__",
    "assert_uniform",
    "audit",
    "audit_decks",
    "audit_draws",
    "audit_loader",
    "audit_order",
    "compare",
    "exact",
    "power",
    "run",
]


#: Where the rest is. It is loaded when it is wanted: an import of the package takes a few milliseconds.
_ELSEWHERE = {"audit_loader": "loaders"} | dict.fromkeys(["Run", "compare", "exact", "power", "run"], "_command")


def __getattr__(name: str) -> Any:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(f".{_ELSEWHERE[name]}", __name__), name)
    globals()[name] = found
    return found
