// The replay page against the engine: run by tests/system/test_site.sh with a folder of recorded games, the
// page of each, and `solvent` itself.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { analyse, file, moments, names, replay } from "./game.mjs";
import { looks } from "./looks.mjs";
import { finish, Viewer } from "./page.mjs";
import { shared } from "./shared.mjs";

/** Asserts that the page shows what the engine says. @param {Viewer} viewer @param {string} name @param {number} n */
async function compare(viewer, name, n) {
  const [at] = await replay("--at", String(n), file(name, "svr"));
  const shown = await viewer.position();
  const where = `${name} after event ${n}`;
  assert.equal(at.n, n, where);
  if (at.turn > 0) {
    assert.deepEqual([shown.round, shown.turn], [at.round, at.turn], `${where}: round and turn`);
  }
  assert.deepEqual(
    shown.deeds.map(({ space, owner, level, mortgaged }) => ({ space, owner, level, mortgaged })), at.deeds, `${where}: deeds`);
  assert.deepEqual(shown.stock, at.stock, `${where}: stock of the bank`);
  for (const player of at.players) {
    const found = shown.players[player.seat];
    assert.ok(found, `${where}: player ${player.seat}`);
    for (const key of /** @type {const} */ (["cash", "worth", "alive", "jail", "tickets", "forfeited"])) {
      assert.equal(found[key], player[key], `${where}: ${key} of seat ${player.seat}`);
    }
    assert.equal(found.jail_cards, player.jail_cards.length, `${where}: jail cards of seat ${player.seat}`);
    if (player.alive) {
      assert.equal(found.space, player.space, `${where}: space of seat ${player.seat}`);
    }
    const money = `$${player.cash.toLocaleString("en-US")}`;
    assert.ok(found.text.includes(money), `${where}: ${found.text} shows ${money}`);
  }
  for (const deed of shown.deeds) {
    const drawn = deed.level > 4 ? 1 : deed.level;
    const letter = !deed.level ? "" : deed.kind === "rail" ? "D" : deed.level > 5 ? "S" : deed.level > 4 ? "H" : String(deed.level);
    if (deed.built === undefined) {
      assert.equal(deed.drawn, drawn, `${where}: buildings drawn on space ${deed.space}`);
    } else {
      assert.equal(deed.built, letter, `${where}: buildings told on space ${deed.space}`);
    }
    assert.equal(deed.mark, typeof deed.owner === "number" ? "ABCDEFGH"[deed.owner] : "", `${where}: owner's mark on space ${deed.space}`);
    assert.equal(deed.label.includes("mortgaged"), deed.mortgaged, `${where}: label of space ${deed.space}`);
  }
}

