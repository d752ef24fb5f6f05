"""The Python of the documents: it runs, and gives the verdicts and the output that stand there.

The ``python`` blocks of a document run in order, in one namespace. A comment after a statement is a promise
if it is a verdict, such as ``# fail``, or an exception, such as ``# ValueError``. A ``console`` block right
after one of ``python`` is what it prints; ``...`` is for what is left out.
"""

import ast
import contextlib
import doctest
import io
import re

import pytest

import shuffle_audit as sa

for needed in ["matplotlib", "numpy", "pandas"]:
    pytest.importorskip(needed)

BLOCKS = re.compile(r"^```python\n(.*?)^```\n(?:\n```console\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
PROMISES = re.compile(r".*  # (pass|suspicious|fail|inconclusive|\w+Error)$")


def run(statement, promised, namespace):
    """Runs a statement, whose value must have the promised verdict."""
    if promised is None or promised.endswith("Error"):
        try:
            exec(compile(ast.Module([statement], []), "document", "exec"), namespace)
        except Exception as error:
            if type(error).__name__ != promised:
                raise
        else:
            assert promised is None, f"no {promised}: {ast.unparse(statement)}"
        return
    assert isinstance(statement, ast.Assign | ast.Expr), f"no value: {ast.unparse(statement)}"
    found = eval(compile(ast.Expression(statement.value), "document", "eval"), namespace)
    for name in statement.targets if isinstance(statement, ast.Assign) else ():
        namespace[name.id] = found
    assert isinstance(found, sa.Findings)
    assert found.verdict == promised, f"{ast.unparse(statement)}\n{found}"


@pytest.mark.parametrize("path", ["docs/src/auditing/python.md", "python/README.md", "README.md"])
def test_the_python_of_a_document_does_what_it_says(path, project, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    found = BLOCKS.findall((project / path).read_text(encoding="utf-8"))
    blocks = [block for block in found if path != "README.md" or "shuffle_audit" in block[0]]
    if not blocks:
        pytest.skip("it shows no Python of the package")
    namespace = {}
    for code, shown in blocks:
        lines = code.splitlines()
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            for statement in ast.parse(code).body:
                found = PROMISES.match(lines[statement.end_lineno - 1])
                run(statement, found and found[1], namespace)
        if shown:
            holds = doctest.OutputChecker().check_output(shown, printed.getvalue(), doctest.ELLIPSIS)
            assert holds, f"{path} shows\n{shown}but it is\n{printed.getvalue()}"
