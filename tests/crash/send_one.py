"""Sends one envelope from `user` to `bob`: the work that is killed in test_kills.py."""

import sys

from mesh.app.requesting import request
from mesh.app.sending import Order
from mesh.app.workspace import Workspace

workspace = Workspace(sys.argv[1])
request(workspace, Order(sender="user", to="bob", text="the text 文本\n", key=sys.argv[2], complexity="low"))
workspace.rest()
