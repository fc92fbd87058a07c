"""Runs that are older than a change: seen by the hook, made by a command or found on disk."""

from __future__ import annotations

import pytest
from running import START, judged

PASSED = {"command": "pytest -q", "output": "3 passed in 0.1s"}


def _stale_after(*later: dict[str, object], **more: object) -> str | None:
    return judged(PASSED, *later, **more).runs[0].stale_after  # type: ignore[arg-type]


@pytest.mark.parametrize("tool", ["Write", "Edit", "MultiEdit", "NotebookEdit", "apply_patch", "mcp__fs__write_file"])
def test_a_file_written_after_the_run_makes_it_stale(tool: str) -> None:
    assert _stale_after({"tool": tool, "path": "src/app.py"}) == "src/app.py"


@pytest.mark.parametrize("tool", ["Read", "Grep", "Glob", "LS", "view_file", "mcp__fs__read_text_file"])
def test_a_file_only_read_changes_nothing(tool: str) -> None:
    assert _stale_after({"tool": tool, "path": "src/app.py"}) is None


def test_a_write_that_failed_changes_nothing() -> None:
    assert _stale_after({"tool": "Edit", "path": "app.py", "exit_code": 1}) is None


def test_a_run_after_the_change_is_fresh() -> None:
    report = judged(PASSED, {"tool": "Edit", "path": "app.py"}, PASSED)
    assert [run.stale_after for run in report.runs] == ["app.py", None]


def test_a_write_before_the_run_leaves_it_fresh() -> None:
    assert judged({"tool": "Write", "path": "app.py"}, PASSED).holding


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("sed -i 's/1/2/' app.py", "app.py"),
        ("perl -pi -e 's/1/2/' app.py", "app.py"),
        ("echo 'x = 1' > app.py", "app.py"),
        ("echo 'x = 1' >> app.py", "app.py"),
        ("cat > app.py <<'EOF'\nx = (1 + \\\n  2)\nEOF", "app.py"),
        ("printf x | tee app.py", "app.py"),
        ("cd src && touch new.py", "src/new.py"),
        ("mv /tmp/new.py app.py", "app.py"),
        ("cp ../other.py app.py", "app.py"),
        ("rm README.md", "README.md"),
        ("git checkout main", ""),
        ("git restore app.py", "app.py"),
        ("git stash", ""),
        ("git apply fix.patch", ""),
        ("ruff format .", ""),
        ("cargo fmt", ""),
        ("npx prettier --write .", ""),
        ("npm install left-pad", ""),
        ("make format", ""),
        ("python - <<'EOF'\nopen('app.py', 'w').write('x')\nEOF", "app.py"),
        ("python -c \"open('app.py','w')\"", "app.py"),
        ("find . -name '*.py' -exec sed -i s/a/b/ {} +", ""),
        ("ls | xargs rm", ""),
        ("apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: app.py\n@@\nEOF", "app.py"),
        ("bash -c 'echo 1 > app.py'", "app.py"),
        ("case x in x) echo 1 > app.py;; esac", "app.py"),
    ],
)
def test_a_command_that_changes_files_makes_the_run_stale(command: str, path: str) -> None:
    assert _stale_after({"command": command}) == path


@pytest.mark.parametrize(
    "command",
    [
        "cat app.py", "sed -n 1,3p app.py", "git status", "git add -A", "git diff > /dev/null", "ls 2>&1",
        "mkdir -p build", "git checkout -b fix", "git stash list", "black --check .", "npm install", "npm ci",
        "echo x > /dev/null", "python -c \"print(open('app.py').read())\"", "python app.py", "curl -s localhost",
        "git commit -m \"$(cat <<'EOF'\nFix it\n\nBy: A <a@example.com>\nEOF\n)\"", "make lint", "git rm --cached x",
    ],
)  # fmt: skip
def test_a_command_that_changes_no_file_leaves_the_run_fresh(command: str) -> None:
    assert _stale_after({"command": command}) is None


def test_within_a_command_the_order_decides() -> None:
    assert judged({"command": "sed -i s/a/b/ app.py && pytest -q"}).holding
    assert judged({"command": "pytest -q && sed -i s/a/b/ app.py"}).runs[0].stale_after == "app.py"


