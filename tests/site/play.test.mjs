// Games played in a browser at tables of `solvent play`, by clicks alone. Run by tests/system/test_web_play.sh.
//   GAMES     how many random games (3), the editions in turn; FROM: which is the first (0). Other tests
//             here play a whole game of mega, and classic by the mouse
//   WHOLE     the editions (mega) of which a whole game is played, with trade, auction, building and debt; or "all"
//   QUESTIONS how many games (1) in which the questions to a person are counted who plays to win; QUESTIONS_IN: their edition (classic)
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Clicker } from "./clicker.mjs";
import { shared } from "./shared.mjs";
import { Sensible } from "./sensible.mjs";
import { Thorough } from "./thorough.mjs";

const solvent = process.env.SOLVENT ?? "";
const games = Number(process.env.GAMES ?? 3);
const from = Number(process.env.FROM ?? 0);
const counted = Number(process.env.QUESTIONS ?? 1);
/** Every built-in edition, with the seed of a game in which everything happens. */
const WHOLE_GAMES = { mega: 4, "mega-2006": 4, "speed-die": 3, classic: 3, "classic-uk": 3, "classic-2007": 3, comrades: 3, harbour: 3 };
const whole = (process.env.WHOLE ?? "mega") === "all" ? Object.keys(WHOLE_GAMES) : (process.env.WHOLE ?? "mega").split(",");
const USUAL_QUESTIONS = /** @type {const} */ ([15, 30]); // the median of games against three bots
const EDITIONS = ["speed-die", "harbour", "comrades", "mega", "classic"];

/** Programs that serve, to be ended whatever happens. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** A table that has been set. @param {string[]} args */
function setTable(args) {
  return serve(["play", "--no-open", ...args], "stdout");
}

/** A program that tells an address. @param {string[]} args @param {"stdout" | "stderr"} where */
async function serve(args, where) {
  const program = spawn(solvent, args, { stdio: ["ignore", "pipe", "pipe"] });
  running.add(program);
  let out = "";
  let err = "";
  program.stderr.on("data", (bytes) => (err += bytes));
  /** @type {Promise<number>} */
  const ended = new Promise((done) => program.on("close", (code) => done(code ?? -1)));
  await new Promise((done, fail) => {
    program.stdout.on("data", (bytes) => (out += bytes));
    program[where].on("data", () => (where === "stdout" ? out : err).includes("\n") && done(undefined));
    void ended.then(() => fail(new Error(err)));
  });
  return {
    lines: (where === "stdout" ? out : err).trim().split("\n"),
    ended,
    async kill() {
      running.delete(program);
      program.kill("SIGKILL");
      await ended;
    },
    /** @returns {Promise<string>} what it has printed */
    async end() {
      program.kill("SIGINT");
      running.delete(program);
      assert.equal(await ended, 0, err);
      return out;
    },
  };
}

