"""Tells paths from other words with dots and slashes by their shape; never looks at a disk."""

from __future__ import annotations

import re
from urllib.parse import unquote

EXTENSIONS = frozenset(
    """py pyi pyx ipynb js jsx mjs cjs ts tsx mts cts vue svelte astro html htm xhtml css scss sass less json
    jsonl json5 ndjson yaml yml toml ini cfg conf config md mdx markdown rst txt text csv tsv xml xsd svg png
    jpg jpeg gif webp ico bmp tiff pdf doc docx xls xlsx ppt pptx odt rtf rs go java kt kts scala groovy
    gradle c h cc cpp cxx hpp hh hxx mm swift cs fs vb csproj fsproj sln rb erb gemspec rake php pl pm lua r
    rmd jl dart ex exs erl hs ml mli clj cljs elm zig nim sv vhd asm s sh bash zsh fish ps1 bat cmd sql db
    sqlite sqlite3 proto graphql gql tf tfvars hcl lock log env properties plist dockerfile makefile cmake mk
    mod sum patch diff zip tar gz tgz bz2 xz 7z whl jar war so dll dylib a o exe bin wasm dat data parquet
    feather npy npz pkl pickle pt onnx safetensors pem crt key csr pub srt vtt mp3 mp4 wav ogg webm ttf woff
    woff2 eot map snap tpl tmpl j2 jinja jinja2 hbs ejs pug tex bib adoc po pot mo bak old orig tmp out err
    pid service timer desktop spec in example sample template dist lst list xsl wsdl avsc thrift ics eml html5
    css3 http rest geojson topojson gpx kml bpmn drawio puml mmd dot""".split()
)
NAMES = frozenset(
    """makefile gnumakefile dockerfile containerfile license licence gemfile procfile rakefile
    jenkinsfile vagrantfile justfile taskfile brewfile podfile fastfile codeowners
    .gitignore .gitattributes .dockerignore .editorconfig .env .envrc .npmrc .nvmrc
    .prettierrc .eslintrc .babelrc .pylintrc .flake8 .coveragerc .bashrc .zshrc .profile .mailmap .gitmodules
    .python-version .node-version .tool-versions .npmignore .eslintignore .prettierignore .htaccess .gitkeep
    .keep .rspec .rubocop .clang-format .clang-tidy .vimrc""".split()
)
FOLDERS = frozenset(
    """src lib libs app apps pkg cmd internal include test tests spec specs doc docs build dist out output target
    bin scripts script tools tool config configs conf etc data assets static public resources examples example
    benchmarks bench packages modules components views templates migrations fixtures testdata vendor server
    client frontend backend web ui api core utils .github .vscode .circleci .mesh .husky""".split()
)
_ROOTS = frozenset(
    "tmp etc usr var home opt root mnt bin dev proc srv users lib private work workspace".split()
)
# Names of techniques and of members that look like files and are none.
_TECHNIQUES = frozenset(
    """node.js vue.js next.js nuxt.js react.js express.js three.js d3.js ember.js backbone.js angular.js chart.js
    discord.js moment.js p5.js require.js alpine.js electron.js nest.js asp.net socket.io docs.rs bun.sh
    solid.js preact.js svelte.js deno.js handlebars.js knockout.js""".split()
)
_MEMBERS = frozenset(
    """console process system math np numpy logger torch res response req request array arr os self this obj
    object e event std io sys window dict log logging import.meta np.random df plt json user item node error err
    string str map list path cls super module exports document navigator cfg settings app.state""".split()
)
_MEMBER_EXTENSIONS = frozenset(
    "log map env out err key text data json list config spec old mod sum in example template sample dist http rest"
    " dot".split()
)
_DOMAIN = re.compile(
    r"(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|cn|edu|gov|co|ai|app|cloud|info|uk|de|jp|xyz|me|in|us|eu|ru|fr|to|tv"
    r"|so)\Z",
    re.IGNORECASE,
)
_LINES = re.compile(r"(?:#L?\d+(?:-L?\d+)?|:\d+(?:[:-]\d+)?)\Z")
_SHAPE = re.compile(r"[^\s\"'`*?<>|{}\\:;,=()$!&\[\]][^\"'`*?<>|{}\\:;=\n\t]*\Z")
_WINDOWS = re.compile(r"(?:[A-Za-z]:\\|\.{1,2}\\)?[\w. ()@+-]+(?:\\[\w. ()@+-]+)*\\?\Z")
_VERSION = re.compile(r"v?\d+(?:\.\d+)*(?:[-.+]?(?:a|b|rc|alpha|beta|dev|post)[-.]?\d*)?\Z", re.IGNORECASE)
_TEST_ID = re.compile(r"(.+?\.\w+)::(.+)\Z")
_TESTED = re.compile(
    r"(?:^|[/\\_.-])(?:tests?|specs?|__tests__|e2e)(?:$|[/\\_.-])|Tests?\.\w+\Z|_test\.|\.test\.",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}:(?://|[^\\\d])")

LONGEST = 400


def extension(name: str) -> str:
    """Return the extension in lower case, empty for a name that has none."""
    stem, dot, last = name.rpartition(".")
    return last.lower() if dot and stem.strip(".") else ""


def bare_path(token: str) -> bool:
    """Say whether a word of running text is a path."""
    token = _LINES.sub("", token)
    if not _may_be_path(token) or " " in token:
        return False
    parts = _parts(token)
    if token[-1] in "/\\":
        return _is_bare_folder(token, parts)
    if token.startswith(("./", "../", "~/", ".\\", "..\\")) or re.match(r"[A-Za-z]:\\", token):
        return True
    name = parts[-1]
    if name.lower() in NAMES:
        return (
            len(parts) > 1
            or name[0] == "."
            or name in ("Makefile", "Dockerfile", "Gemfile", "Jenkinsfile", "Rakefile")
        )
    if len(parts) == 1:
        return _is_file_name(name)
    return extension(name) in EXTENSIONS or (parts[0] == "src" and all(part.isidentifier() for part in parts))


def _is_bare_folder(token: str, parts: list[str]) -> bool:
    return all(len(part) > 1 or part == "." for part in parts) and not token.startswith("//")


def quoted_path(text: str) -> str | None:
    """Return `path`, or `weak` for what only a word such as "file" beside it makes one, for a text in quotes."""
    text = _LINES.sub("", text)
    if not _may_be_path(text):
        return None
    parts = _parts(text)
    name = parts[-1]
    if text[-1] in "/\\" or text.startswith(("./", "../", "~/", ".\\", "..\\")):
        return "path"
    if name.lower() in NAMES and (name[0] == "." or not name.islower() or name.endswith("file")):
        return "path"
    known = extension(name) in EXTENSIONS
    if text[0] == "." and len(parts) == 1 and not extension(name):
        return "path" if name in FOLDERS else "weak"
    if len(parts) == 1:
        if _is_file_name(name):
            return "path"
        return "weak" if extension(name) else None
    if text[0] in "/\\":
        return "path" if known or parts[0].lower() in _ROOTS else "weak"
    if known:
        return "path"
    has_extension = re.fullmatch(r"[A-Za-z][A-Za-z0-9]{0,7}", extension(name)) and " " not in text
    return "path" if has_extension or parts[0].lower() in FOLDERS or "\\" in text else "weak"


def _may_be_path(text: str) -> bool:
    if not 0 < len(text) <= LONGEST or text.strip() != text or _SCHEME.match(text) or _VERSION.match(text):
        return False
    if not (_SHAPE.match(text) or ("\\" in text and _WINDOWS.match(text))) or not re.search(r"\w", text):
        return False
    first = _parts(text)[0]
    if "/" in text and _DOMAIN.match(first) and extension(first) not in ("py", "rs", "md"):
        return False
    return not re.search(r"\s[-+=|&<>]|[-+=|&<>]\s|@\d+(?:\.\d+)*\Z", text) and "://" not in text


def _parts(text: str) -> list[str]:
    return [part for part in re.split(r"[/\\]", text) if part] or [text]


def _is_file_name(name: str) -> bool:
    """Say whether a single name with a dot is a file and not a technique, a member or an abbreviation."""
    low = name.lower()
    last = extension(name)
    if last not in EXTENSIONS or low in _TECHNIQUES:
        return False
    stem = name[: -len(last) - 1]
    if len(last) == 1 and last not in ("c", "h", "r", "o", "s"):
        return False
    if len(last) == 1 and len(stem) == 1 and last not in ("c", "h"):
        return False
    return not (
        last in _MEMBER_EXTENSIONS
        and (stem.lower() in _MEMBERS or stem.lower().startswith(("self.", "this.", "os.")))
    )


def file_of(text: str) -> str:
    """Return the path as a claim names it: without a line number, with forward slashes if it is relative."""
    text = _LINES.sub("", text)
    named = _TEST_ID.match(text)
    if named:
        text = named[1]
    if "\\" in text and "/" not in text and not re.match(r"[A-Za-z]:", text):
        text = text.replace("\\", "/")
    return text


def linked(target: str) -> str | None:
    """Return the path that the target of a Markdown link names, None for an address or a place in the page."""
    target = target[1:-1] if target.startswith("<") and target.endswith(">") else target
    if _SCHEME.match(target) or target.startswith(("#", "//", "www.")):
        return None
    path = unquote(target.partition("#")[0].partition("?")[0])
    return path if path and len(path) <= LONGEST and "\0" not in path and "\n" not in path else None


def is_test_file(path: str) -> bool:
    """Say whether a path looks like tests."""
    return bool(_TESTED.search(path))


def is_folder(path: str) -> bool:
    return path.endswith(("/", "\\"))
