"""Sends many envelopes from one process: `send_many.py ROOT SENDER COUNT`; for test_concurrency.py."""

import sys

from mesh.app.requesting import request
from mesh.app.sending import Order
from mesh.app.workspace import Workspace

root, sender, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
workspace = Workspace(root)
for number in range(count):
    request(workspace, Order(sender=sender, to="bob", text=f"{sender} {number}", complexity="low"))
    assert workspace.trouble is None, workspace.trouble
workspace.rest()
