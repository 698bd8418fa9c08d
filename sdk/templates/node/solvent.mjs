// The protocol between arbiter and bot (docs/PROTOCOL.md) for Node: frames, the table and its patches, questions and
// answers, all by manifest.json, which `solvent manifest` writes. 64-bit values (sets of spaces, match numbers) are BigInt.
import {AsyncLocalStorage} from "node:async_hooks";
import {readFileSync, realpathSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {basename} from "node:path";
import {decode, decodeMulti, encode} from "@msgpack/msgpack";
import {Dealer} from "zeromq";

const manifest = JSON.parse(readFileSync(new URL("manifest.json", import.meta.url), "utf8"));
const storage = Object.fromEntries(manifest.types.map((row) => [row.name, row.storage]));
const size = Object.fromEntries(manifest.sizes.map((row) => [row.constant, row.value]));
const message = Object.fromEntries(manifest.messages.map((row) => [row.name, row.type]));
const pack = (value) => encode(value, {useBigInt64: true});
const plain = {useBigInt64: true};

// ---- values --------------------------------------------------------------------------------------

/** The members of a set of spaces, seats or cards. */
export function* members(set) {
    for (let i = 0; set !== 0n; i++, set >>= 1n) if (set & 1n) yield i;
}

/** A set from its members; a BigInt stays as it is. */
export function setOf(spaces) {
    if (typeof spaces === "bigint") return spaces;
    let set = 0n;
    for (const space of spaces ?? []) set |= 1n << BigInt(space);
    return set;
}

const value = (type, v) => (storage[type] === "u64" ? BigInt(v) : Number(v));
export const offerOf = (row) => Object.fromEntries(manifest.offer_values.map(({name, type}, i) => [name, value(type, row[i] ?? 0)]));
const offerWire = (offer) => manifest.offer_values.map(({name, type}) =>
    storage[type] === "u64" ? setOf(offer[name] ?? 0n) : offer[name] ?? 0);
/** An offer as messages have it. */
export const offerFrame = (offer) => pack(offerWire(offer));

// ---- the table -----------------------------------------------------------------------------------

const readers = {
    u8: [1, (b, at) => b.readUInt8(at)],
    u16: [2, (b, at) => b.readUInt16LE(at)],
    u32: [4, (b, at) => b.readUInt32LE(at)],
    i32: [4, (b, at) => b.readInt32LE(at)],
    u64: [8, (b, at) => b.readBigUInt64LE(at)],
};
const layouts = Object.fromEntries(manifest.layouts.map((row) => [row.name, row]));

function reader(type) {
    const how = readers[storage[type]];
    if (how) return how;
    const {bytes, fields} = layouts[storage[type]];
    return [bytes, (b, at) => Object.fromEntries(fields.filter((f) => f.type !== "pad")
        .map((f) => [f.name, reader(f.type)[1](b, at + f.offset)]))];
}

/** Everything on the table, by the names of PROTOCOL.md, section 4; right during a callback. */
class Position {
    constructor(block) {
        Object.defineProperty(this, "block", {value: block});
    }
}
for (const {name, type, offset, dimensions} of layouts.sv_position.fields) {
    if (type === "pad") continue;
    const [bytes, read] = reader(type);
    const all = (b, at, [count, ...inner]) => {
        if (count === undefined) return read(b, at);
        const step = inner.reduce((product, n) => product * n, bytes);
        return Array.from({length: count}, (_, i) => all(b, at + i * step, inner));
    };
    Object.defineProperty(Position.prototype, name, {enumerable: true, get() { return all(this.block, offset, dimensions); }});
}

function patch(block, runs) {
    for (let i = 0, at = 0; i < runs.length;) {
        at += runs[i++];
        const length = runs[i++];
        block.set(runs.subarray(i, i + length), at);
        i += length;
        at += length;
    }
}

function editionOf(encoded) {
    const [, name, title, rules, groups, spaces, decks] = decode(encoded);
    const fields = [...manifest.space_fields].sort((a, b) => a.place - b.place);
    const cardFields = [...manifest.card_fields].sort((a, b) => a.place - b.place);
    const object = (names, row) => Object.fromEntries(names.map((field, i) => [field.name, row[i]]));
    const edition = {
        name, title, groups, rules: object(manifest.rules, rules), spaces: spaces.map((row) => object(fields, row)),
        decks: decks.map(([deck, cards]) => ({name: deck, cards: cards.map((row) => object(cardFields, row))})),
    };
    const street = manifest.enums.find((e) => e.name === "sv_space_kind").values.find((v) => v.name === "street").value;
    /** The streets of each colour. */
    edition.sets = groups.map((_, g) => edition.spaces.flatMap((s, i) => (s.group === g && s.kind === street ? [i] : [])))
        .filter((set) => set.length);
    Object.defineProperty(edition, "encoded", {value: encoded});
    return edition;
}

// ---- random numbers ------------------------------------------------------------------------------

const low = 0xffffffffn;

/** Philox4x32-10 (Salmon, Moraes, Dror & Shaw 2011). */
function philox([c0, c1, c2, c3], k0, k1) {
    for (let i = 0; i < 10; i++) {
        const a = c0 * 0xd2511f53n, b = c2 * 0xcd9e8d57n;
        [c0, c1, c2, c3] = [b >> 32n ^ c1 ^ k0, b & low, a >> 32n ^ c3 ^ k1, a & low];
        k0 = k0 + 0x9e3779b9n & low;
        k1 = k1 + 0xbb67ae85n & low;
    }
    return [c0, c1, c2, c3];
}

/** The numbers that m->rng of the C SDK gives. */
export class Rng {
    constructor(key) {
        this.key = [0, 4, 8, 12].map((at) => BigInt(key.readUInt32LE(at)));
        this.index = 0n;
    }

    /** 64 random bits, a BigInt. */
    next() {
        const index = this.index++;
        const half = index >> 1n;
        const words = philox([half & low, half >> 32n, this.key[2], this.key[3]], this.key[0], this.key[1]);
        const from = index & 1n ? 2 : 0;
        return words[from + 1] << 32n | words[from];
    }

    /** Uniform in 0..n-1, for n below 2**32. */
    below(n) {
        return Number(this.next() * BigInt(n) >> 64n);
    }
}

// ---- matches -------------------------------------------------------------------------------------

class Match {
    constructor(session, [id, seat, names, edition, , key]) {
        this.id = id;
        this.seat = seat;
        this.seats = names.length;
        this.names = names;
        this.edition = edition;
        this.block = Buffer.alloc(size.SV_POSITION_BYTES);
        this.position = new Position(this.block);
        this.rng = new Rng(Buffer.from(key)); // random numbers of this match and seat: use no others
        this.user = undefined; // yours
        this.explaining = Boolean(session.bot.explain); // the bot is asked for its reasons (--explain), by log() and note()
        this.bankMs = this.strikes = 0;
        this.question = undefined; // the number of the open one
        this.tell = (...said) => session.tell(this, said);
    }

    get cash() {
        return this.position.cash[this.seat];
    }

    /** Our deeds, a set of spaces. */
    get owned() {
        return this.position.owned[this.seat];
    }

    /** A text for the game's record, beside the answer that is being made. */
    log(text) {
        this.tell(message.log, String(text));
    }

    /** A figure under a name, likewise. "fallback" marks the answer as one that stands in for an answer that the bot could not
     * get, if the bot has `fallback: true`. */
    note(key, figure) {
        this.tell(message.note, key, BigInt(Math.trunc(Number(figure))));
    }

    /** A text of up to 240 bytes to the others at the table, one beside an answer. No bot hears it unless the league has `talk: on`
     * and the bot a method said(match, seat, text), which hears the others. */
    say(text) {
        this.tell(message.say, String(text));
    }
}

// ---- questions and answers -----------------------------------------------------------------------

const kinds = manifest.decisions.map((row) => ({
    ...row, fields: manifest.question_fields.filter((field) => row.question.includes(field.name))}));

function questionOf(kind, present, values) {
    const q = {kind: kind.name};
    Object.defineProperty(q, "asked", {value: [kind.kind, present, values]});
    let given = 0;
    for (const {bit, name, type, absent} of manifest.question_fields) {
        const there = present >> bit & 1;
        const v = there ? values[given++] : absent;
        if (!kind.question.includes(name)) continue;
        q[name] = name === "offer" ? offerOf(there ? v : []) : value(type, v);
    }
    return q;
}

function levelsOf(levels, position) {
    const stands = position.level;
    return Object.entries(levels ?? {}).map(([space, level]) => [Number(space), level])
        .filter(([space, level]) => stands[space] !== level).sort((a, b) => a[0] - b[0]).flat();
}

function valuesOf(kind, answer, position) {
    const parts = {
        choice: (v = 0) => (typeof v === "string" ? kind.choices.indexOf(v) : v),
        space: (v = size.SV_NONE) => v,
        bid: (v = 0) => v,
        limit: (v = 0) => v,
        levels: (v) => levelsOf(v, position),
        mortgage: setOf,
        lift: setOf,
        offers: (v = []) => v.map(offerWire),
    };
    return kind.answer.map((part) => parts[part](answer[part]));
}

/** A question as the arbiter's message, without the table. */
export function questionFrame({asked: [kind, present, values]}) {
    return pack([message.ask, 0, 0, kind, new Uint8Array(0), present, ...values]);
}

/** The answers to a question in replies, one after the other. */
export function answersOf(q, replies) {
    const kind = kinds[q.asked[0]];
    const pairs = (levels) => Object.fromEntries(levels.flatMap((v, i) => (i % 2 ? [] : [[v, levels[i + 1]]])));
    const parts = {choice: (v) => kind.choices[v], levels: pairs, mortgage: BigInt, lift: BigInt, offers: (v) => v.map(offerOf)};
    return Array.from(decodeMulti(replies, plain), ([, , , ...values]) =>
        Object.fromEntries(kind.answer.map((part, i) => [part, parts[part]?.(values[i]) ?? values[i]])));
}

// ---- events --------------------------------------------------------------------------------------

/** An event by the names of PROTOCOL.md: `type` is its name, `why` a reason's number. Undefined for an unknown type. */
function eventOf(told) {
    const row = manifest.events[told[0]];
    if (!row) return undefined;
    const event = {type: row.type};
    row.fields.forEach(({name, type}, i) => event[name] = type === "offer" ? offerOf(told[i + 1]) : told[i + 1]);
    return Object.defineProperty(event, "told", {value: told});
}

/** An event as the arbiter's message has it. */
export const eventFrame = (event) => pack(event.told);

// ---- the connection ------------------------------------------------------------------------------

const ofMatch = new Set([message.start, message.ask, message.clock, message.events, message.said, message.end]);
const running = new AsyncLocalStorage(); // the match whose method runs

/** A bot's end of one connection. Methods may be async: while one waits, those of other matches go on. The messages of a match are
 * handled one after the other. `send` takes frames, `fail` what ends the bot. */
export class Session {
    constructor(bot, name, send, fail) {
        Object.assign(this, {bot, name, send, fail, matches: new Map(), editions: new Map(), waiting: new Map(), out: [], over: false});
    }

    hello() {
        const decides = kinds.filter((kind) => this.bot[kind.name]);
        const bits = Object.fromEntries(manifest.whens.map((row) => [row.name, 1 << row.bit]));
        const when = kinds.map((kind) => (this.bot.when?.[kind.name] ?? []).reduce((set, name) => set | bits[name], 0));
        return pack([message.hello, {
            protocol: manifest.protocol, name: this.name, version: this.bot.version ?? "",
            answers: decides.reduce((set, kind) => set + 2 ** kind.kind, 0), matches: this.bot.matches ?? 1024,
            when: Uint8Array.from(when), ...(this.bot.event ? {events: true} : {}), ...(this.bot.fallback ? {fallback: true} : {}),
            ...(this.bot.said ? {talk: true} : {})}]);
    }

    frame(bytes) {
        for (const [type, ...fields] of decodeMulti(bytes, plain)) {
            if (!ofMatch.has(type)) {
                this.take(type, fields);
                continue;
            }
            const id = BigInt(fields[0]);
            if (this.waiting.has(id)) {
                this.waiting.get(id).push([type, fields]);
            } else {
                this.waiting.set(id, [[type, fields]]);
                this.serve(id);
            }
        }
        this.flush();
    }

    /** Handles the messages of a match, up to one whose method waits. */
    serve(id) {
        const messages = this.waiting.get(id);
        while (messages.length) {
            const done = this.takeOfMatch(id, ...messages.shift());
            if (done) {
                done.then(() => {
                    this.serve(id);
                    this.flush();
                }).catch(this.fail);
                return;
            }
        }
        this.waiting.delete(id);
    }

    flush() {
        if (this.out.length) this.send(Buffer.concat(this.out));
        this.out = [];
    }

    take(type, fields) {
        if (type === message.welcome) {
            this.terms = fields[0];
        } else if (type === message.refused) {
            throw new Error(`refused by the arbiter: ${fields[0]}`);
        } else if (type === message.edition) {
            this.editions.set(Buffer.from(fields[0]).toString("hex"), editionOf(fields[1]));
        } else if (type === message.goodbye) {
            this.over = true;
        }
    }

    /** A promise where the bot's method gives one. */
    takeOfMatch(id, type, fields) {
        const match = this.matches.get(id);
        if (type === message.start) {
            const [, seat, names, hash, ...more] = fields;
            const edition = this.editions.get(Buffer.from(hash).toString("hex"));
            const next = new Match(this, [id, seat, names, edition, ...more]);
            next.bankMs = Number(this.terms?.bank_ms ?? 0);
            next.strikes = Number(this.terms?.strikes ?? 0);
            this.matches.set(id, next);
            return this.call(next, 0, "match_start", []);
        }
        if (type === message.clock) {
            [match.bankMs, match.strikes] = fields.slice(1).map(Number);
            return undefined;
        }
        if (type === message.said) {
            return this.callEach(match, "said", fields[2].filter(([seat]) => seat !== match.seat));
        }
        if (type === message.events) {
            return this.callEach(match, "event", fields[2].flatMap((told) => eventOf(told) ?? []).map((event) => [event]));
        }
        if (type === message.end) {
            this.matches.delete(id);
            const [, why, places, worth] = fields;
            return this.call(match, undefined, "match_end", [{why, places: [...places], worth}]);
        }
        const [, question, kind, runs, present, ...values] = fields;
        patch(match.block, runs);
        const q = questionOf(kinds[kind], present, values);
        return this.call(match, question, q.kind, [q], (answer) => this.out.push(pack([message.reply, id, question,
            ...(answer ? valuesOf(kinds[kind], answer, match.position) : [])])));
    }

    /** Calls a method with each list of arguments, one after the other. */
    callEach(match, method, lists) {
        return lists.reduce((before, given) => {
            const next = () => this.call(match, undefined, method, given);
            return before ? before.then(next) : next();
        }, undefined);
    }

    /** Calls a method beside a question; `then` gets what it returns. */
    call(match, question, method, given, then = () => {}) {
        const finish = (result) => {
            then(result);
            match.question = undefined;
        };
        match.question = question;
        const result = running.run(match, () => this.bot[method]?.(match, ...given));
        return typeof result?.then === "function" ? result.then(finish) : finish(result);
    }

    tell(match, [type, ...said]) {
        const heard = type !== message.say || (match.question && this.terms?.talk);
        if (match.question !== undefined && heard) this.out.push(pack([type, match.id, match.question, ...said]));
    }
}

/** Marks output in a callback with its match (PROTOCOL.md, section 3). */
function markPrints() {
    if (process.env.SOLVENT_OUTPUT !== "marked") return;
    for (const stream of [process.stdout, process.stderr]) {
        const write = stream.write.bind(stream);
        stream.write = (text, ...more) => {
            const match = running.getStore();
            return write(match ? `\x1e${match.id}\n${text}\x1e\n` : text, ...more);
        };
    }
}

function fail(status, text) {
    process.stderr.write(`${text}\n`);
    process.exit(status);
}

/** Whether the module with this URL is the program. */
export const isMain = (url) => process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);

