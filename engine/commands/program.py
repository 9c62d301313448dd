"""Compiles the program `sudoku` while the package is built; pyproject.toml names this class.

setuptools compiles modules but no programs, so this is done when it gathers the scripts, of which
the program is one: pip copies a script as it is unless that begins with a line that names Python.
Only a build can import this, because setuptools brings `distutils` along, and nothing else does.
"""

import sys
from distutils.ccompiler import new_compiler
from distutils.command.build_scripts import build_scripts
from distutils.errors import CCompilerError
from distutils.sysconfig import customize_compiler
from pathlib import Path
from tempfile import TemporaryDirectory

SOURCE = "engine/native/sudoku.c"
"""From where the package is built."""

FLAGS = ["-O3", "-std=gnu11"]
"""Those of the modules."""


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
        return [*build_scripts.get_source_files(self), SOURCE]

    def run(self) -> None:
        super().run()
        with TemporaryDirectory() as folder:
            program, script = Path(folder, "sudoku"), Path(self.build_dir, "sudoku")
            if sys.platform == "linux" and is_compiled(program):
                script.replace(script.with_name("sudoku-python"))
                self.copy_file(str(program), str(script))


def is_compiled(program: Path) -> bool:
    """Compiles the program into a file that does not exist yet; False where that fails."""
    compiler = new_compiler()
    customize_compiler(compiler)
    try:
        objects = compiler.compile([SOURCE], output_dir=str(program.parent), extra_postargs=FLAGS)
        compiler.link_executable(objects, str(program))
    except CCompilerError as error:
        sys.stderr.write(f"sudoku is not compiled, but runs in Python: {error}\n")
        return False
    return True
