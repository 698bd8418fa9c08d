#!/usr/bin/env node
// As worded.py in JavaScript, in a folder of `solvent new-bot --lang node`: careful by text alone. SOLVENT_ANSWERER is the Python that runs
// solvent.answerer.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";
import {main} from "./solvent.mjs";
import {NotRead, question, read, rules, table} from "./text.mjs";

const peer = spawn(process.env.SOLVENT_ANSWERER, ["-m", "solvent.answerer"], {stdio: ["pipe", "pipe", "inherit"]});
const replies = createInterface({input: peer.stdout})[Symbol.asyncIterator]();
const bot = {name: "careful", version: "1", when: {manage: ["can_build", "can_lift"]}, match_end: () => peer.stdin.end()};
for (const {name} of JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8")).decisions) {
    if (["card", "claim", "gift"].includes(name)) continue; // careful takes the default
    bot[name] = async (match, q) => {
        peer.stdin.write(JSON.stringify([rules(match.edition), table(match), question(match, q)]) + "\n");
        assert.throws(() => read(match, q, "I pass."), (why) => why instanceof NotRead && /^found no JSON object, expected one/.test(why.message));
        return read(match, q, (await replies.next()).value);
    };
}
main(bot);
