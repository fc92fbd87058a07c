"""Checks claims that need a command: finds it, runs it shut in, judges it; each command runs once."""

from __future__ import annotations

import os
import pwd
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from mesh.check import ecosystems
from mesh.check.changes import tests_changed
from mesh.check.counting import Tally, tally
from mesh.check.ecosystems import python
from mesh.check.ecosystems.rust import uncounted_targets
from mesh.check.environment import SearchPath, caller_home, clean, search_path
from mesh.check.folder import Folder
from mesh.check.guarding import Guards
from mesh.check.judging import Facts, judge_command, judge_tests
from mesh.check.naming import named_by
from mesh.check.outcome import Outcome, unverifiable
from mesh.check.paths import locate
from mesh.check.plan import WRAPPED_REPORTS, Counting, Kind, Named, Plan
from mesh.check.project import Project
from mesh.check.reports import add_reports
from mesh.check.running import Ran, run
from mesh.check.sandbox import Bounds, Order, Sandbox, choose, how_to_get_one
from mesh.check.settings import VerifySettings
from mesh.model.evidence import Claim, Evidence

KINDS: Mapping[str, Kind] = {"tests_pass": "test", "build_passes": "build", "lint_passes": "lint"}
_WORDS: Mapping[Kind, str] = {"test": "test", "build": "build", "lint": "lint", "typecheck": "type check"}
"""What a kind of command is called in a reason."""
_MANY = 50


