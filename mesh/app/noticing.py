"""What runs beside the watcher's loop: file events become wake-ups, noted changes become commits."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from mesh import files
from mesh.app.workspace import Workspace
from mesh.errors import MeshError
from mesh.store.layout import Layout

_STEP_MS = 4  # the pause of the file watcher: 2 to 6 ms of delay for about 0.15 % of a core
_QUIET_S = 0.2  # after so many seconds without news the history is brought to rest

Log = Callable[[str], None]


def keep_history(root: str, ending: threading.Event, due: threading.Event, log: Log) -> None:
    """Commit what the loop and the turns noted, so that no turn waits for git; says once what fails."""
    workspace = Workspace(root)
    told = ""
    while not ending.is_set():
        due.wait()
        due.clear()
        workspace.trouble = None
        if workspace.journal.has_pending():
            workspace.commit()
        if not due.wait(_QUIET_S):
            workspace.rest()
        trouble = str(workspace.trouble or "")
        if trouble and trouble != told:
            log(f"the audit trail is behind: {trouble}")
        told = trouble


def notice_files(
    layout: Layout, look_s: float, ending: threading.Event, wake: Callable[[], None], log: Log
) -> None:
    """Wake the watcher when files change; when watching fails, its regular look still finds everything."""
    import watchfiles

    while not ending.is_set():
        try:
            paths = _watched(layout)
            changes = watchfiles.watch(
                *paths, watch_filter=None, debounce=1, step=_STEP_MS, stop_event=ending,
                rust_timeout=int(look_s * 1000), yield_on_timeout=True, recursive=False,
            )  # fmt: skip
            # what came before the new folders were watched made no event
            late = threading.Timer(_QUIET_S, wake)
            late.daemon = True
            late.start()
            for _ in changes:
                wake()
                if _watched(layout) != paths:
                    break
        except (OSError, RuntimeError, MeshError) as error:
            log(f"file events are not available ({error}); looking every {look_s:g} s")
            if ending.wait(look_s):
                return


def _watched(layout: Layout) -> list[str]:
    """Return the folders whose changes matter: inboxes, homes (a card may come), the workspace itself."""
    found = [layout.root, layout.agents, *(layout.home(name) for name in layout.senders())]
    for agent in layout.agent_names():
        new = layout.inbox(agent, "new")
        files.make_folder(new)
        found.append(new)
    return [path for path in found if os.path.isdir(path)]
