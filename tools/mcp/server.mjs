// The server of `solvent mcp`: tools of the Model Context Protocol by which a language model plays. Each game is a match of its
// own (`solvent match`), in which solvent-seat (seat.c) plays the model's seat by text. N.json in the folder has a game's settings
// and answers: with them a game that a killed server has left goes on, as equal answers give equal games. N.svr is its record.
//   node server.mjs SOLVENT SEAT BOTS FOLDER
import {execFile, spawn} from "node:child_process";
import {randomBytes, randomInt} from "node:crypto";
import {existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync} from "node:fs";
import {join, resolve} from "node:path";
import {createInterface} from "node:readline";
import {setTimeout as sleep} from "node:timers/promises";
import {promisify} from "node:util";
import {McpServer, StdioServerTransport, z} from "./vendor/sdk.mjs";

const [solvent, seatProgram, botsFolder, folder] = process.argv.slice(2).map((path) => resolve(path));
const bots = readdirSync(botsFolder, {withFileTypes: true}).filter((file) => file.isFile() && !file.name.includes("."))
    .map((file) => file.name).sort();
const WAIT_S = 20; // below what clients wait for
const MOST_GAMES = 32; // at once
const DAY_MS = 86400000;

const run = async (...words) => {
    try {
        return (await promisify(execFile)(solvent, words, {cwd: folder, maxBuffer: 1 << 26})).stdout;
    } catch (error) {
        throw new Error(String(error.stderr || error.message).trim());
    }
};

// ---- a game --------------------------------------------------------------------------------------

const nameOf = (id, kind) => join(folder, `${id}.${kind}`);

let starts = 0; // of matches: a game that is started again has another folder for its socket than before
for (const file of readdirSync(folder)) { // of a killed server
    if (file.startsWith(".live-")) rmSync(join(folder, file), {recursive: true, force: true});
}

/** A match with the model at one seat. */
class Game {
    /** `kept` is what N.json has: settings, the answers so far, and the result of a finished game. */
    constructor(id, kept) {
        Object.assign(this, {id, kept, live: `.live-${++starts}`, asked: 0, events: [], question: null, failed: "", verdicts: [], waiting: new Set()});
        this.started = new Promise((fulfil) => { this.start = fulfil; });
    }

    keep() {
        writeFileSync(nameOf(this.id, "json.new"), JSON.stringify(this.kept));
        renameSync(nameOf(this.id, "json.new"), nameOf(this.id, "json"));
    }

    get isOver() { return Boolean(this.kept.result); }

    /** Starts the match and the seat's program. The socket's path is relative, as a long one would not fit. */
    async play() {
        const {name, opponents, seat, edition, seed, menu} = this.kept;
        const {live} = this;
        mkdirSync(join(folder, live));
        const endpoint = `ipc://${live}/s`;
        const players = opponents.map((bot) => `'${join(botsFolder, bot)}'`);
        players.splice(seat, 0, `${name}@`);
        this.match = spawn(solvent, ["match", "-f", "json", "-q", "--talk", "--listen", endpoint, "--hello", "60000", "--clock", "3600000",
            "--bank", String(DAY_MS), "-e", edition, "-s", seed, "-o", `${live}/game.svr`, ...players],
        {cwd: folder, stdio: ["ignore", "pipe", "pipe"]});
        let result = "", complaint = "";
        this.match.stdout.on("data", (bytes) => { result += bytes; });
        this.match.stderr.on("data", (bytes) => { complaint += bytes; });
        this.match.on("close", (status) => this.end(status, result, complaint).catch((error) => this.fail(error.message)));
        while (!existsSync(join(folder, live, "s")) && this.match.exitCode === null) await sleep(10);
        if (this.match.exitCode !== null) return;
        this.seat = spawn(seatProgram, [...(menu ? [] : ["--no-menu"]), "--connect", endpoint, "--name", name],
            {cwd: folder, stdio: ["pipe", "pipe", "inherit"]});
        this.seat.stdin.on("error", () => {}); // its end is told by the match's
        const lines = createInterface({input: this.seat.stdout}).on("line", (line) => this.take(JSON.parse(line)));
        this.told = new Promise((fulfil) => { lines.on("close", fulfil); });
    }

