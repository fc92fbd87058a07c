"""What build, test, lint and type-check programs there are and when a run proves nothing; decides nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mesh.core.runs.syntax import names
from mesh.model.annotation import Category

TESTS: tuple[Category, ...] = ("tests",)
BUILD: tuple[Category, ...] = ("build",)
LINT: tuple[Category, ...] = ("lint",)
TYPES: tuple[Category, ...] = ("typecheck",)
RUN: tuple[Category, ...] = ("run",)

# Whatever the program: asked for these, it does not do its work, or its status is forced.
VOID = names(
    "--version --help -help -h --dry-run --dryrun --list --collect-only --collectonly --co "
    "--exit-zero --listTests"
    " --showConfig --show-config --print-config --list-tests --no-run --if-present --init "
    "--list-files --watch -watch"
    " --watchAll --clearCache --env-info --passWithNoTests --pass-with-no-tests "
    "--permit-no-files --pass-on-no-tests"
    " --suppress-tests-failed-exit-code --suppress-no-test-exit-code --no-op --noop "
    "--ignore-scripts --completion"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A program: its category alone and by subcommand, and the options that matter.

    `valued` options before the subcommand take a word. `void` ones make it prove nothing, `letters` the
    same in a cluster (`-sn`) in which `taking` letters swallow the rest; `harmless` are taken out of VOID.
    `wants` lists options of which one must be there, `turns` those that make it another category.
    `opaque` programs run what a file of the project says: their output must show something.
    `targets` says that the words are names of the project's own.
    """

    alone: tuple[Category, ...] = ()
    subs: Mapping[str, tuple[Category, ...]] = field(default_factory=dict)
    valued: str = ""
    void: str = ""
    letters: str = ""
    taking: str = ""
    harmless: str = ""
    wants: str = ""
    turns: Mapping[str, tuple[Category, ...]] = field(default_factory=dict)
    opaque: bool = False
    targets: bool = False
    files: str = ""


def _same(programs: str, tool: Tool) -> dict[str, Tool]:
    """Return a table in which several programs are alike."""
    return dict.fromkeys(programs.split(), tool)


def _subs(**names: str) -> dict[str, tuple[Category, ...]]:
    """Return a table of subcommands from one word list a category."""
    kinds = {"tests": TESTS, "build": BUILD, "lint": LINT, "types": TYPES, "run": RUN}
    return {sub: kinds[kind] for kind, words in names.items() for sub in words.split()}


_PYTEST = Tool(
    alone=TESTS,
    void=("--fixtures --funcargs --fixtures-per-test --markers --setup-plan --setup-only --cache-show --help-config"),
    letters="hV",
    taking="kmpcornWd",
)
_JEST = Tool(
    alone=TESTS,
    void="-o --onlyChanged --lastCommit --changedSince --onlyFailures --ci=false",
)
_MAKE = Tool(
    alone=BUILD,
    targets=True,
    opaque=True,
    valued=("-C --directory -f --file --makefile -I --include-dir -o --old-file -W --what-if --assume-new -j -l"),
    void="--just-print --recon --question --touch --print-data-base --ignore-errors --eval -E -v",
    letters="nqthi",
    taking="CfIoWjlEO",
)
_NINJA = Tool(
    alone=BUILD,
    targets=True,
    opaque=True,
    valued="-C -f -j -k -l -t -d -w",
    void="-n -t",
    letters="nt",
    taking="CfjkldwT",
)
_MAVEN = Tool(
    targets=True,
    opaque=True,
    valued=(
        "-f --file -pl --projects -P --activate-profiles -s --settings -gs -t --toolchains -T "
        "--threads -l --log-file -rf"
    ),
    void=("-v -fn --fail-never -Dmaven.test.failure.ignore -Dmaven.test.failure.ignore=true -DtestFailureIgnore"),
)
_GRADLE = Tool(
    targets=True,
    opaque=True,
    valued="-p --project-dir -b --build-file -c -I --init-script -g -x --exclude-task --tests -P -D",
    void="-m -v -PignoreFailures -t --continuous",
)
_SCRIPTS = Tool(targets=True, opaque=True)
_CARGO = Tool(
    subs=_subs(
        tests="test t nextest tarpaulin llvm-cov",
        build="build b install rustc",
        lint="clippy fmt",
        types="check c",
        run="run r",
    ),
    valued="--manifest-path --color --config -Z -C",
    void="-V --no-tests=pass --build-plan --unit-graph",
    turns={"--no-run": BUILD},
    harmless="--no-run",
)

