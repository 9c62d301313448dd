"""Running a job in very many chunks on a Dask cluster, which writes them to a folder.

This room knows nothing of Sudoku: a `Job` says what a chunk is and how one is made, and
`engine.commands.job` makes the jobs of the command line. It needs the extra `[cluster]` of the
package.
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
