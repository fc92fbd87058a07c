"""Finds the tasks that a command line names (`make -j4 test`, `nx run app:lint`); runs nothing."""

from __future__ import annotations

import re

from mesh.core.runs.catalog import BUILD, LINT, RUN, TESTS
from mesh.model.annotation import Category

_MAVEN = {
    **dict.fromkeys(("test", "verify", "integration-test", "surefire:test", "failsafe:verify"), TESTS),
    **dict.fromkeys(("compile", "test-compile", "package", "install"), BUILD),
    **dict.fromkeys(("checkstyle:check", "spotless:check", "pmd:check", "spotbugs:check"), LINT),
    **dict.fromkeys(("exec:java", "spring-boot:run"), RUN),
}
_GRADLE_KINDS: tuple[tuple[re.Pattern[str], tuple[Category, ...]], ...] = (
    (re.compile(r"(?:test|check|connectedCheck|allTests|jvmTest|integrationTest|test\w*UnitTest)\Z"), TESTS),
    (
        re.compile(r"(?:build|assemble\w*|classes|testClasses|compile\w+|jar|shadowJar|bootJar|bundle\w*)\Z"),
        BUILD,
    ),
    (re.compile(r"(?:lint\w*|ktlintCheck|detekt\w*|spotlessCheck|checkstyle\w+|pmd\w+|spotbugs\w+)\Z"), LINT),
    (re.compile(r"(?:run|bootRun|execute)\Z"), RUN),
)
_RUNNERS = frozenset({"run", "run-many", "affected", "run-script", "exec"})


def names_of_tasks(name: str, words: tuple[str, ...], plain: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the tasks among a program's words without options."""
    if name in ("tox", "nox"):
        return _environments(words)
    if name in ("nx", "turbo", "lerna", "moon", "rush"):
        given = [words[at + 1] for at, word in enumerate(words[:-1]) if word in ("-t", "--target", "--targets")]
        rest = plain[1:] if plain and plain[0] in _RUNNERS else plain[:1]
        return tuple(part.rpartition(":")[2] for task in given or rest for part in task.split(","))
    if name == "composer":
        return plain[1:2] if plain and plain[0] in _RUNNERS else plain[:1]
    if name in ("invoke", "inv", "doit", "lein", "sbt", "mill"):
        return plain[:1]
    return tuple(word for word in plain if not word.isdigit())


def _environments(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the environments or sessions that `tox -e` and `nox -s` name."""
    found: list[str] = []
    for before, word in zip(("", *words), words, strict=False):
        name, sign, value = word.partition("=")
        if before in ("-e", "-s", "--session", "--sessions", "--env") and not word.startswith("-"):
            found.extend(word.split(","))
        elif sign and name in ("--session", "--sessions", "--env"):
            found.extend(value.split(","))
        elif len(word) > 2 and word[:2] in ("-e", "-s") and not word.startswith("--"):
            found.extend(word[2:].split(","))
    return tuple(found)


def categories_of_goal(name: str, task: str) -> tuple[Category, ...] | None:
    """Return the categories of a Maven goal or a Gradle task, None for names of the project's own."""
    if name in ("mvn", "mvnw", "mvnd"):
        return _MAVEN.get(task, ())
    if name in ("gradle", "gradlew"):
        last = task.rpartition(":")[2]
        return next((kind for pattern, kind in _GRADLE_KINDS if pattern.match(last)), ())
    if name in ("tox", "nox") and re.match(r"(?:py|pypy|cpython|default|ALL)[\d.]*(?:\W|\Z)", task):
        return TESTS
    return None
