"""Says in a phrase what was found out about a claim or a run, in English and in Chinese; decides nothing."""

from __future__ import annotations

from mesh.core.annotation.shown import quoted, shown
from mesh.i18n import say
from mesh.model.annotation import Category, JudgedRun, Language
from mesh.model.evidence import Finding, TestCounts

_VERIFIED: dict[str, tuple[str, str]] = {
    "file_exists": ("file exists: {target}", "文件存在: {target}"),
    "file_modified": ("file changed: {target}", "文件已修改: {target}"),
    "file_removed": ("file removed: {target}", "文件已删除: {target}"),
    "build_passes": ("build passes", "编译通过"),
    "tests_pass": ("tests pass", "测试通过"),
    "lint_passes": ("lint passes", "代码检查通过"),
    "command_succeeds": ("command succeeds: {target}", "命令成功: {target}"),
    "commit_exists": ("commit exists: {target}", "提交存在: {target}"),
    "assertion": ("assertion holds: {target}", "断言成立: {target}"),
}
_REFUTED: dict[str, tuple[str, str]] = {
    "file_exists": ("no such file: {target}", "文件不存在: {target}"),
    "file_modified": ("file not changed: {target}", "文件未修改: {target}"),
    "file_removed": ("file not removed: {target}", "文件未删除: {target}"),
    "build_passes": ("build fails{exit}", "编译未通过{exit}"),
    "tests_pass": ("tests fail{exit}", "测试未通过{exit}"),
    "lint_passes": ("lint fails{exit}", "代码检查未通过{exit}"),
    "command_succeeds": ("command fails{exit}: {target}", "命令失败{exit}: {target}"),
    "commit_exists": ("no such commit: {target}", "提交不存在: {target}"),
    "assertion": ("assertion does not hold: {target}", "断言不成立: {target}"),
}
_FOLDER = (
    ("folder exists: {target}", "文件夹存在: {target}"),
    ("no such folder: {target}", "文件夹不存在: {target}"),
)
_RUNS: dict[Category, tuple[str, str]] = {
    "build": ("build passes", "编译通过"),
    "tests": ("tests pass", "测试通过"),
    "lint": ("lint passes", "代码检查通过"),
    "typecheck": ("type check passes", "类型检查通过"),
    "run": ("ran successfully", "运行成功"),
}


def verified_phrase(finding: Finding, language: Language) -> str:
    """Return what the runtime found true."""
    claim, tests = finding.claim, finding.evidence.tests
    templates = _FOLDER[0] if claim.kind == "file_exists" and claim.folder else _VERIFIED[claim.kind]
    text = _pick(templates, language).format(target=_target(finding))
    if claim.kind == "tests_pass":
        text += _passed(tests, claim.target, language)
    if finding.evidence.tests_changed:
        return text + _pick((" (tests changed)", "(测试有改动)"), language)
    return text + (_pick((" (with caveats)", "(有保留)"), language) if finding.caveats else "")


def refuted_phrase(finding: Finding, language: Language) -> str:
    """Return what the runtime found false, with the number of failures or the reason."""
    claim, evidence = finding.claim, finding.evidence
    templates = _FOLDER[1] if claim.kind == "file_exists" and claim.folder else _REFUTED[claim.kind]
    code = "" if evidence.exit_code is None else _exit(evidence.exit_code, language)
    text = _pick(templates, language).format(target=_target(finding), exit=code)
    if claim.kind != "tests_pass":
        return text
    if evidence.tests is not None and evidence.tests.failed:
        return text + _pick((": {n} failed", ": {n} 个失败"), language).format(n=evidence.tests.failed)
    return f"{text}: {shown(say_plain(evidence.reason, language))}" if evidence.reason else text


def say_plain(text: str, language: Language) -> str:
    """Return a finished text in the language where it is a known message."""
    return say(text, language)


def run_phrase(run: JudgedRun, language: Language) -> str:
    """Return what a successful run shows."""
    return _pick(_RUNS[run.category], language) + _exit(run.exit_code or 0, language)


def failure_phrase(run: JudgedRun, language: Language) -> str:
    """Return that a command failed."""
    text = _pick(("command failed{exit}: {command}", "命令失败{exit}: {command}"), language)
    return text.format(exit=_exit(run.exit_code or 0, language), command=shown(run.command))


def stale_phrase(run: JudgedRun, language: Language) -> str:
    """Return what a run showed before something was changed."""
    done = run_phrase(run, language)
    if not run.stale_after:
        return done + _pick((", then files were changed", "，其后又修改了文件"), language)
    text = _pick((", then {path} was changed", "，其后又修改了 {path}"), language)
    return done + text.format(path=quoted(run.stale_after))


def _pick(templates: tuple[str, str], language: Language) -> str:
    return templates[language == "zh"]


def _exit(code: int, language: Language) -> str:
    return f"(exit {code})" if language == "zh" else f" (exit {code})"


def _target(finding: Finding) -> str:
    claim = finding.claim
    if claim.kind == "assertion" and claim.assertion is not None:
        return quoted(claim.assertion.claim)
    return quoted(claim.target or claim.text)


def _passed(tests: TestCounts | None, target: str | None, language: Language) -> str:
    count = "" if tests is None else _pick(("{n} passed", "{n} 个通过"), language).format(n=tests.passed)
    if target is None:
        return f": {count}" if count else ""
    name = quoted(target)
    if not count:
        return f": {name}"
    return _pick((": {count} in {name}", ": {count}({name})"), language).format(count=count, name=name)
