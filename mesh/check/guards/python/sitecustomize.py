# mypy: ignore-errors
"""Arms the guard in every Python that a check starts, before anything of the workspace can be imported.

Runs under the project's own Python (3.8 and later); without the variable of a check it does nothing but load
the `sitecustomize` that it hides.
# mypy: ignore-errors
"""

import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _arm():
    from mesh_guard import watch

    watch.begin(_HERE)


def _load_hidden():
    """Load the machine's own `sitecustomize`, never one of the workspace."""
    setting = os.environ.get("MESH_GUARD", "")
    root = setting.partition("@")[2].rpartition("@")[0]
    for folder in sys.path:
        path = os.path.join(os.path.abspath(folder), "sitecustomize.py")
        if os.path.dirname(path) == _HERE or not os.path.isfile(path):
            continue
        if root and os.path.realpath(path).startswith(os.path.realpath(root) + os.sep):
            continue
        with open(path, "rb") as handle:
            exec(compile(handle.read(), path, "exec"), {"__name__": "sitecustomize", "__file__": path})
        return


if os.environ.get("MESH_GUARD"):
    try:
        _arm()
    except Exception as error:
        sys.stderr.write("mesh: the guard did not start: {!r}\n".format(error))
_load_hidden()
