"""Work in very many chunks on a Dask cluster, which go into a folder.

It knows nothing of Sudoku: a `Job` says what a chunk is and how one is made. Those of the shell's
commands are made by `engine.commands.job`. This room needs the extra `[cluster]` of the package.
"""

from engine.cluster.client import Unreachable, connect
from engine.cluster.folder import Folder, OtherCommand
from engine.cluster.job import Job, OtherEngine, Printed
from engine.cluster.runner import Summary, Unfinished, Watch, run

__all__ = [
    "Folder",
    "Job",
    "OtherCommand",
    "OtherEngine",
    "Printed",
    "Summary",
    "Unfinished",
    "Unreachable",
    "Watch",
    "connect",
    "run",
]