TOOLS: dict[str, Tool] = {
    # Python
    **_same("pytest py.test", _PYTEST),
    "unittest": Tool(alone=TESTS),
    **_same("nose2 nosetests trial behave stestr green ward avocado", Tool(alone=TESTS)),
    "tox": Tool(
        alone=TESTS,
        targets=True,
        opaque=True,
        void="-l -a --listenvs --listenvs-all --showconfig --notest -n --devenv",
    ),
    "nox": Tool(alone=TESTS, targets=True, opaque=True, void="-l --list-sessions --install-only -N --json"),
    "hatch": Tool(subs=_subs(tests="test", build="build", lint="fmt")),
    "mypy": Tool(alone=TYPES, void="--install-types"),
    "dmypy": Tool(subs=_subs(types="run check")),
    **_same("pyright basedpyright", Tool(alone=TYPES, void="-w --createstub --verifytypes")),
    **_same("pytype pyre", Tool(alone=TYPES)),
    "ty": Tool(subs=_subs(types="check")),
    "ruff": Tool(subs=_subs(lint="check format"), void="-e --show-files --show-settings --add-noqa -w"),
    "flake8": Tool(alone=LINT, void="--bug-report"),
    "pylint": Tool(alone=LINT, void="--fail-under=0 --generate-rcfile --list-msgs --help-msg"),
    **_same("black yapf autopep8 blue", Tool(alone=LINT, wants="--check --exit-code")),
    "isort": Tool(alone=LINT, wants="--check --check-only -c"),
    **_same("pydocstyle pycodestyle bandit vulture codespell typos yamllint", Tool(alone=LINT)),
    "pre-commit": Tool(subs=_subs(lint="run"), opaque=True),
    "python-build": Tool(alone=BUILD),
    "compileall": Tool(alone=BUILD),
    "py_compile": Tool(alone=BUILD),
    **_same("poetry uv pdm flit", Tool(subs=_subs(build="build"))),
    "maturin": Tool(subs=_subs(build="build develop")),
    **_same("sphinx-build mkdocs", Tool(alone=BUILD)),
    # JavaScript and TypeScript
    "jest": _JEST,
    "vitest": Tool(alone=TESTS, subs=_subs(tests="run"), void="list init watch --changed related typecheck"),
    "mocha": Tool(alone=TESTS, void="-w --pass-on-failing-test-suite --list-interfaces --list-reporters"),
    **_same("ava tap tape jasmine uvu c8 wdio", Tool(alone=TESTS)),
    "playwright": Tool(subs=_subs(tests="test"), void="--ui"),
    "cypress": Tool(subs=_subs(tests="run")),
    "karma": Tool(subs=_subs(tests="start")),
    "react-scripts": Tool(subs=_subs(tests="test", build="build")),
    "ng": Tool(subs=_subs(tests="test", build="build", lint="lint")),
    "tsc": Tool(
        alone=BUILD,
        turns={"--noEmit": TYPES, "--noemit": TYPES},
        void="-v -w --all --listFilesOnly --clean --dry -d --noCheck",
    ),
    "vue-tsc": Tool(alone=TYPES, void="-v -w --listFilesOnly --clean"),
    "svelte-check": Tool(alone=TYPES),
    "flow": Tool(alone=TYPES, subs=_subs(types="check")),
    "eslint": Tool(alone=LINT, void="-v"),
    **_same("oxlint tslint standard xo jshint stylelint htmlhint", Tool(alone=LINT)),
    **_same("markdownlint markdownlint-cli2 solhint", Tool(alone=LINT)),
    "prettier": Tool(alone=LINT, wants="--check -c --list-different -l", harmless="--list-different"),
    "biome": Tool(subs=_subs(lint="check lint ci format")),
    "next": Tool(subs=_subs(build="build", lint="lint")),
    **_same("vite nuxt astro remix gatsby parcel rspack", Tool(subs=_subs(build="build", types="check"))),
    **_same("webpack rollup esbuild tsup swc ncc unbuild", Tool(alone=BUILD, void="-w -v serve watch")),
    "nx": Tool(targets=True, opaque=True, valued="-t --target --targets"),
    **_same("turbo lerna moon gulp grunt ember rush", _SCRIPTS),
    "deno": Tool(subs=_subs(tests="test", types="check", lint="lint fmt", run="run", build="compile bundle")),
    # Rust, Go
    **_same("cargo cross", _CARGO),
    "rustc": Tool(alone=BUILD, void="-V -vV --print --explain", files=".rs"),
    "go": Tool(
        subs=_subs(tests="test", build="build install", lint="vet", run="run"),
        valued="-C",
        void="-n -list -exec -toolexec -overlay -h",
        turns={"-c": BUILD},
    ),
    **_same("gotestsum ginkgo richgo", Tool(alone=TESTS, valued="--format -f --junitfile")),
    "golangci-lint": Tool(subs=_subs(lint="run"), void="--issues-exit-code=0"),
    **_same("staticcheck errcheck", Tool(alone=LINT)),
    # Java, Kotlin, .NET, Scala
    **_same("mvn mvnw mvnd", _MAVEN),
    **_same("gradle gradlew", _GRADLE),
    "javac": Tool(alone=BUILD, void="-version", files=".java"),
    "kotlinc": Tool(alone=BUILD, void="-version", files=".kt"),
    "dotnet": Tool(
        subs=_subs(tests="test", build="build publish pack", run="run", lint="format"), void="-t --list-tests"
    ),
    "msbuild": Tool(alone=BUILD),
    **_same("ktlint detekt checkstyle scalafmt", Tool(alone=LINT)),
    **_same("sbt lein mill", _SCRIPTS),
    # C and C++, and what builds anything
    **_same("make gmake remake", _MAKE),
    **_same("ninja samu", _NINJA),
    "cmake": Tool(wants="--build", alone=BUILD, void="-n -P -E"),
    "ctest": Tool(alone=TESTS, void="-N --show-only --print-labels --no-tests=ignore"),
    "meson": Tool(subs=_subs(tests="test", build="compile")),
    **_same("bazel bazelisk", Tool(subs=_subs(tests="test coverage", build="build", run="run"), void="--nobuild")),
    **_same(
        "gcc g++ cc c++ clang clang++",
        Tool(alone=BUILD, void="-E -M -MM -### -dumpversion -v", files=".c .cc .cpp .cxx .C .m .mm .s .S .o .a"),
    ),
    "clang-format": Tool(alone=LINT, wants="--Werror -Werror", harmless="--dry-run"),
    "cppcheck": Tool(alone=LINT, wants="--error-exitcode=1 --error-exitcode=2"),
    "zig": Tool(subs=_subs(tests="test", build="build build-exe build-lib", run="run")),
    "swift": Tool(subs=_subs(tests="test", build="build", run="run"), void="-l --show-bin-path"),
    "xcodebuild": Tool(subs=_subs(tests="test", build="build"), void="-list -showBuildSettings"),
    "swiftlint": Tool(alone=LINT),
    # Ruby, PHP, Perl, Elixir, Haskell, Dart and others
    "rspec": Tool(alone=TESTS, void="-v --bisect"),
    "rake": Tool(targets=True, opaque=True, void="-n -T -P -D -W", letters="nTPD", taking="fCIr"),
    "rails": Tool(subs=_subs(tests="test spec")),
    **_same("rubocop standardrb reek erblint", Tool(alone=LINT, void="-V -L --auto-gen-config")),
    "srb": Tool(subs=_subs(types="tc")),
    **_same(
        "phpunit pest codecept paratest",
        Tool(alone=TESTS, subs=_subs(tests="run"), void="--list-groups --list-suites"),
    ),
    **_same("phpstan psalm", Tool(alone=TYPES, void="--generate-baseline")),
    "phpcs": Tool(alone=LINT, void="-i -e"),
    "php-cs-fixer": Tool(subs=_subs(lint="check fix"), harmless="--dry-run", wants="--dry-run check"),
    "composer": Tool(targets=True, opaque=True),
    "artisan": Tool(subs=_subs(tests="test")),
    "prove": Tool(alone=TESTS, void="-D --dry"),
    "mix": Tool(subs=_subs(tests="test", build="compile", lint="credo format", types="dialyzer")),
    **_same("stack cabal", Tool(subs=_subs(tests="test", build="build", run="run"))),
    **_same("dart flutter", Tool(subs=_subs(tests="test", build="build compile", lint="analyze", run="run"))),
    "crystal": Tool(subs=_subs(tests="spec", build="build", run="run")),
    "dune": Tool(subs=_subs(tests="test runtest", build="build")),
    **_same("bats shellspec busted", Tool(alone=TESTS, void="-c --count -l")),
    **_same("shellcheck hadolint actionlint ansible-lint tflint luacheck", Tool(alone=LINT)),
    "shfmt": Tool(alone=LINT, wants="-d --diff"),
    "terraform": Tool(subs=_subs(lint="validate")),
    "docker": Tool(subs=_subs(build="build"), void="--check"),
    **_same(
        "just task mage invoke inv doit mask",
        Tool(
            targets=True,
            opaque=True,
            valued="-f --justfile -d --working-directory -t --taskfile -c --collection",
            void="-n -l --summary --show -s --evaluate --dump --choose -e --status -a --list-all",
            letters="nl",
            taking="fdtc",
        ),
    ),
}

# Modules that `python -m` runs under another name or that are programs of their own.
MODULES = {
    "pytest": "pytest",
    "unittest": "unittest",
    "twisted.trial": "trial",
    "ruff": "ruff",
    "mypy": "mypy",
    **{
        name: name
        for name in (
            "nose2",
            "flake8",
            "pylint",
            "black",
            "isort",
            "pyright",
            "basedpyright",
            "bandit",
            "pydocstyle",
            "pycodestyle",
            "yamllint",
            "tox",
            "nox",
            "compileall",
            "py_compile",
            "behave",
            "green",
            "ward",
            "poetry",
            "hatch",
            "mkdocs",
            "codespell",
            "vulture",
            "coverage",
            "stestr",
        )
    },
    "sphinx": "sphinx-build",
    "pre_commit": "pre-commit",
    "build": "python-build",
}

# Lint and build runs that read documents: for them a changed document is a change.
READS_DOCUMENTS = names(
    "sphinx-build mkdocs markdownlint markdownlint-cli2 prettier codespell typos vale biome pre-commit hugo"
)
