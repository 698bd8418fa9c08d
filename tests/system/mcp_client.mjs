// A simple model for system/mcp: plays by `solvent mcp` through the protocol's own client.
//   node mcp_client.mjs SOLVENT FOLDER
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {Client, StdioClientTransport} from "../../tools/mcp/vendor/sdk.mjs";

const [solvent, folder] = process.argv.slice(2);

async function connect() {
    const transport = new StdioClientTransport({command: solvent, args: ["mcp", "--folder", folder], stderr: "inherit"});
    const client = new Client({name: "simple", version: "1"});
    await client.connect(transport);
    const call = async (name, given) => {
        const {isError, content} = await client.callTool({name, arguments: given});
        return {isError: Boolean(isError), text: content[0].text};
    };
    return {
        client, pid: transport.pid,
        refused: async (words, name, given) => {
            const {isError, text} = await call(name, given);
            assert(isError && text.includes(words), `${name} ${JSON.stringify(given)}: ${text}`);
        },
        call: async (name, given) => {
            const {isError, text} = await call(name, given);
            assert(!isError, `${name} ${JSON.stringify(given)}: ${text}`);
            return text;
        },
    };
}

const numberIn = (text) => Number(/question (\d+)\./.exec(text)?.[1]);
/** The last line of the menu, the least bid, the default of a debt, or nothing. */
function answerTo(text) {
    const menu = text.match(/^\d+\. /gm);
    if (/^Menu:$/m.test(text)) return {choose: menu.length, reason: "the last\nline of the menu"};
    const bid = /^Lowest bid: \$(\d+)$/m.exec(text), most = /^Highest bid: \$(\d+)$/m.exec(text);
    if (/^Owed: /m.test(text)) return undefined;
    return bid ? {bid: +bid[1] > +most[1] || +bid[1] > 100 ? 0 : +bid[1], limit: Math.max(Math.min(100, +most[1]), +bid[1])} : {};
}

/** Plays on from a text until the game is over, or question `until` is open. Returns the last text. */
async function play({call}, game, text, until = Infinity) {
    while (!text.includes("is over")) {
        const number = numberIn(text);
        if (number >= until) return text;
        text = number ? await call("answer", {game, question: number, answer: answerTo(text)}) : await call("wait", {game});
    }
    return text;
}

const begin = async (session, given) => {
    const text = await session.call("new_game", given);
    assert.match(text, /The board\./);
    return Number(/^Game (\d+)\./.exec(text)[1]);
};
const children = (pid) =>
    spawnSync("pgrep", ["-P", pid]).stdout.toString().trim().split("\n").filter(Boolean).map(Number);
const asked = (text) => text.slice(text.indexOf(", question "));

// ---- refusals, and two games at once ------------------------------------------------------------

let session = await connect();
const tools = (await session.client.listTools()).tools.map((tool) => tool.name).sort();
assert.deepEqual(tools, ["analyse", "answer", "judge", "look", "new_game", "rank", "say", "wait"]);
await session.refused("There is no game 7.", "look", {game: 7});
await session.refused("opponents", "new_game", {opponents: ["sh -c true"]});
await session.refused("expected another one", "new_game", {opponents: ["careful"], name: "careful"});
await session.refused("expected at most 1", "new_game", {opponents: ["careful"], seat: 2});
await session.refused("No game is finished yet.", "rank", {});

const settings = {opponents: ["careful"], seed: "12", seat: 1};
const first = await begin(session, settings);
const second = await begin(session, {opponents: ["tiny", "random"], edition: "harbour", seat: 0});
assert.notEqual(first, second);
let text = await session.call("wait", {game: first}), other = await session.call("wait", {game: second});
assert.equal(await session.call("look", {game: first}), text);
const number = numberIn(text);
assert.match(await session.call("judge", {game: first, question: number, answer: {choose: 99}}), /^not legal: "choose": found 99/);
assert.match(await session.call("judge", {game: first, question: number, answer: answerTo(text)}), /^legal: ./);
await session.refused("not legal: ", "answer", {game: first, question: number, answer: {nonsense: 1}});
await session.refused(`Question ${number + 1} is not open.`, "answer", {game: first, question: number + 1, answer: {}});
await session.refused("is not over", "analyse", {game: first});
await session.refused("is not open", "say", {game: first, question: number + 1, text: "hello"});
assert.match(await session.call("say", {game: first, question: number, text: "hello\nyou"}), /with your answer/);
assert.equal(await session.call("look", {game: first}), text);
for (let turn = 2; turn < 12; turn++) { // in turns
    text = await play(session, first, text, turn);
    other = await play(session, second, other, turn);
}

// ---- nothing is asked ---------------------------------------------------------------------------

const matches = children(session.pid).filter((pid) => execFileSync("ps", ["-o", "args=", "-p", pid]).includes("solvent match"));
for (const pid of matches) process.kill(pid, "SIGSTOP");
const given = {game: first, question: numberIn(text), answer: answerTo(text)};
assert.match(await session.call("answer", {...given, seconds: 0}), /pending/);
assert.match(await session.call("wait", {game: first, seconds: 0.1}), /pending/);
await session.refused("is not open", "answer", given);
for (const pid of matches) process.kill(pid, "SIGCONT");
text = await session.call("wait", {game: first});

// ---- a killed server ----------------------------------------------------------------------------

other = await play(session, second, other);
assert.match(other, /^1\. /m);
const gone = new Promise((fulfil) => { session.client.onclose = fulfil; });
process.kill(session.pid, "SIGKILL");
await gone;
session = await connect();
await session.call("look", {game: first});
const again = await session.call("wait", {game: first});
assert.equal(asked(again), asked(text));
text = await play(session, first, again);
assert.match(await session.call("look", {game: second}), /is over/);

// ---- finished games -----------------------------------------------------------------------------

assert.match(await session.call("analyse", {game: first}), /costly decisions by the model/);
assert.match(await session.call("rank", {}), /2 games of 4 bots/);
const whole = await begin(session, settings);
const opening = await session.call("wait", {game: whole});
await session.call("say", {game: whole, question: numberIn(opening), text: "hello\nyou"});
await play(session, whole, opening);
const [once, twice] = [first, whole].map((game) => execFileSync(solvent, ["replay", join(folder, `${game}.svr`)]).toString());
assert.equal(once.replaceAll(`${first}.svr`, ""), twice.replaceAll(`${whole}.svr`, ""));

// ---- a killed match, answers of another game, a game left open -----------------------------------

const left = await begin(session, settings);
text = await play(session, left, await session.call("wait", {game: left}), 5);
const lost = children(session.pid);
for (const pid of lost) process.kill(pid, "SIGKILL");
while (children(session.pid).length < 2 || children(session.pid).some((pid) => lost.includes(pid))) await session.call("look", {game: left});
assert.equal(asked(await session.call("wait", {game: left})), asked(text));
const file = join(folder, `${left}.json`);
const wrong = JSON.parse(readFileSync(file, "utf8"));
writeFileSync(join(folder, "9.json"), JSON.stringify({...wrong, answers: [{choose: 99}]}));
for (let turn = 0; turn < 3; turn++) { // each call starts it again
    await session.client.callTool({name: "look", arguments: {game: 9}});
    await session.refused("answer 1 of its file does not fit this game any more: \"choose\": found 99", "wait", {game: 9});
}
await session.client.close();
assert(!existsSync(join(folder, `${left}.svr`)));
