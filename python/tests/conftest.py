import sys
import threading
from pathlib import Path

import pytest

from shuffle_audit._decks import Subject

pytest_plugins = ["pytester"]

_decks = Subject._decks


def _traced(subject, environment):
    # Coverage follows the threads that Python starts; the engine starts this one.
    sys.settrace(threading.gettrace())
    yield from _decks(subject, environment)


Subject._decks = _traced


@pytest.fixture
def command():
    """Runs the command of the package, and returns what subprocess.run does."""
    import subprocess

    def run(*words, **options):
        line = [sys.executable, "-m", "shuffle_audit", *map(str, words)]
        return subprocess.run(line, capture_output=True, text=True, check=False, **options)

    return run


@pytest.fixture
def project() -> Path:
    return Path(__file__).parents[2]
