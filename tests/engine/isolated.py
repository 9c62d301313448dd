"""Runs Python in a process of its own, in which nothing was imported or changed before."""

import subprocess
import sys


def run(code: str) -> str:
    """What Python prints, isolated (-I) and without the imports of the site's own hooks (-S)."""
    path = f"import sys; sys.path[:] = {sys.path!r}; "
    command = [sys.executable, "-I", "-S", "-c", path + code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
