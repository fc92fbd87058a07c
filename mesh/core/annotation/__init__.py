"""The annotation beneath a reply: written by the runtime alone, whatever the reply claims to be."""

from mesh.core.annotation.defusing import defuse, reads_as_annotation
from mesh.core.annotation.rendering import annotate

__all__ = ["annotate", "defuse", "reads_as_annotation"]