@dataclass(slots=True, kw_only=True)
class Checker:
    """What all checks of one reply share. `environment` is the caller's."""

    project: Project
    settings: VerifySettings
    environment: Mapping[str, str]
    bounds: Bounds = field(default_factory=Bounds)
    sandboxed: bool = True
    on_start: Callable[[str], None] | None = None
    _done: dict[tuple[str, ...], tuple[Ran, Tally]] = field(default_factory=dict)

    def check(self, claim: Claim) -> Outcome:
        """Check a claim that tests pass, that it builds, or that a linter is content."""
        folder = Folder(self.project, self.project.inside, self._path.folders)
        named = named_by(claim, folder)
        if isinstance(named, Outcome):
            return self._with_changes(claim, named)
        kind = KINDS[claim.kind]
        if claim.detail.get("check") == "types" or _is_type_check(claim, named):
            kind = "typecheck"
        plans = self._plans(folder, kind, named)
        if not plans and named.test:
            return self._with_changes(claim, unverifiable(f"no test `{named.test}` was found"))
        if not plans:
            return unverifiable(f"no {_WORDS[kind]} command was found")
        outcomes = []
        for plan in plans:
            outcomes.append(self._one(folder, plan, claim))
            if outcomes[-1].status != "verified":
                break
        return self._with_changes(claim, _joined(outcomes))

    def _plans(self, folder: Folder, kind: Kind, named: Named) -> list[Plan]:
        declared = self.settings.commands.get(kind)
        if declared and not named.narrow and named.tool is None:
            argv = ("/bin/sh", "-c", declared)
            reports = WRAPPED_REPORTS if kind == "test" else ()
            counting: Counting = "told" if kind == "test" else "none"
            return [Plan(kind=kind, label=declared, argv=argv, counting=counting, declared=True, reports=reports)]
        found = ecosystems.plans(folder, kind, named)
        if not found and named.tool is not None:
            found = ecosystems.plans(folder, kind, replace(named, tool=None))
        return [replace(plan, inside=folder.inside) for plan in found]

    def _one(self, folder: Folder, plan: Plan, claim: Claim) -> Outcome:
        if plan.missing:
            return Outcome(
                status="unverifiable",
                evidence=Evidence(command=plan.label, reason=f"`{plan.missing}` is not installed"),
            )
        false = self._stand_in(folder, plan)
        if false:
            return false
        sandbox = choose(bare=not self.sandboxed)
        if sandbox is None:
            return Outcome(status="error", evidence=Evidence(command=plan.label, reason=how_to_get_one()))
        ran, found = self._run(plan, sandbox)
        if plan.kind == "test":
            facts = self._facts(folder, plan, found, claim.count)
            outcome = judge_tests(plan, ran, found, facts)
            return self._but_for(folder, plan, facts, outcome, sandbox) if outcome.status == "verified" else outcome
        return judge_command(plan, ran, self.read)

    def _stand_in(self, folder: Folder, plan: Plan) -> Outcome | None:
        from mesh.check.standins import stand_in

        found = stand_in(folder, plan, self._path)
        if found is None or plan.kind != "test":
            return None
        return Outcome(status="refuted", evidence=Evidence(command=plan.label, reason=found))

    def _run(self, plan: Plan, sandbox: Sandbox, seconds: float | None = None) -> tuple[Ran, Tally]:
        key = (plan.inside, *plan.argv)
        if key not in self._done:
            if self.on_start:
                self.on_start(plan.label)
            order = self.order(plan.argv, plan.inside, sandbox)
            guards = Guards(plan, sandbox)
            ran = run(
                order, root=self.project.root, tree=self.project.tree, sandbox=sandbox,
                bounds=replace(self.bounds, wall_s=seconds or self.bounds.wall_s),
                prepare=guards.prepare, collect=guards.collect,
            )  # fmt: skip
            found = tally(ran.streams, self._uncounted(plan))
            add_reports(found, plan.tools[0] if plan.tools else plan.label, ran.reports)
            self._done[key] = (ran, found)
        return self._done[key]

    def _uncounted(self, plan: Plan) -> tuple[str, ...]:
        return uncounted_targets(Folder(self.project, plan.inside, ())) if plan.counting == "told" else ()

    def run_plan(self, plan: Plan) -> Ran | Outcome:
        """Run a command whose end alone counts; an outcome where there is no sandbox."""
        sandbox = choose(bare=not self.sandboxed)
        if sandbox is None:
            return Outcome(status="error", evidence=Evidence(command=plan.label, reason=how_to_get_one()))
        return self._run(plan, sandbox)[0]

    def read(self, path: str) -> str:
        """Return the text of a file that a command names, empty if it is not in the project."""
        place = locate(path, self.project.root, self.project.cwd)
        found = self.project.read(place.relative) if place.absolute else None
        return (found or b"").decode("utf-8", "replace")

    def order(self, argv: tuple[str, ...], inside: str, sandbox: Sandbox) -> Order:
        """Return what to start, in the environment of a check."""
        homes = _homes(self.environment)
        home = homes[0] if homes and sandbox.tmp else None
        environment = clean(
            self.environment, home=home or "/tmp/home", tmp=sandbox.tmp or "/tmp", path=self._path.folders,  # noqa: S108
        )  # fmt: skip
        return Order(argv=argv, inside=inside, environment=environment, homes=homes, shown=self._shown(homes))

    @property
    def _path(self) -> SearchPath:
        value = self.environment.get("PATH", os.defpath)
        return search_path(value, self.project.root, self.project.tree.dependencies)

    def _shown(self, homes: tuple[str, ...]) -> tuple[str, ...]:
        """Return the folders of PATH that lie where the sandbox hides things, with the toolchain they belong to."""
        found = []
        for folder in self._path.folders:
            if not folder.startswith(tuple(place + os.sep for place in ("/tmp", "/var/tmp", "/run", *homes))):  # noqa: S108
                continue
            whole = os.path.dirname(folder)
            found.append(whole if os.path.exists(os.path.join(whole, "pyvenv.cfg")) else folder)
        return tuple(found)

    def _facts(self, folder: Folder, plan: Plan, found: Tally, count: int | None) -> Facts:
        files = self.project.tree.files
        tampered = [
            path for path, digest in found.sources.items() if path in files and files[path].digest != digest
        ]
        left = () if plan.narrowed or plan.declared else _left_out(folder, found)
        return Facts(
            count=count, is_declared=lambda name: _is_declared(folder, name), tampered=tuple(tampered), left_files=left
        )

    def _but_for(self, folder: Folder, plan: Plan, facts: Facts, outcome: Outcome, sandbox: Sandbox) -> Outcome:
        """Look at the test files that the project's command did not run: it may leave out what fails."""
        if not facts.left_files:
            return outcome
        named = Named(files=facts.left_files[:_MANY], tool="pytest")
        other = replace(ecosystems.plans(folder, "test", named)[0], inside=folder.inside)
        if other.missing:
            return outcome
        seconds = min(self.bounds.wall_s, 10 + 2 * (outcome.evidence.duration_s or 0))
        _, found = self._run(other, sandbox, seconds)
        bad = [failure for failure in found.failures if {"AssertionError", "Failed"} & set(failure.kinds)]
        if not bad:
            return outcome
        reason = f"`{plan.label}` leaves out `{bad[0].name}`, which fails"
        return replace(outcome, status="unverifiable", evidence=replace(outcome.evidence, reason=reason), caveats=())

    def _with_changes(self, claim: Claim, outcome: Outcome) -> Outcome:
        """Add what was changed of the tests since the base, and the notes on the settings."""
        notes = self.settings.notes if outcome.evidence.command else ()
        if claim.kind != "tests_pass":
            return replace(outcome, caveats=(*outcome.caveats, *notes))
        changed = tests_changed(self.project.changed)
        if self.project.base.commit is None:
            notes = (
                *notes,
                "there is no commit to compare with: whether the tests were changed is not known",
            )
        elif changed:
            notes = (*notes, f"changed since the base: {', '.join(changed[:5])}")
        return replace(
            outcome,
            evidence=replace(outcome.evidence, tests_changed=changed),
            caveats=(*outcome.caveats, *notes),
        )


