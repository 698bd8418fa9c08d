"""The command `solvent`: of the wheel, or else the one that is installed."""
from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

_CARRIED = Path(__file__).resolve().parent / "_program" / "bin" / "solvent"  # of a wheel (tools/wheel --tarball)


def main() -> None:
    program = str(_CARRIED) if _CARRIED.exists() else shutil.which("solvent")
    if program is None:
        sys.stderr.write("solvent: found no program solvent, expected a wheel that carries it, or one in PATH\n")
        sys.exit(3)
    if sys.argv[1:2] == ["llm"] and sys.argv[2:]:  # with the Python that has this package
        os.environ["SOLVENT_PYTHON"] = sys.executable
    os.execv(program, ["solvent", *sys.argv[1:]])


if __name__ == "__main__":
    main()