// A page waits for its browser, and the engine for its processor: three at a time.
describe("the page", { concurrency: 3 }, () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    browser = await shared();
  });

  // Of each edition and number of seats one: long and talk are classic's, wide has eight seats in mega.
  for (const name of names.filter((name) => !["long", "talk", "wide"].includes(name))) {
    test(`${name}: the page shows what --at says, from the first event to the last`, async () => {
      const events = await replay(file(name, "svr"));
      const last = events.length - 1;
      const viewer = await Viewer.open(browser, file(name, "html"));
      assert.equal(await viewer.moment(), 0);
      await compare(viewer, name, 0);
      for (const n of [...moments(last, name, 3), last]) {
        assert.equal(await viewer.scrub(n), n);
        await compare(viewer, name, n);
      }
      const turns = events.filter((event) => event.type === "turn").map((event) => event.n);
      assert.equal(await viewer.press("Home"), 0);
      for (const turn of turns.slice(0, 3)) {
        assert.equal(await viewer.press("PageDown"), turn);
      }
      assert.equal(await viewer.press("End"), last);
      await compare(viewer, name, last);
      await viewer.page.fill("#search", "rolls");
      await viewer.page.waitForFunction(() => document.getElementById("event-count")?.textContent !== "0 found");
      await viewer.page.fill("#search", "undefined");
      await viewer.page.waitForFunction(() => document.getElementById("event-count")?.textContent === "0 found");
      await finish(viewer);
    });
  }

  test("keys step, jump, select, search and play", async () => {
    const events = await replay(file("classic", "svr"));
    const { length } = events;
    const viewer = await Viewer.open(browser, file("classic", "html"), { hash: "#e=500" });
    assert.equal(await viewer.moment(), 500);
    assert.equal(await viewer.press("ArrowRight"), 501);
    assert.equal(await viewer.press("ArrowLeft", "ArrowLeft"), 499);
    const answers = events.filter((event) => event.type === "answer").map((event) => event.n);
    const next = answers.find((n) => n > 499);
    assert.equal(await viewer.press("Shift+ArrowRight"), next);
    assert.equal(await viewer.press("Shift+ArrowLeft"), answers.findLast((n) => n < Number(next)));
    // The next decision of seat 2, and the one before.
    await viewer.press("2");
    const own = events.filter((event) => event.type === "answer" && event.seat === 2).map((event) => event.n);
    const start = await viewer.moment();
    const ahead = own.find((n) => n > start);
    assert.equal(await viewer.press("d"), ahead);
    assert.equal(await viewer.press("Shift+D"), own.findLast((n) => n < Number(ahead)));
    assert.equal(await viewer.page.getAttribute('.player[data-seat="2"]', "aria-pressed"), "true");
    await viewer.press("Escape");
    assert.equal(await viewer.page.getAttribute('.player[data-seat="2"]', "aria-pressed"), "false");
    const fall = events.find((event) => event.type === "bankrupt");
    assert.ok(fall, "somebody falls in this game");
    await viewer.press("Home");
    assert.equal(await viewer.press("b"), fall.n);
    const trade = events.find((event) => event.type === "offer_end" && event.why === "accepted");
    if (trade) {
      await viewer.press("Home");
      assert.equal(await viewer.press("t"), trade.n);
    }
    // Search, and go to the event found.
    await viewer.press("Home", "/");
    await viewer.page.keyboard.type("bankrupt to");
    await viewer.page.keyboard.press("Enter");
    assert.equal(await viewer.moment(), fall.n);
    await viewer.page.keyboard.press("Escape");
    // The list by keyboard.
    await viewer.page.click("#filters button:has-text('All')");
    await viewer.page.focus("#events");
    const here = await viewer.moment();
    assert.equal(await viewer.press("ArrowDown"), here + 1);
    assert.equal(await viewer.page.getAttribute("#events", "aria-activedescendant"), `event-${here + 1}`);
    // Play goes on by itself, and stops at the end.
    await viewer.page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await viewer.press("+", "+", "+", "+");
    await viewer.scrub(length - 12);
    await viewer.page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await viewer.page.keyboard.press(" ");
    await viewer.page.waitForFunction((n) => document.body.dataset.moment === String(n), length - 1);
    await viewer.page.waitForFunction(() => document.getElementById("play")?.textContent === "Play");
    // Help.
    await viewer.page.keyboard.press("?");
    assert.ok(await viewer.page.isVisible("#help-dialog"));
    await viewer.page.keyboard.press("Escape");
    assert.ok(!(await viewer.page.isVisible("#help-dialog")));
    await finish(viewer);
  });

  test("the mouse picks events, moments of the plot, spaces and players", async () => {
    const viewer = await Viewer.open(browser, file("mega", "html"), { hash: "#e=300" });
    const { page } = viewer;
    const row = page.locator("#events .row[aria-selected=false]").nth(2);
    const n = Number(await row.getAttribute("data-n"));
    await row.click();
    assert.equal(await viewer.moment(), n);
    const box = await page.locator("#chart .u-over").boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2);
    const max = Number(await page.getAttribute("#scrub", "max"));
    assert.ok(Math.abs((await viewer.moment()) / max - 0.5) < 0.02, "the middle of the plot is the middle of the game");
    // Below the pointer stand everybody's values, on both plots.
    for (const plot of ["#chart .u-over", "#curve"]) {
      await page.hover(plot);
      const told = page.locator(`${plot === "#curve" ? ".track" : plot} .tip.values`);
      assert.match((await told.textContent()) ?? "", /turn \d+/);
      assert.equal(await told.locator(".chip").count(), 4);
      await page.mouse.move(5, 5);
      assert.ok(!(await told.isVisible()));
    }
    await page.click("[data-figure=cash]");
    await page.click('[data-space="1"]');
    assert.ok((await page.textContent("#stage"))?.includes("Mortgage"), "the deed is shown");
    await page.hover('[data-space="3"]');
    assert.ok(!(await page.isVisible("#board .tip")), "no tip covers the deed");
    await page.click("#stage .close");
    await page.click("#on-turn");
    await page.click("#jump-back");
    await page.click("#about");
    assert.ok((await page.textContent("#about-dialog"))?.includes("Commitment"));
    await page.keyboard.press("Escape");
    await page.click("#theme");
    await page.click("#theme");
    assert.equal(await page.getAttribute("html", "data-theme"), "dark");
    await finish(viewer);
  });

  test("luck is told, plotted and linked", async () => {
    const viewer = await Viewer.open(browser, file("classic", "html"));
    const { page } = viewer;
    await page.click("[data-figure=luck]");
    await page.click("#last");
    await viewer.settle();
    const legend = (await page.locator("#chart-legend b").allTextContents()).map((text) => Number(text.replace("−", "-")));
    assert.equal(legend.length, 4);
    assert.ok(Math.abs(legend.reduce((sum, luck) => sum + luck, 0)) < 0.01, `luck adds up to nothing: ${legend}`);
    await page.click("#luck");
    const told = await page.locator("#luck-told tbody td:nth-child(3)").allTextContents();
    told.forEach((text, seat) => // the gain of an event is rounded, and so is the sum
      assert.ok(Math.abs(Number(text.replace("−", "-")) - /** @type {number} */ (legend[seat])) < 0.0025, "the plot ends where the table says"));
    const link = page.locator("#luck-told .moments a").first();
    const to = Number((await link.getAttribute("href"))?.replace("#e=", ""));
    await link.click();
    assert.equal(await viewer.moment(), to);
    assert.equal(await page.locator("#luck-dialog").getAttribute("open"), null);
    await finish(viewer);
  });

  test("all turning points are in sight before the game begins, in every window", async () => {
    for (const game of ["classic", "harbour"]) {
      const viewer = await Viewer.open(browser, file(game, "html"), { touch: true });
      for (const [width, height] of /** @type {const} */ ([[1440, 900], [768, 1024], [390, 844], [320, 568], [844, 390]])) {
        await viewer.page.setViewportSize({ width, height });
        await viewer.settle();
        const hidden = await viewer.page.locator(".turned li").evaluateAll((all) => all.filter((item) => {
          const [own, list] = [item.getBoundingClientRect(), /** @type {Element} */ (item.closest(".turned")).getBoundingClientRect()];
          return own.top < list.top || own.bottom > list.bottom + 1;
        }).map((item) => item.textContent));
        assert.deepEqual(hidden, [], `${game} at ${width}x${height}`);
      }
      await finish(viewer);
    }
  });

  test("a model's estimates of decisions are listed and explained, without classes", async () => {
    const { players: account, decisions } = await analyse(file("classic", "svr"));
    const mistakes = decisions.filter((/** @type {any} */ d) => d.cost >= 0.05);
    assert.ok(mistakes.length > 2, "this game has costly answers");
    const viewer = await Viewer.open(browser, file("classic", "html"));
    const { page } = viewer;
    // The title says who won and when, and leads to the place where the game turned most.
    const events = await replay(file("classic", "svr"));
    const winner = events[0].players[/** @type {number[]} */ (events.at(-1).places).indexOf(1)].name;
    const round = events.findLast((event) => event.type === "turn").round;
    assert.equal(await page.textContent("#title"), `${winner} won in round ${round}`);
    const amounts = await page.locator(".turned .amount").allTextContents();
    const greatest = amounts.map((text, i) => ({ i, size: Math.abs(Number(text.replace("\u2212", "-"))) })).reduce((a, b) => (b.size > a.size ? b : a));
    assert.equal(await page.locator("#subtitle a").getAttribute("href"), await page.locator(".turned a").nth(greatest.i).getAttribute("href"));
    assert.ok(!(await page.isVisible(".decision-panel")), "there is no decision yet");
    assert.equal(await page.locator("#curve path").count(), 4);
    // The greatest of the five turning points leads to its event.
    assert.equal(await page.locator(".turned li").count(), 5);
    const link = page.locator(".turned a").last();
    const to = Number((await link.getAttribute("href"))?.replace("#e=", ""));
    await link.click();
    assert.equal(await viewer.moment(), to);
    // Costly answers by key, then those of a seat by button.
    await viewer.press("Home");
    for (const mistake of mistakes.slice(0, 4)) {
      assert.equal(await viewer.press("m"), mistake.event);
      const panel = (await page.textContent("#decision")) ?? "";
      assert.ok(panel.includes(`Estimate: another answer is worth ${mistake.cost.toFixed(2)} points more`), `${panel} has the cost of ${mistake.cost}`);
      const shown = await page.locator("#decision .candidates tr").evaluateAll((rows) => rows.map((row) => row.querySelector("td")?.textContent));
      assert.deepEqual(shown.slice(0, 3), mistake.candidates.slice(0, 3).map((c) => c.points.toFixed(3)));
      assert.equal(await page.locator("#decision .verdict").count(), 0, "no \"ok\" stands beside it");
      const hidden = await page.evaluate(() => {
        const box = /** @type {Element} */ (document.querySelector(".decision-panel"));
        return box.scrollHeight - box.clientHeight;
      });
      assert.ok(hidden <= 1, `the panel hides ${hidden} px of a mistake`);
      assert.equal(await page.locator(`#events [data-n="${mistake.event}"] .mark`).textContent(), `\u2212${mistake.cost.toFixed(2)}`);
    }
    assert.equal(await page.locator("b.mark, #events .mark:not(.estimate), #marks .mistake:not(.estimate)").count(), 0, "a model gives no class");
    // A word of the panel leads to what it means.
    await page.click("#decision .candidates caption .link");
    assert.ok(await page.isVisible("#help-dialog"));
    await page.keyboard.press("Escape");
    // At the end each player has its luck and skill, and no sum of what a model says of its decisions.
    await viewer.press("End");
    const shares = await page.locator(".ranking .share").allTextContents();
    const order = events.at(-1).places.map((/** @type {number} */ place, /** @type {number} */ seat) => ({ place, seat })).sort((/** @type {any} */ a, /** @type {any} */ b) => a.place - b.place);
    order.forEach((/** @type {{ seat: number }} */ { seat }, /** @type {number} */ i) => {
      const [luck, skill] = (shares[i] ?? "").replaceAll("\u2212", "-").match(/[-+]?[\d.]+/g) ?? [];
      assert.ok(Math.abs(Number(luck) - account[seat].luck) < 0.0051 && Math.abs(Number(skill) - account[seat].skill) < 0.0051, `${shares[i]}: ${JSON.stringify(account[seat])}`);
    });
    const last = mistakes[mistakes.length - 1];
    const own = mistakes.filter((d) => d.seat === last?.seat);
    await page.selectOption("#jump-seat", String(last?.seat));
    assert.equal(await page.locator("#marks .mistake").count(), Math.min(16, own.length));
    await viewer.press("Home");
    await page.click("#jump-on");
    assert.equal(await viewer.moment(), own[0]?.event);
    await finish(viewer);
  });

  test("decisions that were played on have classes, and players the points of theirs against learner's", async () => {
    const duo = process.env.DUO ?? "";
    const { decisions } = JSON.parse(readFileSync(join(duo, "played.json"), "utf8"));
    const own = JSON.parse(readFileSync(join(duo, "own.json"), "utf8"));
    const viewer = await Viewer.open(browser, join(duo, "game.html"));
    const { page } = viewer;
    const marks = { good: undefined, inaccuracy: "?!", mistake: "?", blunder: "??" };
    assert.ok(decisions.some((/** @type {any} */ one) => one.class !== "good"), "one of them is no good answer");
    for (const one of decisions) {
      await page.evaluate((n) => (location.hash = `#d=${n}`), one.decision);
      await page.waitForFunction((n) => document.querySelector(".decision-head a")?.textContent?.startsWith(`${n} of`), one.decision);
      const mark = marks[/** @type {keyof typeof marks} */ (one.class)], caption = (await page.textContent("#decision caption")) ?? "";
      assert.equal(await page.locator("#decision caption .mark").count(), mark ? 1 : 0);
      assert.ok(mark ? caption.startsWith(mark) && caption.includes(`${one.class}: ${one.cost.toFixed(2)}`) : caption.startsWith("No answer is certainly better"), caption);
      const shown = await page.locator("#decision .candidates tr").evaluateAll((rows) => rows.map((row) => row.querySelector("td")?.textContent?.replace("\u2212", "-").replace("+", "")));
      const best = one.answers.find((/** @type {any} */ answer) => answer.best);
      assert.ok(one.class === "good" || shown[0] === best.difference.toFixed(2), `${shown} begins with ${best.difference}`);
      assert.ok(shown.includes(""), "the answer given stands among them");
    }
    const worst = decisions.reduce((/** @type {any} */ most, /** @type {any} */ one) => (one.cost > most.cost ? one : most));
    await page.evaluate((seat) => (location.hash = `#m=${seat}`), worst.seat);
    await page.waitForFunction((n) => document.querySelector(".decision-head a")?.textContent?.startsWith(`${n} of`), worst.decision);
    await page.click("#luck");
    const told = (await page.locator("#luck-told tbody td:nth-child(6)").allTextContents()).map((text) => text.replace("\u2212", "-").replace("+", ""));
    assert.deepEqual(told.filter((text) => text !== "\u2013").map(Number).map((points) => points.toFixed(3)), [own.bots[0].points.toFixed(3)]);
    await finish(viewer);
  });

  test("links lead to a moment, and follow it", async () => {
    const events = await replay(file("harbour", "svr"));
    const answers = events.filter((event) => event.type === "answer").map((event) => event.n);
    const viewer = await Viewer.open(browser, file("harbour", "html"), { hash: "#d=40" });
    assert.equal(await viewer.moment(), answers[39]);
    const answer = events[/** @type {number} */ (answers[39])];
    const panel = (await viewer.page.textContent("#decision")) ?? "";
    assert.ok(panel.includes("40 of"), panel);
    assert.ok(panel.includes(answer.kind.replaceAll("_", " ")), panel);
    assert.ok(panel.includes(answer.verdict) || /points lost/.test(panel), panel);
    await viewer.press("ArrowRight");
    const to = await viewer.moment();
    await viewer.page.waitForFunction((n) => [`#e=${n}`, "#d=41"].includes(location.hash), to);
    await viewer.page.evaluate(() => (location.hash = "#e=77"));
    await viewer.page.waitForFunction(() => document.body.dataset.moment === "77");
    // Out of range: the last; nonsense: the beginning.
    await viewer.page.evaluate(() => (location.hash = "#e=99999999"));
    await viewer.page.waitForFunction((n) => document.body.dataset.moment === String(n), events.length - 1);
    await finish(viewer);
  });

  test("every decision's question, choices and answer are those of the log", async () => {
    const lines = await replay("--decisions", file("classic", "svr"));
    const viewer = await Viewer.open(browser, file("classic", "html"));
    /** @type {Map<number, any>} */
    const open = new Map();
    let number = 0;
    let looked = 0;
    for (const line of lines) {
      if (line.type === "question") {
        open.set(line.seat, line);
        continue;
      }
      number++;
      const question = open.get(line.seat);
      if (!question.choices || looked > 12) {
        continue;
      }
      looked++;
      await viewer.page.evaluate((d) => (location.hash = `#d=${d}`), number);
      await viewer.page.waitForFunction((n) => document.body.dataset.moment === String(n), line.n);
      assert.deepEqual(await viewer.page.locator("#decision .choices li").evaluateAll((all) => all.map((e) => e.firstChild?.textContent)), question.choices);
      assert.deepEqual(await viewer.page.locator("#decision .chosen").evaluateAll((all) => all.map((e) => e.firstChild?.textContent)), [line.answer.choice]);
      const raw = await viewer.page.locator("#decision pre").textContent();
      assert.deepEqual(raw?.split("\n").map((text) => JSON.parse(text)), [question, line]);
    }
    assert.ok(looked > 10);
    await finish(viewer);
  });

  test("what a bot said stands beside its decision, and beside no other", async () => {
    const name = "talk";
    const viewer = await Viewer.open(browser, file(name, "html"));
    const shown = viewer.page.locator("#decision .remarks li");
    /** @type {{seat: number, text: string}[]} */
    let said = [];
    let number = 0;
    const kinds = { log: 0, note: 0, silent: 0 };
    for (const line of await replay("--decisions", file(name, "svr"))) {
      if (line.type === "log" || line.type === "note") {
        said.push({ seat: line.seat, text: line.type === "log" ? `\u201c${line.text}\u201d` : `${line.key} = ${line.value}` });
        kinds[/** @type {"log" | "note"} */ (line.type)]++;
      }
      if (line.type !== "answer") {
        continue;
      }
      number++;
      if (number <= 30) {
        await viewer.page.evaluate((d) => (location.hash = `#d=${d}`), number);
        await viewer.page.waitForFunction((n) => document.body.dataset.moment === String(n), line.n);
        const expected = said.filter(({ seat }) => seat === line.seat).map(({ text }) => text);
        const where = `decision ${number}, of seat ${line.seat}`;
        assert.deepEqual(await shown.evaluateAll((all) => all.map((e) => e.textContent)), expected, where);
        assert.equal(await viewer.page.locator("#decision .remarks").count(), expected.length ? 1 : 0, where);
        kinds.silent += expected.length ? 0 : 1;
      }
      said = [];
    }
    assert.ok(kinds.log > 20 && kinds.note > 20 && kinds.silent > 5, JSON.stringify(kinds));
    // They are events of their own, too, and can be searched for.
    await viewer.page.fill("#search", "worth = ");
    await viewer.page.waitForFunction((n) => document.getElementById("event-count")?.textContent === `${n.toLocaleString("en-US")} found`, kinds.note - 1);
    await finish(viewer);
  });

  looks(() => browser);

  test("a game of 500 turns makes a page under 1.5 MB, and long lists stay short in the document", async () => {
    assert.equal((await replay(file("long", "svr"))).filter((event) => event.type === "turn").length, 500);
    const { size } = statSync(file("long", "html"));
    assert.ok(size < 1_500_000, `${size} bytes`);
    const viewer = await Viewer.open(browser, file("long", "html"));
    await viewer.page.click("#filters button:has-text('All')");
    assert.ok((await viewer.page.locator("#events .row").count()) < 80);
    await finish(viewer);
  });

  test("texts of an edition are shown as texts, not as markup", async () => {
    const html = readFileSync(file("odd", "html"), "utf8");
    assert.ok(!html.includes("<img"), "no text of the edition is in the page's markup");
    const viewer = await Viewer.open(browser, file("odd", "html"));
    assert.ok((await viewer.page.title()).includes("</script><img src=x> 21"));
    assert.ok((await viewer.page.textContent("#subtitle"))?.includes(" · </script><img src=x> 21 · "));
    assert.equal(await viewer.page.locator("body img, body u, body i:not(.key i)").count(), 0);
    assert.equal(await viewer.page.locator("[data-space]").count(), 21);
    await finish(viewer);
  });
});