def test_keeping_the_output_of_the_run_itself_is_no_change() -> None:
    assert judged({"command": "set -o pipefail; pytest -q 2>&1 | tee out.log"}).holding
    assert judged({"command": "pytest -q > out.txt"}).holding
    assert judged({"command": "pytest -q > app.py"}).runs[0].stale_after == "app.py"


def test_a_file_changed_on_disk_after_the_run_makes_it_stale() -> None:
    assert _stale_after(disk={"app.py": START + 1.5, "b.py": START - 9.0}) == "app.py"
    assert _stale_after(disk={"app.py": START + 1.0}) is None


def test_the_last_change_is_named() -> None:
    assert _stale_after({"tool": "Edit", "path": "a.py"}, {"tool": "Edit", "path": "b.py"}) == "b.py"
    assert _stale_after({"tool": "Edit", "path": "a.py"}, disk={"c.py": START + 30.0}) == "c.py"


@pytest.mark.parametrize(
    "path", ["README.md", "docs/guide.rst", "CHANGELOG", "packages/ui/README.md", "LICENSE.txt", "docs/flow.svg"]
)
def test_a_document_changed_after_the_run_leaves_it_fresh(path: str) -> None:
    assert _stale_after({"tool": "Write", "path": path}) is None
    assert _stale_after(disk={path: START + 9.0}) is None


@pytest.mark.parametrize(
    "path",
    [
        "tests/data/page.md",
        "requirements.txt",
        "docs/conf.py",
        "prompts/a.md",
        "src/notes.md",
        "CMakeLists.txt",
        "a.mdx",
    ],
)
def test_what_a_program_may_read_is_no_document(path: str) -> None:
    assert _stale_after({"tool": "Write", "path": path}) == path


def test_a_run_that_reads_documents_is_stale_after_one() -> None:
    readme = {"tool": "Write", "path": "README.md"}
    for command in ("npx markdownlint .", "npx prettier --check .", "mkdocs build", "python lint.py README.md"):
        assert judged({"command": command}, readme).runs[0].stale_after == "README.md"


def test_ignored_and_outer_files_leave_the_run_fresh() -> None:
    assert _stale_after({"tool": "Write", "path": "out/a.bin"}, ignored=["out"]) is None
    assert _stale_after({"tool": "Write", "path": "node_modules/a/index.js"}) is None
    assert _stale_after({"tool": "Write", "path": "/tmp/a.py"}, root="/srv/app") is None
    assert _stale_after({"tool": "Write", "path": "/srv/app/a.py"}, root="/srv/app") == "a.py"


def test_an_absolute_path_is_known_by_its_end_without_a_root() -> None:
    assert _stale_after({"tool": "Write", "path": "/srv/app/pkg/a.py"}, disk={"pkg/a.py": START - 1.0}) == "pkg/a.py"


def test_a_folder_under_another_name_is_known_by_its_end() -> None:
    disk = {"pkg/a.py": START - 1.0}
    written = {"tool": "Write", "path": "/tmp/app/pkg/a.py"}
    assert _stale_after(written, disk=disk, root="/private/tmp/app") == "pkg/a.py"


def test_the_paths_that_git_is_to_be_asked_about_are_told() -> None:
    from running import row

    from mesh.core.runs import parse_runs, paths_seen

    rows = [row(1, tool="Write", path="a.py"), row(2, command="echo 1 > b.txt; rm c.py"), row(3, tool="Read", path="d")]
    assert paths_seen(parse_runs("\n".join(rows))) == ("a.py", "b.txt", "c.py")


def test_a_later_failure_of_the_same_kind_takes_a_success_back() -> None:
    failed = {**PASSED, "exit_code": 1, "output": "1 failed"}
    assert not judged(PASSED, failed).holding
    assert judged(failed, PASSED).holding
    assert judged(PASSED, {"command": "ruff check .", "exit_code": 1}).holding


def test_a_runner_that_is_not_there_takes_nothing_back() -> None:
    assert judged(PASSED, {"command": "tox", "exit_code": 127}).holding