    stop() {
        this.seat?.kill();
        this.match?.kill();
        rmSync(join(folder, this.live), {recursive: true, force: true});
    }

    take(message) {
        if (message.type === "start") this.start(message);
        else if (message.type === "event") this.events.push(message.text);
        else if (message.type === "verdict") this.judged(message);
        else if (message.type === "end") this.ended = true;
        else this.ask(message);
    }

    /** Events after an accepted answer may be in the lines right behind its verdict. */
    judged(verdict) {
        const {word, fulfil} = this.verdicts.shift();
        if (word === "answer" && verdict.legal) this.events = [];
        fulfil(verdict);
    }

    ask(message) {
        this.asked++;
        const kept = this.kept.answers[this.asked - 1];
        if (kept === undefined) {
            this.question = {...message, number: this.asked};
            this.wake();
            return;
        }
        this.speak(this.kept.said[this.asked]);
        this.send("answer", kept).then(({legal, text}) => {
            if (!legal) this.fail(`answer ${this.asked} of its file does not fit this game any more: ${text}`);
        });
    }

    /** Says a text with the next answer. */
    speak(text) {
        if (text) this.seat.stdin.write(`say ${text.replace(/\s+/g, " ")}\n`);
    }

    /** Sends an answer to the seat's program, null for the default; the promise is for its verdict. */
    send(word, answer) {
        const reason = answer?.reason;
        if (word === "answer" && typeof reason === "string" && reason) {
            this.seat.stdin.write(`log ${reason.replace(/\s+/g, " ")}\n`);
        }
        this.seat.stdin.write(answer ? `${word} ${JSON.stringify(answer)}\n` : "default\n");
        return new Promise((fulfil) => this.verdicts.push({word, fulfil}));
    }

    fail(why) {
        this.failed ||= why;
        this.question = null;
        this.start({});
        for (const {fulfil} of this.verdicts.splice(0)) fulfil({legal: false, text: why});
        this.stop();
        this.wake();
    }

    /** Ends the game after its match. Lines of the seat's program may still come then. */
    async end(status, result, complaint) {
        this.seat?.stdin.end();
        await this.told;
        if (status !== 0 || !this.ended) {
            this.fail(complaint.trim() || "the seat's program was lost");
        } else {
            renameSync(join(folder, this.live, "game.svr"), nameOf(this.id, "svr"));
            const {seats} = JSON.parse(await run("luck", "-f", "json", nameOf(this.id, "svr")));
            const told = JSON.parse(result);
            told.seats.forEach((row, seat) => { row.luck = seats[seat].luck; });
            this.kept.result = told;
            this.keep();
            this.question = null;
            this.stop();
            this.wake();
        }
    }

    wake() {
        for (const fulfil of this.waiting) fulfil();
        this.waiting.clear();
    }

    /** Waits until there is a question or an end, or the time is up. */
    async wait(seconds) {
        if (this.question || this.isOver || this.failed) return;
        const over = new AbortController();
        await Promise.race([new Promise((fulfil) => this.waiting.add(fulfil)),
            sleep(seconds * 1000, undefined, {signal: over.signal}).catch(() => {})]);
        over.abort();
    }

    /** The text for the model now. */
    describe() {
        if (this.failed) throw new Error(`Game ${this.id} cannot go on: ${this.failed}`);
        if (this.isOver) return this.describeResult();
        const {question, events} = this;
        if (!question) return `Game ${this.id} is pending: nothing is asked of you yet. Call wait.`;
        const left = question.missed ? [`(${question.missed} events are left out)`] : [];
        const since = [...left, ...events].map((line) => `- ${line}\n`).join("");
        return `Game ${this.id}, question ${question.number}.\n\n${since && `Since you were asked last:\n${since}\n`}`
            + `${question.table}\n${question.question}`;
    }

