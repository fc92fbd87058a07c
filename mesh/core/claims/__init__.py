"""What a reply claims: reads it and finds the claims in its prose and assertions; checks none, does no I/O.

`Claim.detail` holds: `command` (a test, build or lint command that was named), `tool` (a tool named in
words), `check` (`types` for a type check), `about` (what named tests are about, where that is no name of a
test), `prints` (what a command prints), `branch` (of a commit) and `denied` (the words elsewhere in the reply
that say the opposite).
"""

from mesh.core.claims.contradictions import find_contradictions
from mesh.core.claims.finding import find_claims
from mesh.core.claims.reading import read_reply

__all__ = ["find_claims", "find_contradictions", "read_reply"]
