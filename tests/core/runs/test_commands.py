"""Which commands are build, test, lint, type-check or run commands, and which only look like one."""

from __future__ import annotations

import pytest
from running import counts, of

COUNT = """
tests: pytest -q | python -m pytest tests/unit -x | python3.12 -m pytest | py.test | pytest -n $(nproc)
tests: pytest "tests/$SUITE" | pytest -k "a and not b" | .venv/bin/pytest | /usr/bin/pytest -q | uv run pytest
tests: uv run --with hypothesis --frozen pytest -q | uv run -m pytest | poetry run pytest | hatch run test
tests: CI=1 TZ=UTC pytest | env LANG=C pytest | timeout -k 5 60 pytest | nice -n 10 pytest | time pytest
tests: coverage run -m pytest | python -m coverage run --branch -m unittest | python -m unittest discover
tests: tox -e py312 | nox -s tests-3.12 | python manage.py test | npx jest | npx --yes vitest run
tests: npm test | npm t | npm run test:unit | npm --prefix web test | pnpm -r test | yarn test | bun test
tests: node --test | node --test tests/ | deno test -A | cargo test --workspace | cargo +nightly test
tests: cargo nextest run | go test ./... | go test -run TestParse ./pkg | gotestsum -- ./... | mvn -q verify
tests: ./gradlew :app:test | gradle check | dotnet test --no-build | ctest --test-dir build -j4
tests: make test | make -j4 check | make -C lib test | make -j $(nproc) test | just test | ninja -C out test
tests: bundle exec rspec | rake test | phpunit | vendor/bin/phpunit | mix test | swift test | flutter test
tests: NODE_OPTIONS=--experimental-vm-modules npx jest | xvfb-run -a npm test | sudo -E pytest
tests: conda run -n dev pytest | bash -lc 'pytest -q' | sh -c "pytest" | stdbuf -oL pytest | \\pytest
tests: py"te"st | 'pytest' -q | command pytest | exec pytest | eval "pytest -q"
build: make | make -j8 all | cargo build --release | cargo test --no-run | go build ./... | go test -c ./pkg
build: npm run build | yarn build | vite build | npx tsc -p . | mvn package -DskipTests | gradle assemble
build: gradle build -x test | dotnet build | cmake --build build -j4 | gcc -O2 main.c -o main | javac Main.java
build: python -m build | python -m compileall src | uv build | RUSTFLAGS="-D warnings" cargo build
build: export PATH="$HOME/.cargo/bin:$PATH" && cargo build | source .venv/bin/activate && python -m build
lint: ruff check . | ruff check --fix src | ruff format --check . | flake8 | black --check . | npx eslint src
lint: prettier --check . | cargo clippy -- -D warnings | cargo fmt --check | go vet ./... | golangci-lint run
lint: npm run lint | make lint | pre-commit run -a | shellcheck run.sh | tox -e lint | dotnet format --verify-no-changes
typecheck: mypy src | python -m mypy --strict . | pyright | npx tsc --noEmit | cargo check | npm run type-check
run: python app.py | python3 -u src/main.py --port 3 | python -m myapp | uv run app.py | node server.js | go run .
run: cargo run --example a | ./target/debug/app --once | ./run.sh | bash scripts/demo.sh | java -jar app.jar
run: npm start | dotnet run | ruby tool.rb | deno run -A main.ts | npx tsx src/a.ts
"""
NOT = """
echo "5 passed" | printf 'ok' | true | : | cat test.log | grep passed pytest.log | rg FAILED | ls -la
tail -3 pytest.log | which pytest | type pytest | git status | git commit -m "pytest passes" | sleep 1
pytest --version | pytest -V | pytest -h | pytest --help | pytest --collect-only | pytest --co -q | pytest --collect
pytest -qV | pytest --setup-plan | pytest --fixtures | pytest --markers | pytest -o addopts=--collect-only
pytest '--co'l'lect-only' | pytest "--"version | pytest $ARGS | pytest "$ARGS" | pytest {--version,} | pytest @args
PYTEST_ADDOPTS=--collect-only pytest | env PYTEST_ADDOPTS=-h pytest | export PYTEST_ADDOPTS=--co; pytest
python -O -m pytest | PYTHONOPTIMIZE=1 pytest | ./pytest | /tmp/pytest | ~/pytest | bin/../pytest | tools/pytest -q
PATH=/tmp/bin:$PATH pytest | PATH=.:$PATH pytest | export PATH=$PWD/bin:$PATH; pytest | pip install pytest
docker exec web pytest | ssh host pytest | xargs pytest | find . -name x -exec pytest ; | watch pytest | setsid pytest
python -c "print('5 passed')" | python - | python -m pip list | python -m http.server | node -e 1 | node --check a.js
cargo --version | cargo fmt | cargo test -- --list | cargo test --help | cargo nextest list | cargo tree
go test -run XXX ./... | go test -run '^$' ./... | go test -list . | go test -n ./... | go version | go fmt ./...
make -n test | make --dry-run | make -sn | make -t | make -q | make -i test | make test CC=true
make SHELL=/bin/true test | make test --just-print
make test ARGS=--collect-only | MAKEFLAGS=-n make test | make clean | make test-data | make docs | make watch
npm test -- --passWithNoTests | npm run test --if-present | npm ci | npm install | npm run test:watch | npm run format
jest --listTests | npx jest --onlyChanged | npx vitest list | mocha --dry-run | npx playwright test --list
mvn test -DskipTests | mvn -v | mvn -fn test | mvn clean | gradle test -x test | gradle test --dry-run | gradle tasks
ctest -N | ctest --show-only | dotnet test --list-tests | cmake -B build | cmake --version | ninja -n | ninja -t clean
ruff format . | black . | prettier --write . | gofmt -l . | flake8 --exit-zero | pylint --exit-zero a | ruff --version
tsc --version | tsc --init | gcc --version | gcc -E a.c | rustc --version | javac -version | bash -n run.sh
tox -l | tox --notest | nox --list | rspec --dry-run | phpunit --list-tests | python setup.py --version | ./configure
RUSTC_WRAPPER=true cargo build | CC=true make | GOFLAGS=-run=XXX go test ./... | SKIP=all pre-commit run -a
cd .. && pytest | cd /tmp && cd ../.. && true | timeout pytest | env -S 'pytest' | command -v pytest | hash pytest
"""


