"""Python in a process of its own, where nothing was imported or changed before."""

import subprocess
import sys


def run(code: str) -> str:
    """What Python prints, isolated (-I) and without what the site's own hooks import (-S)."""
    path = f"import sys; sys.path[:] = {sys.path!r}; "
    command = [sys.executable, "-I", "-S", "-c", path + code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
