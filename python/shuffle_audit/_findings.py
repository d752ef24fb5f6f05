"""What an audit found."""

from __future__ import annotations

import csv
import functools
import html
import io
import json
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._errors import in_python, of_command

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ._native import Judged


class Findings:
    """The verdict of an audit, and what it rests on.

    >>> from shuffle_audit import audit
    >>> found = audit("sattolo", cards=10, trials=1_000)
    >>> found
    <Findings: FAIL: sattolo on 10 cards: no card ever stays where it started.>
    >>> print(found.cause["says"])
    Looks like Sattolo's algorithm: every deck is one single cycle, so no card stays where it was.
    """

    def __init__(self, judged: Judged, again: str | None = None) -> None:
        self._judged = judged
        #: The setting that gives as many decks again, if a function made them.
        self._again = again

    @functools.cached_property
    def json(self) -> str:
        """The document that ``shuffle-audit check --json`` prints."""
        return self._judged.json()

    @functools.cached_property
    def document(self) -> dict[str, Any]:
        """The same as a dict; ``shuffle-audit schema report`` describes it."""
        document: dict[str, Any] = json.loads(self.json)
        return document

    @property
    def _case(self) -> dict[str, Any]:
        case: dict[str, Any] = self.document["cases"][0]
        return case

    @property
    def verdict(self) -> str:
        """``pass``, ``suspicious``, ``fail`` or ``inconclusive``."""
        return str(self.document["verdict"])

    @property
    def passed(self) -> bool:
        """True if the verdict is ``pass``; too few decks for a verdict are no pass."""
        return self.verdict == "pass"

    @property
    def headline(self) -> str:
        """The answer in one sentence."""
        return str(self.document["headline"])

    @functools.cached_property
    def answer(self) -> str:
        """The answer as ``shuffle-audit check`` prints it, in at most 24 lines of 80 columns."""
        said, again, command = self._judged.words(False).rstrip("\n").partition("\nTo see it again:\n")
        said = in_python(said)
        kind = self._case["subject"]["kind"]
        if kind == "catalogue":
            said += again + command
        elif self._again and self._case.get("repeatable") is not False:
            said += f'\n\nTo see it again, make the same call with {self._again}, seed="{self.seed}".'
        return said

    @functools.cached_property
    def details(self) -> str:
        """The same with every test, as ``--verbose`` prints it."""
        return self._judged.words(True).rstrip("\n")

    @property
    def cause(self) -> dict[str, Any] | None:
        """What probably causes a failure: ``id``, ``says``, ``fix`` and more; None if it is not known."""
        cause: dict[str, Any] | None = self._case.get("cause")
        return cause

    @property
    def tests(self) -> list[dict[str, Any]]:
        """Every test with its verdict, p-value, effect and the bias that it would have seen."""
        tests: list[dict[str, Any]] = self._case["judgements"]
        return tests

    @property
    def detectable(self) -> list[dict[str, Any]]:
        """The smallest biases that these decks would have shown."""
        detectable: list[dict[str, Any]] = self._case["would_have_seen"]
        return detectable

    @property
    def trials(self) -> int:
        """The number of decks."""
        return int(self._case["trials"])

    @property
    def cards(self) -> int:
        """The number of cards in a deck."""
        return int(self._case["cards"])

    @property
    def seed(self) -> str:
        """The seed of the audit, to be given to ``seed=``."""
        return str(self.document["seed"])

    def to_pandas(self) -> pd.DataFrame:
        """The tests as a table of pandas, one a row; effects and intervals are columns such as ``effect.value``."""
        import pandas as pd

        return pd.json_normalize(self.tests)

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Writes the report into a folder: a page, tables and pictures. An earlier report there is replaced.

        Raises:
            ValueError: A file of yours is in the way, or the folder cannot be written.
        """
        from ._native import NoVerdict

        try:
            self._judged.save(os.fspath(folder))
        except NoVerdict as why:
            raise of_command(*why.args) from None

    @property
    def pictures(self) -> list[str]:
        """The names of the pictures that :meth:`svg` knows."""
        return _short(self._judged.pictures())

    @property
    def tables(self) -> list[str]:
        """The names of the tables that :meth:`table` and :meth:`plot` know."""
        return _short(self._judged.tables())

    def svg(self, name: str = "position") -> str:
        """A picture of the report as SVG.

        Raises:
            KeyError: There is no picture of this name.
        """
        return _found(self._judged.svg(self._path(name, self._judged.pictures())), name, self.pictures)

    def table(self, name: str) -> list[list[str]]:
        """A table of the report, with its header as the first row.

        Raises:
            KeyError: There is no table of this name.
        """
        text = _found(self._judged.table(self._path(name, self._judged.tables())), name, self.tables)
        return list(csv.reader(io.StringIO(text)))

    def plot(self, name: str = "position", ax: Axes | None = None) -> Axes:
        """Draws a table with matplotlib: a matrix as a heatmap, in shares of what each cell should hold.

        Raises:
            KeyError: There is no table of this name.
        """
        import matplotlib.pyplot as plt

        header, *rows = self.table(name)
        ax = plt.subplots()[1] if ax is None else ax
        if header[0] == "position" and len(header) > 2:
            cells = [[float(cell or "nan") for cell in row[1:]] for row in rows]
            fair = sum(map(sum, cells)) / (len(rows) * len(header[1:]))
            off = [[cell / fair - 1 for cell in row] for row in cells]
            most = max(abs(cell) for row in off for cell in row) or 1.0
            image = ax.imshow(off, cmap="RdBu_r", vmin=-most, vmax=most, aspect="auto")
            ax.figure.colorbar(image, ax=ax, label="more or less often than fair")
            ax.set(xlabel="card", ylabel="position")
        else:
            x, y = (header.index(column) for column in _axes(header))
            points = [(float(row[x]), float(row[y])) for row in rows if row[x] and row[y]]
            ax.plot(*zip(*points, strict=True), drawstyle="steps-mid")
            ax.set(xlabel=header[x], ylabel=header[y])
        ax.set_title(self.headline.partition(":")[0])
        return ax

    @staticmethod
    def _path(name: str, paths: Sequence[str]) -> str:
        """The name of a part in the report, where a folder may be before it."""
        return next((path for path in paths if path.rpartition("/")[2] == name), name)

    def __bool__(self) -> bool:
        # `assert audit(...)` would pass, whatever the verdict.
        raise TypeError("findings are neither true nor false; say found.passed")

    def __str__(self) -> str:
        return self.answer

    def __repr__(self) -> str:
        return f"<Findings: {self.headline}>"

    def _repr_html_(self) -> str:
        """For notebooks: the verdict, the cause and the heatmap."""
        colors = {"pass": "#1a7f37", "fail": "#cf222e", "suspicious": "#9a6700"}
        color = colors.get(self.verdict, "#57606a")
        word, _, rest = self.headline.partition(":")
        parts = [f'<p><b style="color:{color}">{html.escape(word)}</b>:{html.escape(rest)}</p>']
        if self.cause:
            said = " ".join(filter(None, (self.cause["says"], self.cause["fix"])))
            parts.append(f"<p>{html.escape(said)}</p>")
        if "position" in self.pictures and not self.passed:
            svg = re.sub(r'<svg width="\d+" height="\d+"', '<svg style="width:100%;height:auto"', self.svg())
            parts.append(f'<div style="max-width:34em">{svg}</div>')
        return "".join(parts)


def _short(paths: Sequence[str]) -> list[str]:
    return [path.rpartition("/")[2] for path in paths]


def _found(found: str | None, name: str, names: Sequence[str]) -> str:
    if found is None:
        raise KeyError(f"there is no {name!r} here, but {', '.join(names)}")
    return found


def _axes(header: Sequence[str]) -> tuple[str, str]:
    """The columns that a curve is drawn of."""
    y = next((column for column in ("ratio", "count", "log10_p", "value") if column in header), header[-1])
    return header[0] if header[0] != "test" else header[1], y
