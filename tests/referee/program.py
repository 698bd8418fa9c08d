"""The command line of the referee: logs from files, or games played by the program."""

import argparse
import collections
import itertools
import os
import pathlib
import sys
import tempfile

import play
import table
from breach import Breach
from edition import Edition
from game import Game


def judge(name, edition, events, complete, coverage):
    """Returns whether the log was accepted; a breach is printed as one line."""
    try:
        Game(edition, events, complete, coverage).judge()
        return True
    except Breach as breach:
        print(f"{name}: {breach}")
        return False


def show_table(build):
    """Plants a false log for each rule; returns the exit status."""
    root = pathlib.Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory() as folder:
        bad, planted = table.check(root, build, folder)
    print(*bad, sep="\n", end="\n" if bad else "")
    print(f"{planted} false logs for {len(table.ROWS)} rules, {len(bad)} failures")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", help="event logs, as `solvent replay --format jsonl` prints them")
    parser.add_argument("-e", "--edition", help="the edition's file, if it is not built in")
    parser.add_argument("--complete", default="", help="seats whose bots answer every question, e.g. 0,2")
    parser.add_argument("--coverage", action="store_true", help="how often each rule was checked")
    parser.add_argument("--games", type=int, default=0, help="play and judge so many games")
    parser.add_argument("--scenes", type=int, default=0, help="judge so many random positions played on")
    parser.add_argument("--seed", default="1", help="of those games and scenes")
    parser.add_argument("--quick", action="store_true", help="without the bots that think for long")
    parser.add_argument("--table", action="store_true", help="every rule against planted false logs")
    parser.add_argument("--build", default=os.environ.get("SOLVENT_BUILD", "build"), help="where the program is")
    args = parser.parse_args()
    coverage, bad, count = collections.Counter(), 0, 0
    complete = [int(s) for s in args.complete.split(",") if s]
    if args.table:
        return show_table(args.build)
    with tempfile.TemporaryDirectory() as folder:
        games = play.games(args.build, folder, args.games, args.seed, not args.quick)
        scenes = play.scenes(args.build, folder, args.scenes, args.seed)
        for name, path, events, seats in itertools.chain(games, scenes):
            count += 1
            bad += not judge(name, Edition(str(path)), events, seats, coverage)
    for path in args.files:
        with open(path, encoding="utf-8") as file:
            for number, events in enumerate(play.split(file)):
                count += 1
                edition = Edition(args.edition or events[0]["edition"])
                bad += not judge(f"{path}#{number}", edition, events, complete, coverage)
    print(f"{count} games, {count - bad} as the rules say")
    if args.coverage:
        for rule, n in sorted(coverage.items(), key=lambda item: [int(p) for p in item[0].split(".")]):
            print(f"{rule:6} {n}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