/** Runs the bot until the arbiter says goodbye. --connect ENDPOINT and --name NAME are for one that is started by hand; with --explain,
 * match.explaining is true. */
export async function main(bot) {
    const program = basename(process.argv[1]);
    const options = {};
    const words = process.argv.slice(2);
    while (words.length) {
        const word = words.shift();
        const option = /^--(connect|name)$/.exec(word)?.[1];
        if (word === "--explain") bot.explain = true;
        else if (option && words.length) options[option] = words.shift();
        else fail(2, `${program}: found '${word}', expected --connect ENDPOINT, --name NAME or --explain`);
    }
    const endpoint = options.connect ?? process.env.SOLVENT_ENDPOINT;
    if (!endpoint) fail(2, `${program}: no arbiter: give --connect ENDPOINT or let 'solvent match' start it`);
    const socket = new Dealer({linger: 0, reconnectInterval: 100});
    const stop = (error) => fail(3, error.stack);
    let sent = Promise.resolve(); // frames go out one after the other
    const send = (frame) => (sent = sent.then(() => socket.send(frame)).catch(stop));
    const session = new Session(bot, options.name ?? bot.name ?? program, send, stop);
    let welcomed = false;
    socket.events.on("disconnect", () => session.over || !welcomed || fail(3, `${session.name}: the arbiter is gone`));
    process.on("SIGTERM", () => process.exit(0));
    markPrints();
    socket.connect(endpoint);
    send(session.hello());
    try {
        while (!session.over) {
            const [bytes] = await socket.receive();
            welcomed = true;
            session.frame(bytes);
        }
    } catch (error) {
        stop(error);
    }
    process.exit(0);
}
