"""The command ``shuffle-audit``: the same code and the same exit codes as the binary."""

from __future__ import annotations

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command with the arguments of this process, and returns its exit code."""
    # The command handles Ctrl-C itself, and a closed pipe is no error for it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    server = [sys.executable, "-m", "shuffle_audit"]
    return _native.main(["shuffle-audit", *sys.argv[1:]], server)


if __name__ == "__main__":
    sys.exit(main())
