import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]


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
