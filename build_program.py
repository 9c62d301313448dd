"""Compiles the program `sudoku` while the package is built; pyproject.toml names this class.

Nothing of this is installed. setuptools compiles modules but no programs, so this is done when it
gathers the scripts, of which the program is one: pip copies a script as it is unless that begins
with a line that names Python.
"""

import os
import shlex
import subprocess
import sys
from distutils.command.build_scripts import build_scripts
from pathlib import Path

SOURCE = "engine/native/sudoku.c"


class BuildScripts(build_scripts):
    """Puts the program in the place of the script `sudoku`, which is then `sudoku-python`.

    Without a compiler, and where it has not been tried, the script keeps its name and does all.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        # Or else a program of an earlier build would be taken for the script.
        self.force = True

    def get_source_files(self) -> list[str]:
        """What the source archive needs for the scripts; the headers come with the modules."""
        return [*build_scripts.get_source_files(self), SOURCE, Path(__file__).name]

    def run(self) -> None:
        super().run()
        script = Path(self.build_dir, "sudoku")
        program = script.with_name("sudoku.built")
        if sys.platform == "linux" and is_compiled(program):
            script.replace(script.with_name("sudoku-python"))
            program.replace(script)


def is_compiled(program: Path) -> bool:
    """Compiles the program into a file, with the compiler and the flags of the modules."""
    compiler = shlex.split(os.environ.get("CC", "cc"))
    flags = shlex.split(os.environ.get("CFLAGS", "")) + shlex.split(os.environ.get("LDFLAGS", ""))
    command = [*compiler, "-O3", "-std=gnu11", *flags, "-o", str(program), SOURCE]
    try:
        subprocess.run(command, check=True)  # noqa: S603 - the builder's own compiler
    except (OSError, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"sudoku is not compiled, but runs in Python: {error}\n")
        return False
    return True