/** @param {string} file @param {string} [game] of a store */
function verify(file, game = "") {
  const run = spawnSync(solvent, ["verify", file], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  const log = spawnSync(solvent, ["replay", file + game, "--format", "jsonl"], { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(log.status, 0, log.stderr);
  return log.stdout.trim().split("\n").map((line) => JSON.parse(line));
}

/** Returns which actions of a whole game a seat has taken in a recorded game. @param {any[]} events @param {number} seat */
function deeds(events, seat) {
  const answers = events.filter((e) => e.type === "answer" && e.seat === seat && e.verdict === "ok");
  const levels = new Map();
  const done = new Set();
  for (const e of events) {
    if (e.type === "level") {
      levels.set(e.space, e.to);
    } else if ((e.type === "deed" || e.type === "cash") && e.why === "trade" && [e.from, e.to].includes(seat)) {
      done.add("trade");
    } else if (e.kind === "manage" && answers.includes(e) && e.answer.levels.some((/** @type {any} */ l) => l.level > (levels.get(l.space) ?? 0))) {
      done.add("building");
    } else if (e.kind === "debt" && answers.includes(e)) {
      done.add("debt");
    } else if (e.kind === "bid" && answers.includes(e) && e.answer.bid > 0) {
      done.add("auction");
    }
  }
  return [...done].sort();
}

describe("a table in the browser", () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    browser = await shared();
  });
  after(() => running.forEach((program) => program.kill("SIGKILL")));

  /** @param {number} width @param {number} height */
  async function newPage(width, height) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
    return context.newPage();
  }

  test("a game of classic by the mouse alone", async () => {
    const table = await setTable(["-s", "3", "--rule", "max_rounds=8", "-o", "mouse.svr"]);
    const page = await newPage(1240, 700);
    const clicker = new Clicker(page, 5);
    await clicker.open(table.lines[0] ?? "");
    await clicker.play();
    const events = verify("mouse.svr");
    const end = events.find((e) => e.type === "game_end");
    // Every question that the record has for this seat was on the page, but for offers declined beforehand.
    const asked = events.filter((e) => e.type === "answer" && e.seat === 0 && e.verdict !== "default");
    assert.equal(asked.length - clicker.autos, Object.entries(clicker.seen).filter(([what]) => events.some((e) => e.kind === what)).reduce((sum, [, n]) => sum + n, 0));
    assert.ok(asked.every((e) => e.verdict === "ok"));
    // The page shows the table that the record ends with, and leads to the game.
    for (const [seat, worth] of end.worth.entries()) {
      assert.equal(await page.getAttribute(`.player[data-seat="${seat}"]`, "data-worth"), String(worth));
    }
    await page.click("#step");
    await page.waitForSelector("body[data-ready][data-moment]");
    assert.deepEqual(clicker.complaints, []);
    assert.match(await table.end(), /ended in round/);
    await page.context().close();
  });

  test("a question has what it is decided by, its marked answer first, and lies in a phone's window", async () => {
    const table = await setTable(["-s", "22", "-e", "mega", "--rule", "max_rounds=6"]);
    const page = await newPage(390, 844);
    const player = new Clicker(page, 3, true);
    await player.open(table.lines[0] ?? "");
    assert.equal(await player.asked(), true);
    assert.ok(await page.isDisabled("#back"), "nothing can be taken back yet");
    const seen = { buy: 0, rows: 0, limits: 0 };
    while (await player.asked()) {
      const kind = await page.getAttribute("body", "data-kind");
      const number = await page.getAttribute("body", "data-asked");
      const first = await page.locator(".answers").evaluate((answers) => ({
        marked: answers.querySelector(".primary") === null || answers.firstElementChild?.matches(".primary"),
        top: document.getElementById("asked")?.getBoundingClientRect().top ?? -1,
        bottom: document.getElementById("asked")?.getBoundingClientRect().bottom ?? Infinity,
      }));
      assert.ok(first.marked, `question ${number}, ${kind}: the marked answer is not the first`);
      assert.ok(first.top >= 0 && first.bottom <= 844, `question ${number}, ${kind}, lies at ${first.top} to ${first.bottom}`);
      if (kind === "buy" && await page.locator("#deed-facts dt:has-text('Cash afterwards')").count()) {
        seen.buy++;
        const facts = (await page.textContent("#deed-facts")) ?? "";
        const cash = Number(await page.getAttribute('.player[data-seat="0"]', "data-cash"));
        const price = Number(/for \$(\d+)/.exec((await page.textContent("#asked")) ?? "")?.[1]);
        assert.ok(facts.includes(`Cash afterwards$${(cash - price).toLocaleString("en-US")}`), `${cash} - ${price}: ${facts}`);
        assert.match(facts, /^Rent\$?\d/);
        assert.match(facts, /for sale|: |completes your set/);
      }
      const limit = page.locator('[data-key^="limit-"]').first();
      if (kind === "bid" && await limit.count()) {
        seen.limits++;
        assert.ok(!(await page.isVisible(".hold")), "a bid without a limit would hold for no later one");
        await player.press(limit);
        assert.ok(await page.isVisible(".hold"));
      }
      const row = page.locator(".deed-row:has(.stepper) small").first();
      if (kind === "manage" && await row.count()) {
        seen.rows++;
        assert.match((await row.textContent()) ?? "", /(house|hotel|skyscraper|depot) \$\d+|mortgaged/);
      }
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight)); // as one does who reads the events
      await player.answer();
      await page.waitForFunction((n) => document.body.dataset["asked"] !== n || document.body.dataset["over"], number);
    }
    assert.ok(seen.buy > 2 && seen.rows > 1 && seen.limits > 0, JSON.stringify(seen));
    assert.match((await page.textContent("#ask")) ?? "", /The game is over\. You came (first|second|third|fourth)\./);
    assert.deepEqual(player.complaints, []);
    // Another game at the same table, with other dice.
    const before = await page.locator("#step").getAttribute("href");
    assert.ok(before);
    await page.click("#again");
    await page.waitForSelector("body:not([data-over])");
    await player.asked();
    await page.click("#end");
    await page.click("#end-dialog button[value=yes]");
    await page.waitForSelector("body[data-over=false]");
    assert.match((await page.textContent("#ask")) ?? "", /broken off/);
    assert.equal(await table.ended, 1, "a game that was ended has no result");
    running.clear();
    await page.context().close();
  });

  test("a saved table is found at its address again, and a game that is begun again is saved as a new one", async () => {
    rmSync("again.table", { force: true });
    const table = await setTable(["-s", "3", "--rule", "max_rounds=2", "--save", "again.table", "careful"]);
    const page = await newPage(1024, 768);
    const player = new Clicker(page, 1, true);
    await player.open(table.lines[0] ?? "");
    await player.asked();
    await player.answer();
    await table.kill();
    const second = await setTable(["--save", "again.table"]);
    assert.deepEqual(second.lines, table.lines);
    // The page that stayed open goes on by itself.
    await page.waitForFunction(() => document.getElementById("failure")?.hidden);
    const seed = /^seed (\w+)$/m.exec(readFileSync("again.table", "utf8"))?.[1];
    player.complaints.length = 0; // of the time without a program
    await player.play();
    await page.click("#again");
    await page.waitForSelector("body:not([data-over])");
    await player.asked();
    const kept = readFileSync("again.table", "utf8");
    assert.notEqual(/^seed (\w+)$/m.exec(kept)?.[1], seed);
    assert.ok(!kept.includes("answer"), "the answers of the first game are gone");
    assert.ok(kept.includes("player careful\n"));
    assert.deepEqual(player.complaints, []);
    await second.kill();
    await page.context().close();
  });

  test("two rounds by the keyboard alone, told in the live region", async () => {
    const table = await setTable(["-s", "3", "--rule", "max_rounds=2"]);
    const page = await newPage(1024, 768);
    const player = new Clicker(page, 1);
    await page.addInitScript(() => {
      localStorage.setItem("solvent-play-speed", "40");
      /** @type {string[]} */
      const told = [];
      Object.assign(window, { told });
      addEventListener("DOMContentLoaded", () => {
        const live = /** @type {HTMLElement} */ (document.getElementById("live"));
        new MutationObserver(() => told.push(live.textContent ?? "")).observe(live, { childList: true, characterData: true, subtree: true });
      });
    });
    await page.goto(table.lines[0] ?? "");
    await page.waitForSelector("body[data-ready]");
    const focus = () => page.evaluate(() => document.activeElement?.getAttribute("data-answer"));
    for (let n = 0; await player.asked(); n++) {
      const number = player.number = await page.getAttribute("body", "data-asked");
      const question = await page.innerText("#asked");
      assert.equal(await page.evaluate(() => document.getElementById("live")?.textContent), question);
      if (n % 2 === 0) {
        await page.keyboard.press("Enter");
      } else {
        const primary = await page.getAttribute(".answers .primary", "data-answer");
        for (let tabs = 0; await focus() !== primary; tabs++) {
          assert.ok(tabs < 120, `the answer is not reached: ${question}`);
          await page.keyboard.press("Tab");
        }
        await page.keyboard.press("Space");
      }
      await page.waitForFunction((asked) => document.body.dataset["asked"] !== asked, number, { polling: 10, timeout: 20000 });
    }
    /** @type {string[]} */
    const told = await page.evaluate("told");
    assert.ok(told.some((text) => /^careful rolls \d/.test(text)), told.join("\n"));
    assert.ok(told.some((text) => /^You roll \d/.test(text)), told.join("\n"));
    assert.deepEqual(told.filter((text) => /\bme\b/.test(text) || /\bYou \w+s\b/.test(text)), []);
    assert.match(told.at(-1) ?? "", /^The game is over\. You came \w+\.$/);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "step");
    await page.keyboard.press("Enter");
    await page.waitForSelector("body[data-ready][data-moment]:not(.playing)");
    await page.keyboard.press("/");
    await page.keyboard.type("You roll");
    await page.waitForFunction(() => /^[1-9]\d* found$/.test(document.getElementById("event-count")?.textContent ?? ""));
    assert.deepEqual(player.complaints, []);
    await table.end();
    await page.context().close();
  });

  test("whole games are of every built-in edition", () => {
    const list = spawnSync(solvent, ["edition", "list"], { encoding: "utf8" }).stdout;
    assert.deepEqual(list.trim().split("\n").map((line) => line.split(" ")[0]).sort(), Object.keys(WHOLE_GAMES).sort());
  });

  for (const edition of whole) {
    test(`a whole game of ${edition}, with trade, auction, building and debt`, async () => {
      const file = `whole-${edition}.svr`;
      const seed = WHOLE_GAMES[/** @type {keyof typeof WHOLE_GAMES} */ (edition)];
      const table = await setTable(["-e", edition, "-s", String(seed), "-o", file]);
      const player = new Thorough(await newPage(1240, 700), 1, true);
      await player.open(table.lines[0] ?? "");
      await player.play();
      const events = verify(file);
      assert.deepEqual(deeds(events, 0), ["auction", "building", "debt", "trade"]);
      assert.notEqual(events.at(-1).why, "max_rounds");
      assert.deepEqual(player.complaints, []);
      await table.end();
      await player.page.context().close();
    });
  }

  for (let game = from; game < from + games; game++) {
    const edition = EDITIONS[game % EDITIONS.length] ?? "classic";
    test(`random clicks, ${edition}, ${game}`, async () => {
      const file = `random-${game}.svr`;
      const rounds = games <= EDITIONS.length ? ["--rule", "max_rounds=8"] : [];
      const table = await setTable(["-e", edition, "-s", String(game), "-o", file, ...rounds]);
      const page = await newPage(800, 600);
      const clicker = new Clicker(page, game, true);
      await clicker.open(table.lines[0] ?? "");
      await clicker.play();
      assert.deepEqual(clicker.complaints, []);
      const answers = verify(file).filter((e) => e.type === "answer" && e.seat === 0);
      assert.ok(answers.every((e) => e.verdict === "ok" || e.verdict === "default"));
      await table.end();
      await page.context().close();
    });
  }

  test("few questions to somebody who rolls until something happens", async (t) => {
    const counts = [];
    for (let game = 0; game < counted; game++) {
      const table = await setTable(["-e", process.env.QUESTIONS_IN ?? "classic", "-s", `q${game}`]);
      const sensible = new Sensible(await newPage(800, 600), game);
      await sensible.open(table.lines[0] ?? "", "changes");
      await sensible.play();
      t.diagnostic(`game ${game}: ${sensible.questions} questions ${JSON.stringify(sensible.asks)}, ${sensible.autos} answered beforehand`);
      counts.push(sensible.questions);
      assert.deepEqual(sensible.complaints, []);
      await table.end();
      await sensible.page.context().close();
    }
    counts.sort((a, b) => a - b);
    const median = counts[Math.floor(counts.length / 2)] ?? 0;
    t.diagnostic(`median ${median}, at most ${counts.at(-1)} of ${counts.length} games`);
    assert.ok(median >= USUAL_QUESTIONS[0] && median <= USUAL_QUESTIONS[1], `${median} questions`);
  });

  test("a table whose program is killed goes on, and an answer is taken back", async () => {
    rmSync("table", { force: true });
    const killed = await setTable(["--save", "table", "-s", "5", "--rule", "max_rounds=6"]);
    const first = new Clicker(await newPage(800, 600), 3, true);
    await first.open(killed.lines[0] ?? "");
    /** @type {(string | null)[]} */
    const numbers = [];
    for (let n = 0; n < 3; n++) {
      await first.asked();
      numbers.push(await first.page.getAttribute("body", "data-asked"));
      await first.answer();
    }
    await first.asked();
    const next = await first.page.getAttribute("body", "data-asked");
    await killed.kill();
    await first.page.context().close();

    const table = await setTable(["--save", "table", "-o", "saved.svr"]);
    const second = new Clicker(await newPage(800, 600), 4, true);
    await second.open(table.lines[0] ?? "");
    await second.asked();
    assert.equal(await second.page.getAttribute("body", "data-asked"), next);
    await second.page.click("#back");
    await second.page.waitForSelector("body[data-restarts='1']");
    await second.asked();
    assert.equal(await second.page.getAttribute("body", "data-asked"), numbers[2]);
    await second.page.reload();
    await second.page.waitForSelector("body[data-ready][data-asked]");
    await second.asked();
    assert.equal(await second.page.getAttribute("body", "data-asked"), numbers[2]);
    await second.play();
    verify("saved.svr");
    assert.ok(readFileSync("saved.svr").includes("taken_back"));
    assert.deepEqual(second.complaints, []);
    await table.end();
    await second.page.context().close();
  });

  test("a page that comes again is asked what it was asked, though nothing has happened", async () => {
    const table = await setTable(["-s", "5", "--rule", "max_rounds=6"]);
    const player = new Clicker(await newPage(800, 600), 3, true);
    await player.open(table.lines[0] ?? "");
    const kind = () => player.page.getAttribute("body", "data-kind");
    for (let n = 0; await player.asked() && (n === 0 || await kind() !== "manage"); n++) {
      await player.answer();
    }
    const number = await player.page.getAttribute("body", "data-asked");
    assert.equal(await kind(), "manage");
    await player.page.addInitScript(() => localStorage.setItem("solvent-play-when", "changes"));
    await player.page.reload();
    await player.page.waitForSelector("body[data-ready]");
    await player.asked();
    assert.equal(await player.page.getAttribute("body", "data-asked"), number);
    await player.play();
    assert.deepEqual(player.complaints, []);
    await table.end();
    await player.page.context().close();
  });

  test("a page answers nothing by itself before somebody has answered on it, and stops when they answer in another browser", async () => {
    const table = await setTable(["-s", "5", "--rule", "max_rounds=6"]);
    const first = new Clicker(await newPage(800, 600), 3, true);
    const second = new Clicker(await newPage(800, 600), 4, true);
    const number = (/** @type {Clicker} */ clicker) => clicker.page.getAttribute("body", "data-asked");
    await first.open(table.lines[0] ?? "", "never");
    await first.asked();
    const open = await number(first);
    await first.page.reload();
    await first.page.waitForSelector("body[data-ready]");
    await first.asked();
    assert.equal(await number(first), open);
    await second.open(table.lines[0] ?? "", "always");
    /** The other one has the question too. @param {Clicker} other @param {string | null} asked */
    const sees = (other, asked) => other.page.waitForSelector(`body[data-asked="${asked}"]`);
    for (let n = 0; n < 4; n++) {
      await second.asked();
      await sees(first, await number(second));
      await second.answer();
    }
    assert.equal(first.autos, 0);
    await second.asked();
    await sees(first, await number(second));
    await first.answer(); // from here on it rolls by itself
    await first.play();
    assert.ok(first.autos > 0);
    assert.deepEqual([...first.complaints, ...second.complaints], []);
    await table.end();
    await first.page.context().close();
    await second.page.context().close();
  });

  test("a connection that is cut while somebody builds takes neither the question nor the answer in the making", async () => {
    const table = await setTable(["-s", "5", "--rule", "max_rounds=6"]);
    const address = new URL(table.lines[0] ?? "");
    /** Connections of the page, through here so that they can be cut. @type {Set<import("node:net").Socket>} */
    const open = new Set();
    const relay = createServer((from) => {
      const to = connect(Number(address.port), address.hostname);
      const own = `:${/** @type {import("node:net").AddressInfo} */ (relay.address()).port}`;
      from.on("data", (bytes) => to.write(bytes.toString("latin1").replaceAll(own, `:${address.port}`), "latin1"));
      to.on("data", (bytes) => from.write(bytes));
      for (const [one, other] of /** @type {const} */ ([[from, to], [to, from]])) {
        open.add(one);
        one.on("error", () => undefined).on("close", () => (open.delete(one), other.destroy()));
      }
    });
    await new Promise((done) => relay.listen(0, "127.0.0.1", () => done(undefined)));
    const player = new Clicker(await newPage(1240, 700), 3, true);
    const { page } = player;
    await player.open(table.lines[0]?.replace(address.port, String(/** @type {import("node:net").AddressInfo} */ (relay.address()).port)) ?? "");
    const kind = () => page.getAttribute("body", "data-kind");
    const pledges = page.locator(".deed-row .pledge:enabled");
    while (await player.asked() && !(await kind() === "manage" && await pledges.count() > 0)) {
      await player.answer();
    }
    const number = await page.getAttribute("body", "data-asked");
    await player.press(pledges.first());
    await player.settled();
    const draft = await page.innerText(".plan");
    assert.match(draft, /mortgaged for/);
    const again = page.waitForRequest((request) => request.url().endsWith("/events"), { timeout: 60000 });
    open.forEach((socket) => socket.destroy());
    await page.waitForSelector("#failure:not([hidden])");
    await again;
    await page.waitForSelector("#failure[hidden]", { state: "attached", timeout: 60000 });
    assert.equal(await page.getAttribute("body", "data-asked"), number);
    assert.equal(await page.innerText(".plan"), draft);
    player.number = number;
    await player.press(player.button("confirm"));
    await page.waitForFunction((asked) => document.body.dataset["asked"] !== asked, number, { polling: 10, timeout: 60000 });
    assert.deepEqual(player.complaints.filter((line) => !line.includes("net::ERR")), []);
    await table.kill();
    await page.context().close();
    relay.close();
  });

  test("what comes of an answer that was given before one is taken back does not disturb the question", async () => {
    const table = await setTable(["-s", "5", "--rule", "max_rounds=6"]);
    const player = new Clicker(await newPage(800, 600), 3, true);
    const { page } = player;
    /** @type {() => void} */
    let release = () => undefined;
    /** @type {Promise<boolean>} */
    const held = new Promise((done) => void page.route("**/answer", async (route) => {
      if (/&auto=1$/.test(route.request().postData() ?? "")) {
        await new Promise((go) => (release = () => go(undefined), done(true)));
      }
      await route.continue();
    }));
    await player.open(table.lines[0] ?? "", "never");
    while (!await Promise.race([held, player.asked().then(() => false)])) {
      await player.answer();
    }
    await page.click("#back");
    await page.waitForSelector("body[data-restarts='1']");
    await player.asked();
    const asked = await page.innerHTML("#ask");
    const again = page.waitForResponse((response) => response.url().endsWith("/answer"));
    release();
    assert.equal((await again).status(), 409);
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    assert.equal(await page.innerHTML("#ask"), asked);
    assert.deepEqual(player.complaints.filter((line) => !line.includes("409")), []);
    await table.kill();
    await page.context().close();
  });

  test("the second half of a double click, or a key held down, answers no question that has come since", async () => {
    const table = await setTable(["-s", "5", "--rule", "max_rounds=6"]);
    const player = new Clicker(await newPage(1240, 700), 3);
    const { page } = player;
    await player.open(table.lines[0] ?? "");
    await player.asked();
    const clicks = async (/** @type {number} */ count) => {
      const box = await page.locator(".answers .primary").boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + 5, box.y + 5);
      await page.mouse.down({ clickCount: count });
      await page.mouse.up({ clickCount: count });
    };
    const next = async (/** @type {string | null} */ number) => {
      await page.waitForFunction((asked) => document.body.dataset["asked"] && document.body.dataset["asked"] !== asked, number, { polling: 10, timeout: 60000 });
      return page.getAttribute("body", "data-asked");
    };
    const first = player.number = await page.getAttribute("body", "data-asked");
    await clicks(1);
    const second = player.number = await next(first);
    await clicks(2);
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true })));
    await player.settled();
    assert.equal(await page.getAttribute("body", "data-asked"), second);
    await clicks(1);
    await next(second);
    assert.deepEqual(player.complaints, []);
    await table.kill();
    await page.context().close();
  });

  test("the loser's seat of a recorded game, with its dice and cards", async () => {
    const match = spawnSync(solvent, ["match", "-q", "-s", "9", "--rule", "max_rounds=6", "-o", "recorded.svr", "careful", "trader", "builder"]);
    assert.equal(match.status, 0);
    const recorded = verify("recorded.svr");
    const places = recorded.find((e) => e.type === "game_end").places;
    const seat = places.indexOf(Math.max(...places));
    const shown = spawnSync(solvent, ["replay", "recorded.svr", "--html", "recorded.html"]);
    assert.equal(shown.status, 0);
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const game = await context.newPage();
    await game.goto(pathToFileURL("recorded.html").href);
    await game.click("#deal");
    await game.click("#deal-copy");
    await game.waitForSelector("#toast.shown");
    const [program, ...words] = (await game.innerText("#deal-command")).split(" ");
    assert.equal(program, "solvent");
    assert.equal(await game.evaluate(() => navigator.clipboard.readText()), [program, ...words].join(" "));
    assert.deepEqual(words.slice(0, 5), ["play", "--deal", "recorded.svr", "--seat", String(seat)]);
    await context.close();

    const table = await setTable([...words.slice(1), "-o", "dealt.svr"]);
    const clicker = new Clicker(await newPage(800, 600), 6, true);
    await clicker.open(table.lines[0] ?? "");
    await clicker.play();
    const dealt = verify("dealt.svr");
    assert.equal(dealt[0].seed, recorded[0].seed);
    assert.deepEqual(dealt[0].players.map((/** @type {{name: string}} */ p) => p.name), recorded[0].players.map((/** @type {{name: string}} */ p, /** @type {number} */ n) => n === seat ? "me" : p.name));
    const first = (/** @type {any[]} */ events) => events.find((e) => e.type === "roll" && e.seat === seat && e.why === "move")?.dice;
    assert.deepEqual(first(dealt), first(recorded));
    assert.match(await clicker.page.innerText("#deal-note"), new RegExp(`^seat ${seat} in recorded.svr: place ${places[seat]} of 3 by \\w+ as recorded, place [1-3] now by me$`));
    assert.deepEqual(clicker.complaints, []);
    await table.end();
    await clicker.page.context().close();
  });

  test("a person in a league, whose program is killed and goes on", async () => {
    writeFileSync("cup.yaml", `name: cup
seats: 3
deals: 1
seed: 7
rules: {max_rounds: 4}
sandbox: none
luck: off
bots:
  - {name: me, endpoint: web}
  - {name: careful, command: [careful]}
  - {name: trader, command: [trader]}
`);
    rmSync("cup.db", { force: true });
    for (const [words, line] of [["--shard 1/2", "'me' is a person; expected no shards"], ["-j 2", "expected 1 with people and remote bots"]]) {
      const refused = spawnSync(solvent, ["league", "run", "cup.yaml", ...(words ?? "").split(" ")], { encoding: "utf8" });
      assert.equal(refused.status, 2);
      assert.ok(refused.stderr.includes(line ?? ""), refused.stderr);
    }
    const run = () => serve(["league", "run", "cup.yaml", "-q"], "stderr");
    const url = (/** @type {{lines: string[]}} */ league) => /^me plays at (http:.*)$/.exec(league.lines[0] ?? "")?.[1] ?? "";
    const killed = await run();
    const first = new Clicker(await newPage(800, 600), 3, true);
    await first.open(url(killed));
    assert.equal(await first.page.locator("#back").isVisible(), false);
    for (let n = 0; n < 3; n++) {
      await first.asked();
      await first.answer();
    }
    await first.asked();
    const next = await first.page.getAttribute("body", "data-asked");
    await killed.kill();
    await first.page.context().close();

    const league = await run();
    const second = new Clicker(await newPage(800, 600), 4, true);
    await second.open(url(league));
    await second.asked();
    assert.equal(await second.page.getAttribute("body", "data-asked"), next);
    await second.play();
    assert.equal(await league.ended, 0);
    assert.deepEqual(second.complaints, []);
    for (const game of [1, 2, 3]) {
      const events = verify("cup.db", `#${game}`);
      const seat = events[0].players.findIndex((/** @type {{name: string}} */ p) => p.name === "me");
      const answers = events.filter((e) => e.type === "answer" && e.seat === seat);
      assert.ok(answers.length > 0 && answers.every((e) => e.verdict === "ok" || e.verdict === "default"));
    }
    assert.ok(!existsSync("cup.me.answers"));
    await second.page.context().close();
  });

  test("two people, one of whom comes again, and one resigns", async () => {
    const table = await setTable(["ann@web", "ben@web", "careful", "-s", "4", "--rule", "max_rounds=6", "-o", "two.svr"]);
    const [ann = "", ben = ""] = table.lines.map((line) => line.split(" ")[1]);
    assert.notEqual(ann, ben);
    const first = new Clicker(await newPage(800, 600), 1, true);
    const second = new Clicker(await newPage(390, 844), 2, true);
    await Promise.all([first.open(ann), second.open(ben)]);
    for (let n = 0; n < 3 && await first.page.getAttribute("body", "data-over") === null; n++) {
      await Promise.race([first.asked(), second.asked()]);
      for (const clicker of [first, second]) {
        if (await clicker.page.getAttribute("body", "data-asked")) {
          await clicker.answer();
        }
      }
      await first.page.reload();
      await first.page.waitForSelector("body[data-ready]");
    }
    await second.page.click("#resign");
    await second.page.click("#resign-dialog button[value=yes]");
    await first.play();
    const events = verify("two.svr");
    assert.ok(events.some((e) => e.type === "forfeit" && e.seat === 1));
    assert.equal(events.find((e) => e.type === "game_end").places[1], 3);
    assert.deepEqual([...first.complaints, ...second.complaints], []);
    await table.end();
  });
});
