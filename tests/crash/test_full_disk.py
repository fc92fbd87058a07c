"""A full disk: a send is refused with nothing sent, or sent; with space again all is in order."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mesh.app import roster
from mesh.app.committing import commit
from mesh.app.requesting import request
from mesh.app.sending import Order
from mesh.app.starting import init
from mesh.app.workspace import Workspace
from mesh.files import Unwritable

from .test_kills import check_sound

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="mounting a small disk needs root on Linux"
)
SIZE = 8 * 1024 * 1024


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    options = f"size={SIZE},nr_inodes=20000"
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no tmpfs can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=False)


def fill(folder: Path, leave: int) -> Path:
    """Write a file that leaves so many pages of 4 KiB free."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as handle:
        try:
            while True:
                handle.write(b"x" * 4096)
        except OSError:
            pass
    size = ballast.stat().st_size
    os.truncate(ballast, max(0, size // 4096 - leave) * 4096)
    return ballast


def test_on_a_full_disk_a_send_is_whole_or_refused_and_nothing_else_is_lost(small_disk: Path) -> None:
    workspace, _ = init(str(small_disk / ".mesh"))
    roster.add(workspace, "bob", {"headline": "works"})
    kept = request(workspace, Order(sender="user", to="bob", text="before", complexity="low")).envelope
    sent, refused = [kept.id], 0
    for leave in range(14):
        ballast = fill(small_disk, leave)
        own = Workspace(workspace.root)
        try:
            order = Order(sender="user", to="bob", text=f"long {leave} " * 900, complexity="low")
            sent.append(request(own, order).envelope.id)
        except Unwritable as error:
            refused += 1
            assert "space" in str(error)
        finally:
            own.index.close()
        ballast.unlink()
        after = Workspace(workspace.root)
        after.recover()
        commit(after)
        assert sorted(after.boxes.waiting("bob")) == sorted(sent), leave
        check_sound(after)
        after.index.close()
    assert refused, "the disk was never full"
    assert len(sent) > 1, "the disk was always full"
