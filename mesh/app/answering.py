"""What a turn has said: sent as the move that is due, unless the agent made that move itself."""

from __future__ import annotations

from mesh.app import conversing
from mesh.app.turn import Turn
from mesh.app.workspace import Workspace
from mesh.core.answers import read_acknowledgement, read_confirmation
from mesh.core.handshake import fold, needs_ack, role_of
from mesh.core.visible import one_line
from mesh.core.waking import why_asleep
from mesh.model.envelope import Envelope, Understanding
from mesh.model.task import Task

_SHOWN = 120  # characters of an answer in the log

_ANSWERS = ("reply", "intent_confirmation", "intent_ack", "status")


def task_of(workspace: Workspace, envelope: Envelope) -> Task | None:
    """Return the task of an envelope as it stands now."""
    return fold(workspace.fresh_index().of_task(envelope.task), workspace.settings.handshake)


def asleep_reason(workspace: Workspace, agent: str, envelope: Envelope) -> str | None:
    """Look at an envelope again, just before its turn: why it wakes nobody, or None."""
    index = workspace.fresh_index()
    answers = [item for item in index.answers_to(envelope.id, agent) if item.status != "working"]
    answered = any(item.type in ("reply", "intent_confirmation", "intent_ack", "message") for item in answers)
    return why_asleep(envelope, task_of(workspace, envelope), answered, agent)


def needs_own_turn(turn: Turn, envelope: Envelope) -> bool:
    """Say whether what was handed over on the way still waits to be acted upon.

    A note or a word within the same task has been read, and that is all it asked for. A request, an
    acknowledgement or another task's matter is dealt with only if the agent has spoken there since.
    """
    if envelope.type == "notification":
        return False
    if envelope.type == "message" and envelope.task == turn.envelope.task:
        return False
    history = turn.workspace.fresh_index().of_task(envelope.task)
    if any(item.from_ == turn.agent and item.id > envelope.id for item in history):
        return False
    return asleep_reason(turn.workspace, turn.agent, envelope) is None


def said(turn: Turn, *types: str) -> list[Envelope]:
    """Return what the agent itself sent of these types in this turn, by its tools or the command line."""
    index = turn.workspace.fresh_index()
    history = index.of_task(turn.envelope.task)
    own = [item for item in history if item.from_ == turn.agent and item.type in types]
    return [item for item in own if item.id >= turn.since or item.reply_to == turn.envelope.id]


def owes_answer(turn: Turn) -> bool:
    """Say whether somebody waits for a word of this turn."""
    task = turn.task
    if task is None or turn.envelope.type in ("summary", "reply", "status"):
        return False
    if role_of(task, turn.agent) == "requester" and turn.envelope.type != "intent_confirmation":
        return False
    delegated = turn.workspace.fresh_index().children_of(task.id, turn.agent)
    return not delegated and not said(turn, *_ANSWERS, "message")


def post(turn: Turn, text: str) -> None:
    """Send what the driver answered as the move that is due, unless the agent made it itself."""
    workspace, task, agent = turn.workspace, turn.task_now(), turn.agent
    if task is None or turn.envelope.type == "summary":
        _pass_on(turn, text)
    elif said(turn, *_ANSWERS):
        turn.log(f"{agent}: {one_line(text, _SHOWN)}")
    elif role_of(task, agent) == "worker":
        _post_as_worker(turn, task, text)
    elif turn.envelope.type == "intent_confirmation":
        answer = read_acknowledgement(text)
        conversing.acknowledge(
            workspace, task.id, agent, answer.status, corrections=answer.corrections, text=answer.text
        )
    elif turn.envelope.type == "message" or turn.envelope.status in ("input-required", "auth-required"):
        conversing.message(workspace, task.id, agent, text)
    else:
        _pass_on(turn, text)


def _post_as_worker(turn: Turn, task: Task, text: str) -> None:
    workspace, agent = turn.workspace, turn.agent
    policy = workspace.settings.handshake
    told = read_confirmation(text)
    if needs_ack(task, policy):
        if task.handshake == "asked":
            conversing.message(workspace, task.id, agent, text)
            return
        conversing.confirm(workspace, task.id, agent, told or Understanding(scope=text.strip()))
    elif told and told.approach and policy.get(task.level) == "soft" and task.handshake == "none":
        conversing.confirm(workspace, task.id, agent, told)
    else:
        conversing.reply(
            workspace, task.id, agent, text, reply_to=turn.envelope.id, observed=turn.observed()
        )


def _pass_on(turn: Turn, text: str) -> None:
    """Answer the task for which the agent had asked others, where that is what its words are for."""
    parent = turn.task.parent if turn.task else None
    if not parent:
        turn.log(f"{turn.agent}: {one_line(text, _SHOWN)}")
        return
    above = fold(turn.workspace.fresh_index().of_task(parent), turn.workspace.settings.handshake)
    if above and not above.is_final and role_of(above, turn.agent) == "worker":
        conversing.reply(turn.workspace, parent, turn.agent, text, observed=turn.observed())
