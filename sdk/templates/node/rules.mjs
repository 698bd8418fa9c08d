// The rules as WebAssembly, for text.mjs and policy.mjs: rules.wasm.gz, which `solvent new-bot` writes beside this file.
import {readFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import {questionFrame} from "./solvent.mjs";

const BAD_FILE = 8; // WASI's status of a call on a file that is not open
const NAME = 40, SEATS = 8;

const packed = readFileSync(new URL("rules.wasm.gz", import.meta.url));
if (!packed.length) throw new Error("rules.wasm.gz is empty, as Solvent was built without WebAssembly");
const module = new WebAssembly.Module(gunzipSync(packed));
const imports = {};
for (const {module: from, name} of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => BAD_FILE;
/** The functions of tools/opener/bot.c. */
export const c = new WebAssembly.Instance(module, imports).exports;
c._initialize();

let room = 0, at = 0;
const editions = new WeakMap();

/** The address of bytes for one call. */
export function put(bytes) {
    if (bytes.length > room) [room, at] = [2 * bytes.length, c.room(2 * bytes.length)];
    new Uint8Array(c.memory.buffer).set(bytes, at);
    return at;
}

/** What the last function wrote. */
export const result = () => Buffer.from(new Uint8Array(c.memory.buffer, c.result(), c.result_size()));

export function textAt(from) {
    const bytes = Buffer.from(c.memory.buffer, from);
    return bytes.toString("utf8", 0, bytes.indexOf(0));
}

/** The address of an edition. */
export function useEdition(edition) {
    if (!editions.has(edition)) {
        const made = c.edition_create(put(edition.encoded), edition.encoded.length);
        if (!made) throw new Error("rules.wasm.gz is of another version than this edition");
        editions.set(edition, made);
    }
    return editions.get(edition);
}

export function useTable(match, {menu = false, names = false} = {}) {
    const edition = useEdition(match.edition);
    const bytes = Buffer.alloc(match.block.length + SEATS * NAME);
    match.block.copy(bytes);
    match.names.forEach((name, seat) => bytes.write(name, match.block.length + seat * NAME, NAME - 1));
    c.table(edition, put(bytes), match.seat, names, menu);
}

export function useQuestion(match, q, options) {
    useTable(match, options);
    const frame = questionFrame(q);
    if (!c.question(put(frame), frame.length)) throw new Error("expected a question that the arbiter has asked");
}
