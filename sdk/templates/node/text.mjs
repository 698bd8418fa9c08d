// The game in words, and answers read from JSON (<solvent/text.h>): by rules.wasm.gz, which `solvent new-bot` writes beside this file.
import {readFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import {answerOf, questionFrame} from "./solvent.mjs";

/** A reply that is no legal answer; its message is one sentence with the fault and the expected form. */
export class NotRead extends Error {}

const BAD_FILE = 8; // WASI's status of a call on a file that is not open
const NAME = 40, SEATS = 8;

const packed = readFileSync(new URL("rules.wasm.gz", import.meta.url));
if (!packed.length) throw new Error("rules.wasm.gz is empty, as Solvent was built without WebAssembly");
const module = new WebAssembly.Module(gunzipSync(packed));
const imports = {};
for (const {module: from, name} of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => BAD_FILE;
const rulesOf = new WebAssembly.Instance(module, imports).exports;
rulesOf._initialize();

let room = 0, at = 0, known;

/** The address of bytes for one call. */
function put(bytes) {
    if (bytes.length > room) [room, at] = [2 * bytes.length, rulesOf.room(2 * bytes.length)];
    new Uint8Array(rulesOf.memory.buffer).set(bytes, at);
    return at;
}

function textAt(from) {
    const bytes = Buffer.from(rulesOf.memory.buffer, from);
    return bytes.toString("utf8", 0, bytes.indexOf(0));
}

function useEdition(edition) {
    if (known === edition) return;
    if (!rulesOf.words_edition(put(edition.encoded), edition.encoded.length)) throw new Error("rules.wasm.gz is of another version than this edition");
    known = edition;
}

function useTable(match, menu, names) {
    useEdition(match.edition);
    const bytes = Buffer.alloc(match.block.length + SEATS * NAME);
    match.block.copy(bytes);
    match.names.forEach((name, seat) => bytes.write(name, match.block.length + seat * NAME, NAME - 1));
    const block = put(bytes);
    rulesOf.words_table(block, names ? block + match.block.length : 0, match.seat, menu);
}

function useQuestion(match, q, menu, names) {
    useTable(match, menu, names);
    const frame = questionFrame(q);
    if (!rulesOf.words_question(put(frame), frame.length)) throw new Error("expected a question that the arbiter has asked");
}

/** The rules of an edition in about two pages: how a game goes, board, cards, switches. */
export function rules(edition) {
    useEdition(edition);
    return textAt(rulesOf.words_say_rules());
}

/** The table as our seat sees it; without `names` players are called "seat 2". */
export function table(match, {names = true} = {}) {
    useTable(match, false, names);
    return textAt(rulesOf.words_say_table());
}

/** A question to us: its figures, a menu of the legal answers where they are few, and the form of an answer. */
export function question(match, q, {menu = true, names = true} = {}) {
    useQuestion(match, q, menu, names);
    return textAt(rulesOf.words_say_question());
}

/** The answer in the last JSON object of a reply, which is legal. Throws NotRead for any other reply. */
export function read(match, q, reply, {menu = true, names = true} = {}) {
    useQuestion(match, q, menu, names);
    const bytes = Buffer.from(reply);
    const why = rulesOf.words_read(put(bytes), bytes.length);
    if (why !== 0) throw new NotRead(textAt(why));
    return answerOf(q, Buffer.from(rulesOf.memory.buffer, rulesOf.words_reply(), rulesOf.words_reply_size()));
}