def _left_out(folder: Folder, found: Tally) -> tuple[str, ...]:
    """Return the Python test files that no runner imported, where it was Python's tests that ran."""
    if not {"pytest", "unittest"} & set(found.runners):
        return ()
    prefix = "" if folder.inside == "." else folder.inside + "/"
    seen = set(found.sources)
    return tuple(
        path for path in folder.files
        if python.is_test_file(path) and prefix + path not in seen and "def test" in folder.text(path)
    )  # fmt: skip


def _joined(outcomes: list[Outcome]) -> Outcome:
    """Return one outcome for a claim that took several commands: the last, which is the first that is not good."""
    last = outcomes[-1]
    if len(outcomes) == 1 or last.status != "verified":
        return last
    tests = [outcome.evidence.tests for outcome in outcomes if outcome.evidence.tests]
    total = None
    if tests:
        total = replace(
            tests[0], passed=sum(t.passed for t in tests), failed=sum(t.failed for t in tests),
            skipped=sum(t.skipped for t in tests),
        )  # fmt: skip
    evidence = replace(
        last.evidence, command="; ".join(o.evidence.command or "" for o in outcomes), tests=total,
        duration_s=round(sum(o.evidence.duration_s or 0 for o in outcomes), 3),
    )  # fmt: skip
    return replace(last, evidence=evidence, caveats=tuple(note for o in outcomes for note in o.caveats))


def _is_type_check(claim: Claim, named: Named) -> bool:
    if named.tool in ("mypy", "pyright", "tsc"):
        return True
    return (
        claim.kind == "build_passes" and re.search(r"type[- ]?check|类型检查", claim.text, re.I) is not None
    )


def _homes(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the folders to hide: the caller's HOME, and that of the account if it is another."""
    found = [caller_home(environment)]
    try:
        found.append(pwd.getpwuid(os.getuid()).pw_dir.rstrip(os.sep))
    except KeyError:
        found.append(None)
    whole = [
        home for home in found if home and os.path.isdir(home) and home.count(os.sep) >= 1 and home != os.sep
    ]
    return tuple(dict.fromkeys(os.path.realpath(home) for home in whole))


def _is_declared(folder: Folder, module: str) -> bool:
    """Say whether a module is a dependency that the project asks for."""
    name = re.escape(module.split(".")[0]).replace("_", "[-_.]")
    pattern = re.compile(rf"(?im)^\s*[\"']?{name}\b|[\"'\[,\s]{name}\s*(?:[<>=!~;\[\"',]|$)")
    texts = [
        folder.text(path)
        for path in folder.files
        if path.rpartition("/")[2].startswith("requirements") and path.endswith(".txt")
    ]
    texts += [
        folder.text(path)
        for path in ("setup.cfg", "setup.py", "Pipfile", "environment.yml")
        if folder.has(path)
    ]
    project = folder.toml("pyproject.toml")
    texts.append(
        str(project.get("project", {}).get("dependencies", ""))
        + str(project.get("project", {}).get("optional-dependencies", ""))
    )
    texts.append(str(project.get("dependency-groups", "")) + str(project.get("tool", {}).get("poetry", "")))
    return any(pattern.search(text) for text in texts)
