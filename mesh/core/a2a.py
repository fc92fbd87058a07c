"""An agent card in the field names of A2A 1.0 (a2a-protocol.org, section 4.4.1); pure translation."""

from __future__ import annotations

import os
from typing import Any

from mesh.model.card import Card

PROTOCOL_VERSION = "1.0"
_TEXT = ["text/plain", "text/markdown"]


def agent_card(card: Card, home: str) -> dict[str, Any]:
    """Return the card as A2A's AgentCard; its one interface is the agent's inbox in the file system."""
    return {
        "name": card.name,
        "description": card.description or card.headline or card.name,
        "version": card.version,
        "supportedInterfaces": [
            {
                "url": "file://" + os.path.join(home, "inbox", "new"),
                "protocolBinding": "mesh-file",
                "protocolVersion": PROTOCOL_VERSION,
            }
        ],
        "capabilities": {"streaming": False, "pushNotifications": False, "extendedAgentCard": False},
        "defaultInputModes": _TEXT,
        "defaultOutputModes": _TEXT,
        "skills": [
            {
                "id": skill.id,
                "name": skill.name,
                "description": skill.description or skill.name,
                "tags": list(skill.tags) or [skill.id],
            }
            for skill in card.skills
        ],
    }
