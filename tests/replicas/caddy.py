"""The reverse proxy of compose.scale.yaml, run by a Caddy on this machine.

What happens to a call when a replica dies depends on its directives, so exactly these are tested:
only the names of machines are replaced, and the administration interface is switched off.
"""

import asyncio
import os
import re
import shutil
import textwrap
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from tests.bot.process import free_port
from tests.structure import ROOT

SHIPPED: Final = ROOT / "compose.scale.yaml"
CONTENT: Final = re.compile(r"(?<=    content: \|\n)(?: {6}.*\n)+")
UPSTREAMS: Final = re.compile(r"replica\d:9090(?: replica\d:9090)*")
OPTIONS: Final = "{\n\tadmin off\n}\n"
START_SECONDS: Final = 20.0


def caddyfile(ports: Sequence[int]) -> str:
    """The shipped Caddyfile, in front of replicas at these ports of loopback."""
    (found,) = CONTENT.findall(SHIPPED.read_text("utf-8"))
    here = " ".join(f"127.0.0.1:{port}" for port in ports)
    shipped, count = UPSTREAMS.subn(here, textwrap.dedent(found).replace("$$", "$"))
    assert count == 1, shipped
    return OPTIONS + shipped


@asynccontextmanager
async def caddy(ports: Sequence[int], folder: Path) -> AsyncIterator[str]:
    """Runs Caddy for the block; gives its address. Its output goes to the folder's caddy.log."""
    program = shutil.which("caddy")
    assert program, "install Caddy: apt-get install caddy"
    port, file = free_port(), folder / "Caddyfile"
    address = f"http://127.0.0.1:{port}"
    file.write_text(caddyfile(ports), "utf-8")
    own = {"SUDOKU_HOST": address, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "caddy.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *(program, "run", "--config", str(file), "--adapter", "caddyfile"),
            env={**os.environ, **own},
            stdout=log,
            stderr=log,
        )
    try:
        await _listens(port)
        yield address
    finally:
        # Ctrl-C reaches Caddy as well, so it may be gone already.
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _listens(port: int) -> None:
    async with asyncio.timeout(START_SECONDS):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return
