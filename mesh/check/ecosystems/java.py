"""Java and Kotlin: Maven and Gradle, offline; tests counted from the reports that they write."""

from __future__ import annotations

import os

from mesh.check.folder import Folder
from mesh.check.plan import Kind, Named, Plan

FILES = ("pom.xml", "build.gradle", "build.gradle.kts")
TOOLS = frozenset({"mvn", "mvnw", "gradle", "gradlew", "java", "javac"})
_MAVEN: dict[Kind, str] = {
    "build": "test-compile", "test": "test", "lint": "checkstyle:check", "typecheck": "test-compile",
}  # fmt: skip
_GRADLE: dict[Kind, str] = {"build": "assemble", "test": "test", "lint": "check", "typecheck": "testClasses"}
_MAVEN_REPORTS = ("**/target/surefire-reports/TEST-*.xml", "**/target/failsafe-reports/TEST-*.xml")
_GRADLE_REPORTS = ("**/build/test-results/**/TEST-*.xml",)


def is_here(folder: Folder) -> bool:
    return folder.has(*FILES)


def plan(folder: Folder, kind: Kind, named: Named) -> Plan | None:
    """Return the goal or task for a claim; lint only where the build speaks of it."""
    if kind == "lint" and "checkstyle" not in "".join(folder.text(name) for name in FILES):
        return None
    if folder.has("pom.xml"):
        chosen = (f"-Dtest={_class(named)}", "-Dsurefire.failIfNoSpecifiedTests=true") if _class(named) else ()
        return _plan(folder, kind, "mvn", ("-o", "-B", "-q", *chosen, _MAVEN[kind]), _MAVEN_REPORTS, bool(chosen))
    only = ("--tests", _class(named)) if _class(named) and kind == "test" else ()
    words = ("--offline", "--no-daemon", "--rerun-tasks", _GRADLE[kind], *only)
    return _plan(folder, kind, "gradle", words, _GRADLE_REPORTS, bool(only))


def _class(named: Named) -> str:
    """Return the test class, with its method where one is named, as both tools write it."""
    stems = [os.path.splitext(os.path.basename(path))[0] for path in named.files]
    if named.test:
        return named.test.replace("::", ".")
    return ",".join(stems)


def _plan(
    folder: Folder, kind: Kind, name: str, words: tuple[str, ...], reports: tuple[str, ...], narrowed: bool
) -> Plan:
    label = " ".join((name, words[-1]))
    program = folder.which(name)
    if program is None:
        return Plan(kind=kind, label=label, argv=(), missing=name, language="java")
    return Plan(
        kind=kind, label=label, argv=(program, *words), counting="files" if kind == "test" else "none",
        tools=(name, "java", "javac"), native=True, narrowed=narrowed, reports=reports if kind == "test" else (),
        language="java",
    )  # fmt: skip