def _lines(table: str) -> list[tuple[str, str]]:
    found = []
    for line in table.strip().splitlines():
        category, _, commands = line.partition(": ")
        found += [(category, command.strip()) for command in commands.split(" | ")]
    return found


@pytest.mark.parametrize(("category", "command"), _lines(COUNT))
def test_a_command_of_the_trade_counts(category: str, command: str) -> None:
    assert category in counts(command)


@pytest.mark.parametrize(
    "command", [command.strip() for line in NOT.strip().splitlines() for command in line.split(" | ")]
)
def test_a_command_that_proves_nothing_does_not_count(command: str) -> None:
    assert counts(command) == set()


def test_a_command_that_proves_nothing_says_why() -> None:
    (run,) = of("pytest --collect-only")
    assert run.reason == "it does not do the work: `--collect-only`"


def test_the_reason_is_told_in_the_language_asked_for() -> None:
    (run,) = of("pytest | tail -1", language="zh")
    assert run.reason == "退出码不是该命令自己的"


def test_each_part_of_a_chain_counts_for_its_own_category() -> None:
    assert counts("ruff check . && mypy src && pytest -q") == {"lint", "typecheck", "tests"}


def test_a_module_of_the_project_that_stands_in_for_a_runner_does_not_count() -> None:
    assert counts("python -m pytest", disk={"pytest/__init__.py": 0.0}) == set()
    assert counts("python -m pytest", disk={"tests/pytest.py": 0.0}) == {"tests"}


def test_a_run_outside_the_project_does_not_count() -> None:
    assert counts("cd /srv/other && pytest", root="/srv/app") == set()
    assert counts("cd /srv/app/web && npm test", root="/srv/app") == {"tests"}
    assert counts("make -C /srv/other test", root="/srv/app") == set()
    assert counts("pytest /srv/other/tests", root="/srv/app") == set()
    assert counts("pytest --junitxml /tmp/report.xml", root="/srv/app") == {"tests"}
    assert counts("python /tmp/hello.py", root="/srv/app") == set()


def test_only_a_shell_runs_commands() -> None:
    from running import judged

    assert not judged({"tool": "Read", "command": "pytest -q"}).runs
    assert judged({"tool": "shell", "command": "pytest -q"}).holding


def test_a_name_that_was_given_another_meaning_before_does_not_count() -> None:
    from running import judged

    report = judged({"command": "pytest() { :; }; export -f pytest"}, {"command": "pytest -q"})
    assert not report.holding
    assert judged({"command": "greet() { echo hi; }; greet"}, {"command": "pytest -q"}).holding


def test_a_command_that_cannot_be_parsed_does_not_count_and_is_noted() -> None:
    (run,) = of("case $X in a) pytest;; esac")
    assert (run.category, run.counted) == ("tests", False)
