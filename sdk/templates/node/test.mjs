// Decisions, and a whole game with the arbiter. `make test` runs it.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {test} from "node:test";
import {bot} from "./bot.mjs";

const solvent = process.env.SOLVENT ?? "solvent";

test("Boardwalk for 400", () => {
    assert.deepEqual(bot.buy({cash: 1000}, {amount: 400}), {choice: "buy"});
    assert.deepEqual(bot.buy({cash: 410}, {amount: 400}), {choice: "decline"});
});

test("a game without an illegal answer", () => {
    const folder = mkdtempSync(`${tmpdir()}/bot-`);
    try {
        const game = `${folder}/game.svr`;
        execFileSync(solvent, ["match", "-q", "-s", "1", "-o", game, "./bot.mjs", "tiny"], {stdio: "pipe"});
        const events = execFileSync(solvent, ["replay", "--format", "jsonl", game], {maxBuffer: 1 << 28}).toString()
            .trim().split("\n").map((line) => JSON.parse(line));
        const answers = events.filter((e) => e.type === "answer" && e.seat === 0);
        assert(answers.length > 10);
        assert.deepEqual(answers.filter((e) => e.verdict !== "ok" && e.verdict !== "default"), []);
    } finally {
        rmSync(folder, {recursive: true});
    }
});
