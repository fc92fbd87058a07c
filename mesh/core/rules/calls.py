"""What the loop detector knows about tools and commands: spellings, wrappers, waits and looks; only data."""

from __future__ import annotations

from mesh.core.rules import words

# Another name of the same program or of the same way to start it.
PROGRAMS = {
    "python3": "python", "python2": "python", "py": "python", "pip3": "pip", "nodejs": "node",
    "egrep": "search", "fgrep": "search", "grep": "search", "rg": "search", "ag": "search", "ack": "search",
    "zgrep": "search", "ripgrep": "search", "docker-compose": "docker compose", "podman": "docker",
    "gmake": "make", "pytest-3": "pytest", "py.test": "pytest", "fdfind": "fd", "ll": "ls", "dir": "ls",
}  # fmt: skip

# A run of first words that says no more than its short form.
STARTS = {
    ("python", "-m", "pytest"): ("pytest",), ("python", "-m", "pip"): ("pip",),
    ("python", "-m", "mypy"): ("mypy",), ("python", "-m", "ruff"): ("ruff",),
    ("python", "-m", "unittest"): ("unittest",), ("npm", "run", "test"): ("npm", "test"),
    ("npm", "t"): ("npm", "test"), ("npm", "run-script"): ("npm", "run"), ("npm", "i"): ("npm", "install"),
    ("npm", "ci"): ("npm", "install"), ("npm", "add"): ("npm", "install"), ("npx",): (),
    ("yarn", "run"): ("yarn",), ("pnpm", "run"): ("pnpm",), ("poetry", "run"): (),
    ("uv", "run"): (), ("pipenv", "run"): (),
    ("bundle", "exec"): (), ("bash",): (), ("sh",): (), ("zsh",): (), ("source",): (), (".",): (),
    ("go", "test", "./..."): ("go", "test"), ("go", "build", "./..."): ("go", "build"),
    ("cargo", "t"): ("cargo", "test"), ("cargo", "b"): ("cargo", "build"), ("cargo", "c"): ("cargo", "check"),
    ("git", "grep"): ("search",),
}  # fmt: skip

# Programs that only run the command that follows them; the number of own operands they take.
WRAPPERS = {
    "sudo": 0, "time": 0, "nice": 0, "nohup": 0, "env": 0, "command": 0, "exec": 0, "stdbuf": 0,
    "timeout": 1, "gtimeout": 1, "xvfb-run": 0, "unbuffer": 0, "setsid": 0, "builtin": 0, "ionice": 0,
}  # fmt: skip

# Programs whose one-letter options may be written in one cluster.
CLUSTERED = words(
    """
    search ls rm cp mv tar ps sort wc cat head tail du df diff curl ssh scp sed uniq cut less mkdir nc
    netstat ss lsof make unzip zip gzip touch ln chmod chown stat pytest ping wget rsync
    """
)

LONG_OPTIONS = {
    "--ignore-case": "-i", "--line-number": "-n", "--recursive": "-r", "--dereference-recursive": "-r",
    "--word-regexp": "-w", "--invert-match": "-v", "--files-with-matches": "-l", "--count": "-c",
    "--only-matching": "-o", "--fixed-strings": "-F", "--extended-regexp": "-E", "--regexp": "-e",
    "--with-filename": "-H", "--no-messages": "-s", "--quiet": "-q", "--silent": "-s", "--verbose": "-v",
    "--force": "-f", "--all": "-a", "--human-readable": "-h", "--long": "-l", "--exitfirst": "-x",
    "--location": "-L", "--fail": "-f", "--show-error": "-S", "--include-headers": "-i", "--head": "-I",
    "--insecure": "-k", "--keep-going": "-k", "--parents": "-p", "--perl-regexp": "-P",
}  # fmt: skip

# Options of a search that change how a hit is shown, never whether there is one.
SEARCH_SHOWS = words("-n -H -r -R -s -e -E -P -F -a -I --color --colour --heading --no-heading --column")

# Options that only try harder or say more: one exchanged for another is the same call, if it fails alike.
EFFORT = words(
    """
    -v -vv -vvv -f -q -x -y --verbose --debug --trace --force --quiet --yes --no-cache --retry --retries
    --legacy-peer-deps --no-audit --no-fund --prefer-offline --prefer-online --offline --no-optional
    --ignore-scripts --stacktrace --info --scan --no-daemon --refresh-dependencies --rerun-tasks -e -X
    -U --no-progress --progress --loglevel --log-level --no-color --color --tb --showlocals --no-verify
    --force-with-lease --no-cache-dir --force-reinstall --upgrade --user --ignore-installed
    --break-system-packages --pre --no-deps --no-build-isolation --prefer-binary --clean --no-parallel
    --full-trace --backtrace --keep-going -k -s -d -B --locked --frozen --unsafe-perm --no-shrinkwrap
    --no-strict-ssl --insecure --allow-unauthenticated --fix-missing --no-install-recommends
    """
)

# Build and test programs: how much of their output is kept says nothing new about them.
BUILDERS = words(
    """
    make ninja cmake cargo go npm yarn pnpm node pytest unittest tox nox gradle gradlew mvn mvnw tsc
    eslint ruff mypy flake8 docker bazel dotnet rake rspec phpunit composer mix swift xcodebuild jest
    vitest python pip terraform ansible-playbook helm sbt lein stack cabal ctest meson gcc g++ clang
    javac
    """
)

# Looks and pauses that are never news, whoever makes them and however often.
TRIVIAL_PROGRAMS = words("sleep pwd date whoami echo printf true false clear wait hostname id uptime :")
TRIVIAL_TOOLS = ("todo", "think", "sleep", "wait", "plan")

# Commands that move on when repeated word for word: the same call is the next step.
ADVANCING = (
    ("git", "bisect"), ("git", "rebase", "--continue"), ("git", "rebase", "--skip"),
    ("git", "am", "--continue"), ("git", "am", "--skip"),
    ("git", "cherry-pick", "--continue"), ("git", "cherry-pick", "--skip"),
    ("git", "stash", "drop"), ("alembic", "upgrade", "+1"),
    ("alembic", "downgrade", "-1"), ("hg", "bisect"), ("quilt", "push"), ("quilt", "pop"), ("popd",),
)  # fmt: skip
ADVANCING_WORDS = (
    "next", "scroll", "page_down", "pagedown", "page down", "load_more", "load more", "show more", "step",
    "pop", "dequeue", "take", "fetch_more", "continue", "tab", "下一页", "下一步", "加载更多", "滚动",
)  # fmt: skip

# Fields of a call's input that say nothing about what it does.
NOISE_FIELDS = words(
    """
    description timeout timeout_ms explanation reason thought thoughts comment justification title
    request_id requestid id_token trace_id -n sleep wait wait_ms delay
    """
)
CHANGING_TOOLS = ("edit", "write", "patch", "replace", "insert", "create", "delete", "rename", "move")
