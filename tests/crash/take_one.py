"""Takes the only envelope of `bob`: the work that is killed in test_kills.py."""

import sys

from mesh.app import clock
from mesh.app.workspace import Workspace

workspace = Workspace(sys.argv[1])
workspace.mailbox.take("bob", workspace.boxes.waiting("bob")[0], clock.now(), 60)
workspace.commit()
workspace.rest()
