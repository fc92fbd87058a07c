"""Whether an action is one clear step that anybody would do the same way; knows nothing of levels."""

from __future__ import annotations

from mesh.core.complexity.actions import Action
from mesh.core.complexity.kinds import BIT, NUMBER, QUOTED, STRANGE, mask

_LOOK, _BUILD, _EDIT, _MOVE = BIT["look"], BIT["build"], BIT["edit"], BIT["move"]
_THROWAWAY, _TROUBLE, _TO, _MANY = BIT["throwaway"], BIT["trouble"], BIT["to"], BIT["many"]
_LOOKING = mask("look review test")
_CALM = mask("look run trivial")
_MINOR = mask("edit delete fix overwrite toggle build switch move")
_REMOVING = mask("edit delete wipe fix overwrite move look run trivial void")
_HEAVY = mask("wipe pay migrate deploy rework split")
_MACHINES = mask("reformat redirect send export")
_SMALL = mask("doc throwaway name knob")
_ROUTINE = mask("knob routine test_part name part doc throwaway staging atom info") | QUOTED
_NAMED = mask("knob doc name part atom info test_part routine") | QUOTED | NUMBER
_ADDABLE = mask("atom throwaway name") | QUOTED
_FIGURES = NUMBER | mask("info sum version_no")
_FAR = mask("wide people crowd infra lang")
_BULK_TEXT = BIT["bulk"]
_BULK = mask("bulk wide")
_PRECIOUS = mask("prod personal money secure everyone outward")
# Whoever touches one of these does more than a small step, whatever else the rules say.
SENSITIVE = mask("prod money access secure personal everyone outward store arch custom_high custom_medium")


def is_small(action: Action) -> bool:
    """Say whether an action is small; what is not known to be is not."""
    verb, marks = action.verb, action.marks
    everything = action.target | action.place
    if verb & BIT["probe"] or marks & BIT["trying"] or verb == STRANGE:
        return bool(everything & BIT["custom_low"]) and verb == STRANGE
    if verb & _LOOK and not verb & ~_LOOKING:
        return not _is_long_reading(action) and not marks & _TROUBLE
    if verb & BIT["wish"]:
        return bool(action.target & BIT["info"])
    if action.target & _THROWAWAY and not everything & _PRECIOUS and verb & _REMOVING:
        return True
    if everything & (SENSITIVE | BIT["forever"]) or verb & _HEAVY:
        return False
    return bool(everything & BIT["custom_low"]) or _is_minor(action, everything)


def _is_minor(action: Action, everything: int) -> bool:
    """Judge what touches nothing that matters: a conversion, a run, or an edit."""
    verb, target = action.verb, action.target
    if verb & _MOVE and target & NUMBER and not target & ~_FIGURES:
        return True  # `convert 3.5 miles`
    if _is_long_reading(action) or (verb & _MACHINES and everything & mask("infra store people crowd")):
        return False
    if verb & _CALM:
        return not verb & BIT["run"] or bool(everything & _ROUTINE) or not target
    if everything & _FAR or action.marks & _MANY:
        return False
    return _is_edit(action)


def _is_long_reading(action: Action) -> bool:
    """Say whether much is to be read or translated."""
    if not action.own & BIT["reading"]:
        return False
    many = action.marks & (_MANY | NUMBER) and not action.target & QUOTED
    return bool(many or (action.target | action.place) & _BULK)


def _is_edit(action: Action) -> bool:
    """Say whether an action changes one small thing to what the sender names."""
    verb, target, own = action.verb, action.target, action.own
    adds = bool(own & BIT["adding"])
    if adds or (verb & _BUILD and not verb & _EDIT):
        return adds and bool(target & _ADDABLE)
    if own & BIT["making"] and not target & (QUOTED | NUMBER):
        return False  # to make a thing do something is to build it
    if verb & _EDIT and target & _BULK_TEXT:
        return False
    names_value = bool(action.marks & _TO or target & (QUOTED | NUMBER))
    if verb & _EDIT and names_value and target & _NAMED and not own & BIT["shifting"]:
        return True
    return bool(verb & _MINOR and target & _SMALL)