    describeResult() {
        const {why, rounds, seats} = this.kept.result;
        const rows = [...seats].sort((a, b) => a.place - b.place).map(({place, name, worth}) => `${place}. ${name}, worth $${worth}\n`);
        return `Game ${this.id} is over after ${rounds} rounds (${why.replace(/_/g, " ")}).\n${rows.join("")}`;
    }
}

const games = new Map();

/** The game of that number; one that an earlier server has begun is read from the folder, and goes on. */
async function find(id) {
    let game = games.get(id);
    if (!game || (game.failed && !game.isOver)) {
        if (!existsSync(nameOf(id, "json"))) throw new Error(`There is no game ${id}. new_game begins one.`);
        game = new Game(id, JSON.parse(readFileSync(nameOf(id, "json"), "utf8")));
        await open(game);
    }
    return game;
}

async function open(game) {
    const live = [...games.values()].filter((other) => !other.isOver && !other.failed).length;
    if (!game.isOver && live >= MOST_GAMES) throw new Error(`Found ${live} games under way, expected fewer than ${MOST_GAMES}.`);
    games.set(game.id, game);
    if (game.isOver) return;
    game.keep();
    await game.play();
}

/** The open question that an answer is for. */
function openQuestion(game, number) {
    if (game.question?.number !== number) {
        throw new Error(`Question ${number} is not open. ${game.describe()}`);
    }
}

// ---- the tools -----------------------------------------------------------------------------------

const server = new McpServer({name: "solvent", version: (await run("--version")).trim().split(" ").at(-1)});
const say = (text) => ({content: [{type: "text", text}]});
const game = z.number().int().min(1).max(1e9).describe("the game's number, from new_game");
const seconds = z.number().min(0).max(WAIT_S).default(WAIT_S).describe("how long to wait for your next question");
const question = z.number().int().min(1).max(1e9).describe("the number of the question that you answer");
const answer = z.record(z.string(), z.any())
    .describe("the answer as the question says, as {\"choose\": 1} or {\"bid\": 120}; \"reason\" may hold a text for the game's record");

server.registerTool("new_game", {
    description: "Begins a game of property trading against bots, and returns its number and its rules. Then call wait.",
    inputSchema: {
        opponents: z.array(z.enum(bots)).min(1).max(7).default(["trader", "careful", "builder"]).describe("one bot a seat"),
        name: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,30}$/).default("model").describe("the name you play under"),
        edition: z.enum((await run("edition", "list")).trim().split("\n").map((line) => line.split(/\s/)[0])).default("classic")
            .describe("the board"),
        seat: z.number().int().min(0).max(7).optional().describe("your seat, from 0; left out, a random one"),
        seed: z.string().regex(/^[A-Za-z0-9]{1,64}$/).optional().describe("of dice and cards; left out, a secret one"),
        menu: z.boolean().default(true).describe("whether questions list the legal answers where they are few"),
    },
}, async ({opponents, name, edition, seat, seed, menu}) => {
    if (opponents.includes(name)) throw new Error(`name: found '${name}', expected another one than the opponents'`);
    if (seat > opponents.length) throw new Error(`seat: found ${seat}, expected at most ${opponents.length}`);
    const id = 1 + Math.max(0, ...readdirSync(folder).map((file) => Number(/^(\d+)\.json$/.exec(file)?.[1] ?? 0)));
    const begun = new Game(id, {name, opponents, seat: seat ?? randomInt(opponents.length + 1), edition,
        seed: seed ?? randomBytes(32).toString("hex"), menu, answers: [], said: {}});
    await open(begun);
    const {rules} = await begun.started;
    if (begun.failed) begun.describe();
    return say(`Game ${id}. You are ${name}, at seat ${begun.kept.seat}. Now call wait.\n\n${rules}`);
});

