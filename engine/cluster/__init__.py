"""Very many puzzles made, rated or solved on a Dask cluster, chunk by chunk into a folder.

The command is one of the shell, as a list:

    from distributed import Client
    from engine import cluster

    with Client("tcp://127.0.0.1:8786") as client:
        cluster.run(client, ["count", "--limit", "10", "puzzles.txt"], "counts")

This room needs the extra `[cluster]` of the package; nothing else of the engine imports it.
"""

from engine.cluster.connect import Unreachable, connect
from engine.cluster.folder import OtherCommand
from engine.cluster.job import OtherEngine
from engine.cluster.run import Summary, Unfinished, Watch, run

__all__ = [
    "OtherCommand",
    "OtherEngine",
    "Summary",
    "Unfinished",
    "Unreachable",
    "Watch",
    "connect",
    "run",
]
