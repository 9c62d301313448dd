"""What `import engine` brings along: every command and every worker process waits for it."""

import subprocess
import sys


def test_what_is_slow_to_import_waits_until_it_is_needed() -> None:
    code = "import engine, sys; print(*sys.modules)"
    # Isolated (-I), and without what the site's own hooks import (-S).
    path = f"import sys; sys.path[:] = {sys.path!r}; "
    shown = subprocess.run(
        [sys.executable, "-I", "-S", "-c", path + code], check=True, capture_output=True, text=True
    )
    loaded = set(shown.stdout.split())
    assert "engine.search" in loaded
    assert not loaded & {"_hashlib", "urllib.parse", "argparse", "asyncio", "json", "random"}