server.registerTool("look", {
    description: "Shows where a game stands: the table and your open question, or the result.",
    inputSchema: {game},
    annotations: {readOnlyHint: true},
}, async ({game}) => say((await find(game)).describe()));

server.registerTool("wait", {
    description: "Waits for your next question or the end of the game. Says \"pending\" after 20 seconds: then call it again.",
    inputSchema: {game, seconds},
    annotations: {readOnlyHint: true},
}, async ({game, seconds}) => {
    const found = await find(game);
    await found.wait(seconds);
    return say(found.describe());
});

server.registerTool("judge", {
    description: "Says whether an answer to your open question would be legal, and what it would do, or why it is not. Changes nothing.",
    inputSchema: {game, question, answer},
    annotations: {readOnlyHint: true},
}, async ({game, question, answer}) => {
    const found = await find(game);
    openQuestion(found, question);
    const {legal, text} = await found.send("judge", answer);
    return say(`${legal ? "legal" : "not legal"}: ${text}`);
});

server.registerTool("answer", {
    description: "Answers your open question, and waits for the next one as wait does. An illegal answer changes nothing. Without \"answer\" "
        + "you take the default that the question names.",
    inputSchema: {game, question, answer: answer.optional(), seconds},
}, async ({game, question, answer = null, seconds}) => {
    const found = await find(game);
    openQuestion(found, question);
    const {table, question: asked, missed} = found.question;
    found.question = null; // another answer to it would be one too many
    const {legal, text} = await found.send("answer", answer);
    if (!legal) {
        if (!found.failed) found.question = {table, question: asked, missed, number: question};
        throw new Error(`not legal: ${text}`);
    }
    found.kept.answers.push(answer);
    found.keep();
    await found.wait(seconds);
    return say(`Your answer: ${text}.\n\n${found.describe()}`);
});

server.registerTool("say", {
    description: "Says one line to the table with your answer to the open question. Players that listen hear it; it is in the game's record.",
    inputSchema: {game, question, text: z.string().min(1).max(200)},
}, async ({game, question, text}) => {
    const found = await find(game);
    openQuestion(found, question);
    found.kept.said[question] = text;
    found.keep();
    found.speak(text);
    return say("You will say it with your answer.");
});

server.registerTool("analyse", {
    description: "Shows what the decisions of a finished game cost, yours and others', and how lucky each seat was.",
    inputSchema: {game},
    annotations: {readOnlyHint: true},
}, async ({game}) => {
    if (!(await find(game)).isOver) throw new Error(`Game ${game} is not over.`);
    return say(await run("analyse", nameOf(game, "svr")));
});

server.registerTool("rank", {
    description: "Ranks all players of this folder's finished games, or of a league's store, with intervals.",
    inputSchema: {store: z.string().optional().describe("the path of a store, as cup.db")},
    annotations: {readOnlyHint: true},
}, async ({store}) => {
    if (store !== undefined) return say(await run("rank", resolve(store)));
    const rows = [];
    for (const file of readdirSync(folder)) {
        const id = /^(\d+)\.json$/.exec(file)?.[1];
        const {result} = id ? JSON.parse(readFileSync(join(folder, file), "utf8")) : {};
        result?.seats.forEach((row, seat) => rows.push([id, id, seat, row.name, row.place, row.luck].join()));
    }
    if (!rows.length) throw new Error("No game is finished yet.");
    writeFileSync(join(folder, "games.csv"), ["game,deal,seat,bot,place,luck", ...rows, ""].join("\n"));
    return say(await run("rank", "--games", join(folder, "games.csv")));
});

// ---- the session ---------------------------------------------------------------------------------

process.on("exit", () => { for (const game of games.values()) game.stop(); });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(0));
process.stdin.on("close", () => process.exit(0));
await server.connect(new StdioServerTransport());
