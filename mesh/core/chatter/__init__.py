"""Finds three messages in a row that add nothing; looks at a conversation only and closes none."""

from __future__ import annotations

from collections.abc import Sequence

from mesh.core.chatter.conversation import WINDOW, Conversation
from mesh.i18n import say
from mesh.model.detection import Detection, Message

__all__ = ["STREAK", "Conversation", "adds_nothing", "detect_chatter"]

STREAK = 3  # runtime.md, section 5


def detect_chatter(messages: Sequence[Message], language: str = "en") -> Detection:
    """Return whether the conversation has run empty, and at which message; linear in the input."""
    conversation = Conversation(message.from_ for message in messages)
    streak = 0
    for index, message in enumerate(messages):
        streak = streak + 1 if conversation.add(message.text, message.from_) else 0
        if streak == STREAK:
            reason = say("{count} messages in a row add nothing", language, count=STREAK)
            return Detection(found=True, start=index - STREAK + 1, reason=reason)
    reason = say("no {count} messages in a row add nothing", language, count=STREAK)
    return Detection(found=False, reason=reason)


def adds_nothing(text: str, earlier: Sequence[str]) -> bool:
    """Return whether a message is empty of content, given those before it, the oldest first.

    Short is not empty: "no", "42", a path, a decision and the answer to a question add something.
    """
    conversation = Conversation()
    for message in earlier[-2 * WINDOW :]:
        conversation.add(message)
    return conversation.add(text)
