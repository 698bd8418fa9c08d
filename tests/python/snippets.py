"""Runs the examples of docs/PYTHON.md with an installed package and an installed program, in this folder, without a checkout.

    snippets.py PYTHON.md    `build/` is the program's folder, `sdk/python` leads to the package"""
import re
import subprocess
import sys

MARK = re.compile(r"<!-- (run|not run): (.*?) -->")


def blocks(text):
    """(language, file to save it as, text) of every example that is run."""
    mark, language, lines = None, None, []
    for line in text.splitlines():
        if language is None and MARK.match(line):
            mark = MARK.match(line)
        elif language is None and line.startswith("```"):
            language, lines = line[3:], []
        elif line == "```":
            save = re.match(r"save as (\S+)", mark[2]) if mark else None
            if not mark or mark[1] == "run":
                yield language, save and save[1], "\n".join(lines) + "\n"
            mark = language = None
        elif language is not None:
            lines.append(line)


def main():
    ran = 0
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    for language, save, text in blocks(page):
        if save:
            with open(save, "w", encoding="utf-8") as file:
                file.write(text)
            continue
        if language == "console":
            text = "".join(line[2:] + "\n" for line in text.splitlines() if line.startswith("$ "))
        command = [sys.executable, "-c", text] if language == "python" else ["bash", "-eu", "-c", text]
        if "PYTHONPATH=" in text and language == "sh":
            continue  # it says where the checkout is
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{text}\n{done.stdout}{done.stderr}exit status {done.returncode}")
        ran += 1
    if ran < 4:
        sys.exit(f"found {ran} examples, expected 4 at least")
    print(f"{ran} examples of {sys.argv[1]} run with the wheel")


if __name__ == "__main__":
    main()
