#!/usr/bin/env python3
"""Tells in the summary of a workflow's run whether the bot of a commit is better than its bot of the first parent.

action.yml runs it in a checkout of both. On a pull request the commit is the merge, and its first parent is the base branch. Both
versions are built in folders of their own; then better.yaml is played between them. The status is 1 if the new version does not
build, fails `solvent check`, or is worse; 2 if the question could not be asked.
"""
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

NAME, LANGUAGE = "@NAME@", "@LANG@"
MOST_ANALYSED = 100  # games in which the worst decision is looked for
COSTLY = 0.05  # points that a decision costs by the model, to be looked at
SHOWN_LINES = 40


class Stop(Exception):
    """Ends the run: the status, the verdict in bold, and the text or output that explains it."""

    def __init__(self, status, verdict, text="", output=""):
        super().__init__(verdict)
        last = "\n".join(output.rstrip().split("\n")[-SHOWN_LINES:])
        self.status, self.summary = status, f"**{verdict}** {text}\n" + (f"\n~~~text\n{last}\n~~~\n" if last else "")


def run(command, folder=None):
    """Runs a command, and returns its status and its output with its errors."""
    print("+", *command, flush=True)
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    print(done.stdout, end="", flush=True)
    return done.returncode, done.stdout


def ask(*command):
    """Returns what a command prints on stdout. A command that fails stops the run."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        raise Stop(2, "Not measured:", f"`{Path(command[0]).name} {command[1]}` ended with status {done.returncode}.", done.stderr)
    return done.stdout


def find_solvent(work):
    """Returns the path of the program, which comes from $SOLVENT_TARBALL or else from the PATH."""
    address = os.environ.get("SOLVENT_TARBALL")
    if not address:
        program = shutil.which("solvent")
        if program is None:
            raise Stop(2, "Not measured:", "no program `solvent`. Set the repository's variable `SOLVENT_TARBALL` to a tarball's address.")
        return program
    folder = work / "solvent"
    folder.mkdir()
    try:
        file, _ = urllib.request.urlretrieve(address, work / "solvent.tar")
    except (OSError, ValueError) as error:
        raise Stop(2, "Not measured:", f"cannot fetch {address}: {error}.") from None
    ask("tar", "-xf", str(file), "-C", str(folder))
    program = next(folder.glob("**/bin/solvent"), None)
    if program is None:
        raise Stop(2, "Not measured:", f"no program bin/solvent in {address}.")
    return str(program)


def makefile_variables(solvent, work):
    """Returns the values that `solvent new-bot` gives to SOLVENT, SDK and LIBRARY where the program stands here."""
    folder = work / "new" / NAME
    folder.parent.mkdir()
    ask(solvent, "new-bot", str(folder), "--lang", LANGUAGE)
    found = dict(re.findall(r"(?m)^(SOLVENT|SDK|LIBRARY) \?= *(.*)$", (folder / "Makefile").read_text()))
    return {key: os.path.normpath(folder / value) if "/" in value else value for key, value in found.items()}


def bot_line(text, name):
    """Returns the line of a bot in better.yaml."""
    found = re.findall(rf"(?m)^ *- *\{{name: {re.escape(name)},.*\}}.*\n", text)
    if len(found) != 1 or "command: [" not in found[0]:
        raise Stop(2, "Not measured:", f"better.yaml has no line `- {{name: {name}, command: [...], ...}}`.")
    return found[0]


def candidate(text, folder, name, variables):
    """Returns the candidate's line of a better.yaml, with another name, and with a command that starts in the bot's folder."""
    line = bot_line(text, NAME)
    line = line.replace(f"name: {NAME},", f"name: {name},", 1)
    line = re.sub(r", files: \[[^]]*\]", "", line)  # only a sandbox needs them
    line = re.sub(r'"PYTHONPATH=[^"]*", ', "", line)
    start = ["/usr/bin/env", "-C", str(folder)]
    if LANGUAGE == "python" and variables["SDK"]:
        start.append("PYTHONPATH=" + variables["SDK"])
    return line.replace("command: [", f"command: [{', '.join(map(json.dumps, start))}, ", 1)


def write_leagues(head, base, variables, work):
    """Writes better.yaml, which asks whether the new version is better, and worse.yaml, which asks whether the base is.

    Returns the name of the base in both, and the unit of their limits.
    """
    if not (base / "better.yaml").exists():
        raise Stop(2, "Not measured:", "the base has no better.yaml.")
    text = (head / "better.yaml").read_text()
    sprt = re.search(r"(?m)^sprt: .*candidate: ([\w-]+), baseline: ([\w-]+).*$", text)
    if sprt is None or sprt[1] != NAME:
        raise Stop(2, "Not measured:", f"better.yaml has no line `sprt: {{candidate: {NAME}, baseline: ...}}`.")
    baseline = sprt[2]
    lines = candidate(text, head, NAME, variables), candidate((base / "better.yaml").read_text(), base, baseline, variables)
    for name, line in zip((NAME, baseline), lines):
        text = text.replace(bot_line(text, name), line)
    text = re.sub(r"(?m)^sandbox:.*\n", "", text) + "\nsandbox: none\n"
    (work / "better.yaml").write_text(text)
    turned = f"candidate: {baseline}, baseline: {NAME}"
    (work / "worse.yaml").write_text(text.replace(f"candidate: {NAME}, baseline: {baseline}", turned))
    return baseline, "points" if "points1:" in sprt[0] else "Elo"


def build(commit, folder, variables, work):
    """Checks a commit out and builds the bot; returns the bot's folder, make's status and its output."""
    ask("git", "worktree", "add", "--force", "--detach", str(work / folder), commit)
    bot = work / folder / os.environ.get("FOLDER", ".")
    if not (bot / "Makefile").exists():
        return bot, 2, "There is no Makefile.\n"
    return bot, *run(["make", *variables, "build"], bot)


class Answer:
    """The result of a league: the number of its games, the state of its test, the limits, and the figures as text."""

    def __init__(self, told="", games=0):
        self.games = games
        found = re.search(r"(above the first limit|below the second limit|undecided) after (\d+) deals?: (\S+) points a deal(?: less luck)? "
                          r"\((\d+)% interval: (\S+) to (\S+)\).* \[(\S+), (\S+)\]", told)
        if found is None:
            self.state, self.figures = "undecided", f"{games} games are too few for an estimate"
            return
        self.state, deals, points, percent, low, high, self.first, self.second = found.groups()
        self.figures = f"{points} points a deal ({percent}% interval: {low} to {high}) after {deals} deals"


def play(solvent, league, ends):
    """Plays a league until its test is decided or the time is over."""
    store = str(league.with_suffix(".db"))
    seconds = max(ends - time.monotonic(), 0.001)
    status, output = run(["timeout", "--signal=INT", f"{seconds:.3f}", solvent, "league", "run", str(league), "--store", store])
    if status not in (0, 124):
        raise Stop(2, "Not measured:", f"`solvent league run` ended with status {status}.", output)
    if status == 124 and run([solvent, "rank", "-q", store])[0] != 0:
        return Answer()  # the time was over before the store could be read
    ranking = json.loads(ask(solvent, "rank", store, "--format", "json"))
    return Answer(ranking.get("told") or "", ranking["games"])


def compare(solvent, work, unit, minutes):
    """Plays until a verdict or the end of the time; returns the answer to better.yaml, whether the new version is worse, and the verdict."""
    ends = time.monotonic() + 60 * float(minutes)
    better = play(solvent, work / "better.yaml", ends)
    lead = f"The new version's lead: {better.figures}."
    if better.state == "undecided":
        return better, False, f"**Not yet told apart.** {lead}"
    if better.state == "above the first limit":
        return better, False, f"**{'Better' if float(better.first) >= 0 else f'Ahead by more than {better.first} {unit}'}.** {lead}"
    worse = play(solvent, work / "worse.yaml", ends)
    lead += f" The base's lead in a second test, which asks if it is better: {worse.figures}."
    if worse.state == "undecided":
        return better, False, f"**Ahead by less than {better.second} {unit}; not yet known if worse.** {lead}"
    if worse.state == "below the second limit":
        return better, False, f"**Less than {better.second} {unit} apart, either way.** {lead}"
    if float(worse.first) < 0:
        return better, False, f"**The base is ahead by more than {worse.first} {unit}.** {lead}"
    return better, True, f"**Worse.** {lead}"


def worst_decision(solvent, store, work):
    """Returns a sentence about the decision of the new version that looks costliest to the model, and writes the page of its game."""
    games = ask(solvent, "analyse", "-q", store, "--bot", NAME, "--games", str(MOST_ANALYSED), "--format", "csv")
    rows = [row for row in csv.DictReader(io.StringIO(games)) if float(row["cost"]) >= COSTLY]
    if not rows:
        return "No decision looks costly."
    worst = max(rows, key=lambda row: float(row["cost"]))
    number = worst["game"].rpartition("#")[2]
    ask(solvent, "replay", f"{store}#{number}", "--html", str(work / "worst.html"))
    return (f"Where to look first, by a model, in {MOST_ANALYSED} games at most: game {number}, decision {worst['decision']} ({worst['kind']}), "
            f"{float(worst['cost']):.2f} points. Its answer: {worst['answer']}; better: {worst['better']}. "
            f"`worst.html#d={worst['decision']}` shows it.")


def measure(work):
    """Asks the question; returns the status and the summary."""
    commit = os.environ.get("GITHUB_SHA", "HEAD")
    solvent = find_solvent(work)
    values = makefile_variables(solvent, work)
    variables = [f"{key}={value}" for key, value in values.items()]
    head, status, output = build(commit, "head", variables, work)
    if status != 0:
        raise Stop(1, "The new version does not build.", output=output)
    status, output = run(["make", *variables, "check"], head)
    if status != 0:
        wrong = [line for line in output.split("\n") if not line.startswith(("ok ", "skip "))]
        raise Stop(1, "The new version fails `solvent check`.", output="\n".join(wrong))
    base, status, output = build(f"{commit}^1", "base", variables, work)
    if status != 0:
        raise Stop(0, "The new version builds and passes `solvent check`.", "The base does not build, so there is nothing to compare with.", output)
    baseline, unit = write_leagues(head, base, values, work)
    minutes = os.environ.get("MINUTES", "20")
    better, is_worse, text = compare(solvent, work, unit, minutes)
    text += f" The limit was {minutes} minutes.\n"
    store = str(work / "better.db")
    if better.games > 0:
        table = re.search(r"(?m)^\| rank .*\n(?:\|.*\n)+", ask(solvent, "report", store, "-q", "-o", "-", "--format", "md"))
        text += f"\n{table[0]}" if table else ""
        text += f"\n{NAME} is the new version, {baseline} the base. {worst_decision(solvent, store, work)}\n"
    return int(is_worse), text


def main():
    work = Path(os.environ.get("RUNNER_TEMP", "/tmp")) / "better"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    try:
        status, summary = measure(work)
    except Stop as stop:
        status, summary = stop.status, stop.summary
    finally:  # the files that stay are uploaded
        for folder in "head", "base":
            subprocess.run(["git", "worktree", "remove", "--force", str(work / folder)], capture_output=True)
        for folder in "new", "solvent":
            shutil.rmtree(work / folder, ignore_errors=True)
        (work / "solvent.tar").unlink(missing_ok=True)
    with open(os.environ.get("GITHUB_STEP_SUMMARY", "/dev/stdout"), "a") as file:
        file.write(f"## Is {NAME} better?\n\n{summary}")
    return status


if __name__ == "__main__":
    sys.exit(main())
