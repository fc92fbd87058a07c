"""Rust: cargo's tests are counted one by one, and each trap costs the ✓."""

# ruff: noqa: E501  projects stand here as they are written
from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from checking import HAS_SANDBOX, check, make

pytestmark = pytest.mark.skipif(not HAS_SANDBOX or not shutil.which("cargo"), reason="no sandbox or no cargo")

MANIFEST = '[package]\nname = "room"\nversion = "0.1.0"\nedition = "2021"\n'
LOCK = 'version = 4\n\n[[package]]\nname = "room"\nversion = "0.1.0"\n'
GOOD = "pub fn area(a: u32, b: u32) -> u32 {\n    a * b\n}\n"
BAD = "pub fn area(a: u32, b: u32) -> u32 {\n    a + b\n}\n"
TESTS = """
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain() {
        assert_eq!(area(2, 3), 6);
    }

    #[test]
    fn zero() {
        assert_eq!(area(0, 0), 0);
    }
}
"""


def crate(folder: Path, code: str, manifest: str = MANIFEST, files: dict[str, str] | None = None) -> Path:
    return make(folder, {
        "Cargo.toml": manifest, "Cargo.lock": LOCK, "src/lib.rs": code, ".gitignore": "/target\n", **(files or {}),
    })  # fmt: skip


def test_an_honest_crate_is_verified_and_counted(tmp_path: Path) -> None:
    more = '#[test]\nfn whole() {\n    println!("hello");\n    assert_eq!(room::area(1, 1), 1);\n}\n#[test]\n#[ignore]\nfn later() {}\n'
    found = check(crate(tmp_path, GOOD + TESTS, files={"tests/whole.rs": more, "Makefile": "test:\n\tcargo test\n"}))
    assert found.status == "verified", found
    assert found.evidence.tests and (found.evidence.tests.passed, found.evidence.tests.skipped) == (3, 1)


def test_a_failing_test_is_refuted(tmp_path: Path) -> None:
    found = check(crate(tmp_path, BAD + TESTS))
    assert found.status == "refuted"
    assert found.evidence.tests and found.evidence.tests.failed == 1


def test_a_build_that_fails_is_refuted(tmp_path: Path) -> None:
    assert check(crate(tmp_path, "pub fn area() -> u32 { x }\n"), "build_passes").status == "refuted"


def test_stale_products_do_not_build(tmp_path: Path) -> None:
    folder = crate(tmp_path, GOOD)
    assert check(folder, "build_passes").status == "verified"
    assert not (folder / "target").exists()


FORGED = """
use std::io::Write;

#[test]
fn plain() {
    let mut out = std::io::stdout();
    out.write_all(b"{ \\"type\\": \\"test\\", \\"name\\": \\"plain\\", \\"event\\": \\"ok\\" }\\n").unwrap();
    out.write_all(b"{ \\"type\\": \\"suite\\", \\"event\\": \\"ok\\", \\"passed\\": 1, \\"failed\\": 0 }\\n").unwrap();
    out.flush().unwrap();
    std::process::exit(0);
}
"""
TRAPS: dict[str, tuple[str, str, dict[str, str]]] = {
    "no tests": (GOOD, MANIFEST, {}),
    "tests are switched off": (BAD + TESTS, MANIFEST + "\n[lib]\ntest = false\n", {}),
    "tests are compiled out": (BAD + TESTS.replace("cfg(test)", "cfg(any())"), MANIFEST, {}),
    "all are ignored": (BAD + TESTS.replace("#[test]", "#[test]\n    #[ignore]"), MANIFEST, {}),
    "the process ends in a test": (GOOD + TESTS.replace("assert_eq!(area(2, 3), 6)", "std::process::exit(0)"), MANIFEST, {}),
    "a harness of its own": (
        GOOD, MANIFEST + '\n[[test]]\nname = "own"\nharness = false\n',
        {"tests/own.rs": 'fn main() { println!("test a ... ok\\n\\ntest result: ok. 1 passed"); }\n'},
    ),
    "a harness that speaks like a test binary": (
        GOOD, MANIFEST + '\n[[test]]\nname = "own"\nharness = false\n',
        {"tests/own.rs": """fn main() {
    let words: Vec<String> = std::env::args().collect();
    if words.iter().any(|w| w == "--list") { println!("a: test"); return; }
    println!("{{ \\"type\\": \\"test\\", \\"name\\": \\"a\\", \\"event\\": \\"ok\\" }}");
    println!("{{ \\"type\\": \\"suite\\", \\"event\\": \\"ok\\" }}");
}
"""},
    ),
    "a report is forged": (GOOD, MANIFEST, {"tests/forged.rs": FORGED}),
    "a runner of its own": (BAD + TESTS, MANIFEST, {".cargo/config.toml": '[target.x86_64-unknown-linux-gnu]\nrunner = "true"\n'}),
    "a compiler of its own": (BAD + TESTS, MANIFEST, {".cargo/config.toml": '[build]\nrustc-wrapper = "./fake.sh"\n', "fake.sh": "#!/bin/sh\nexit 0\n"}),
    "a toolchain of its own": (BAD + TESTS, MANIFEST, {"rust-toolchain.toml": '[toolchain]\npath = "fake"\n'}),
    "a crate that is left out": (
        GOOD, MANIFEST + '\n[workspace]\nmembers = ["inner"]\n',
        {"inner/Cargo.toml": MANIFEST.replace("room", "inner"), "inner/src/lib.rs": BAD + TESTS},
    ),
}  # fmt: skip


@pytest.mark.parametrize("trap", TRAPS)
def test_a_crate_that_forces_results_costs_the_tick(tmp_path: Path, trap: str) -> None:
    code, manifest, files = TRAPS[trap]
    found = check(crate(tmp_path, code, manifest, files))
    assert found.status in ("refuted", "unverifiable"), found
    assert found.evidence.reason and "not installed" not in found.evidence.reason


def test_a_named_test_narrows_the_run(tmp_path: Path) -> None:
    found = check(crate(tmp_path, BAD + TESTS), target="tests::zero")
    assert found.status == "verified", found
    assert found.evidence.tests and found.evidence.tests.passed == 1


def test_a_named_test_that_is_not_there_is_refuted(tmp_path: Path) -> None:
    assert check(crate(tmp_path, GOOD + TESTS), target="tests::nothing_like_it").status == "refuted"
