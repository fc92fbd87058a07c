"""Answers the only task as `bob`: the work that is killed in test_kills.py."""

import sys

from mesh.app import conversing, looking
from mesh.app.workspace import Workspace

workspace = Workspace(sys.argv[1])
task = looking.list_tasks(workspace, everything=True)[0]
conversing.reply(workspace, task.id, "bob", "it is done, as you asked")
workspace.rest()
