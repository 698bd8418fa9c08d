"""The public headers as Doxygen reads them: python3 reference.py SDK_INCLUDE OUT.

The headers have plain comments, and tables of macros in place of long lists. Here each comment becomes one of Doxygen's, by where it
stands: before a declaration (and for all that follow it without an empty line), or behind it on its line; and each table is expanded, with the
text of its row as the comment. Doxygen names the members left without a text."""
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"(?:^#define X\w*\(.*(?:\\\n.*)*\n)+(?:(?!#define|#undef).*\n)+?(?:^#undef X\w*\n)+", re.M)
DEFINE = re.compile(r"^#define (X\w*)\(([^)]*)\)((?:.*\\\n)*.*)\n", re.M)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def expand(block, header, include):
    """A block of macros, expanded by the compiler; each row behind a comment of its text."""
    def mark(match):
        name, parameters, body = match.groups()
        names = [word.strip() for word in parameters.split(",")]
        if not body.strip():
            return match[0]
        said = "text" if "text" in names else parameters.replace("...", "__VA_ARGS__")
        return f"#define {name}({parameters}) @D {said} @E {body.strip()} @N\n"

    source = f"#include <solvent/{header}>\n@BEGIN\n{DEFINE.sub(mark, block)}"
    done = subprocess.run(["cc", "-std=c17", "-E", "-P", f"-I{include}", "-"], input=source, text=True,
                          capture_output=True, check=True).stdout.partition("@BEGIN")[2]
    done = re.sub(r"\s+", " ", done).replace("@N", "\n")

    def comment(match):
        texts = STRING.findall(match[1])
        words = match[1].split(",")
        runs = re.findall(r'(?:"(?:[^"\\]|\\.)*"\s*)+', match[1])
        text = "".join(STRING.findall(runs[-1])) if texts else f"`{words[min(1, len(words) - 1)].strip()}`"
        return f"/* {text[:1].upper()}{text[1:]}. */\n"

    return re.sub(r"@D(.*?)@E", comment, done)


def escape(text):
    """Text that means to Doxygen what it says; samples, which are indented, as such."""
    lines, sample = [], False
    for n, line in enumerate(text.split("\n")):
        bare = re.sub(r"^\s*\* ?", "", line)
        indented = n > 0 and line.lstrip().startswith("*") and re.match(r" {4}", bare) is not None
        if indented != sample and (indented or bare.strip()):
            lines.append(" * @code{.c}" if indented else " * @endcode")
            sample = indented
        lines.append(line if sample else re.sub(r"([\\@<>#%])", r"\\\1", line))
    return "\n".join(lines + [" * @endcode"] * sample)


MEMBERS = re.compile(r"^(\s+)((?:const )?(?:struct |enum )?\w+ )(\**\w+(?:\[[^\]]*\])*(?:,\s+\**\w+(?:\[[^\]]*\])*)+);$")


def members(code):
    """`int a, b;` as two declarations."""
    match = MEMBERS.match(code.rstrip())
    if not match:
        return [code]
    space, kind, names = match.groups()
    return [f"{space}{kind}{name};" for name in re.split(r",\s+", names)]


def pieces(text):
    """The text as code and comments: (code, comment), each comment behind the code on its line, or alone."""
    text = re.sub(r"^[ \t]*/\* -{4}.*?\*/\n", "\n", text, flags=re.M | re.S)
    at = 0
    for match in re.finditer(r"/\*(.*?)\*/", text, re.S):
        yield from ((line, None) for line in text[at:match.start()].split("\n")[:-1])
        yield text[at:match.start()].split("\n")[-1], match[1].strip()
        at = match.end()
        at += text[at:at + 1] == "\n"
    yield from ((line, None) for line in text[at:].split("\n"))


DECLARES = re.compile(r"^(#define SV_|(const |static |extern |unsigned |struct |enum |void |bool |char |int|uint|size_t )[^;{]*\()")


def documented(text):
    """Its comments as Doxygen's."""
    out, held, depth = [], None, 0  # `held`: the comment that stands for all that follow it without an empty line
    rows = list(pieces(text))
    first = True
    for n, (code, comment) in enumerate(rows):
        bare = code.strip()
        ended = not out or re.search(r"[;,{]$|\*/$|^#|^$", out[-1].strip())
        if comment is not None and not bare:
            following = rows[n + 1][0].strip() if n + 1 < len(rows) else ""
            if first:
                out.append(f"/** @file\n * {escape(comment)} */")
            elif following and not re.match(r"#(if|und|inc|end)", following):
                held = f"{code}/** {escape(comment)} */"
                out.append(held)
            first = False
            continue
        first = False
        if not bare:
            held = None
        elif depth == 0 and held is not None and out[-1] != held and ended and DECLARES.match(bare):
            out.append(held)
        if comment is not None and out and not re.search(r"[;,({]|#define", bare):
            # A declaration on several lines, with its comment behind it.
            code = out.pop() + " " + bare
        for k, member in enumerate(members(code)):
            if k > 0 and comment is None and held is not None:
                out.append(held)
            out.append(member.rstrip() + (f" /**< {escape(comment)} */" if comment is not None else ""))
        depth += code.count("{") - code.count("}")
    return "\n".join(out)


# The first page: the headers in the order in which an author needs them.
FIRST_PAGE = (
    ("For every bot", ("bot", "position", "question", "event", "edition", "set", "luck", "status")),
    ("To decide better", ("policy", "rival", "answers", "search", "value", "duel", "game", "scene", "text")),
    ("For tools and agents that learn", ("replay", "env", "actions", "observation", "network")),
    ("Tables, and functions for other languages", ("manifest", "breach", "fields", "course", "ffi")),
)


def first_page(headers):
    """A page that leads to each header, by the first sentence of its comment."""
    listed = [name for _, names in FIRST_PAGE for name in names]
    if sorted(listed) != sorted(headers):
        sys.exit(f"reference.py: FIRST_PAGE and the headers differ: {sorted(set(listed) ^ set(headers))}")
    lines = ["/** @mainpage The SDK of Solvent", "A bot is a struct of callbacks: begin with @ref bot.h ."]
    for title, names in FIRST_PAGE:
        lines += ["", f"<h2>{title}</h2>", "<ul>"]
        for name in names:
            comment = re.sub(r"\n \* ?", "\n", re.search(r"/\*(.*?)\*/", headers[name], re.S)[1])
            said = " ".join(re.split(r"\n\s*\n", comment)[0].split())
            lines.append(f"<li>@ref {name}.h - {escape(re.split(r'(?<=[.])(?: |$)', said)[0])}</li>")
        lines.append("</ul>")
    return "\n".join([*lines, "*/"])


def main(include, out):
    folder = Path(out) / "solvent"
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted((Path(include) / "solvent").glob("*.h")):
        text = path.read_text()
        text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
        text = BLOCK.sub(lambda m: expand(m[0], path.name, include), text)
        (folder / path.name).write_text(documented(text))
    headers = {path.stem: path.read_text() for path in (Path(include) / "solvent").glob("*.h")}
    (Path(out) / "first_page.h").write_text(first_page(headers))


if __name__ == "__main__":
    main(*sys.argv[1:])
