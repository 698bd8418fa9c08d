// Reports and served pages in a browser: no complaint, no request to anywhere else, and from a figure to its games in two clicks. Run by tests/system/test_site.sh with a report, the address of a server, and a
// game's number.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { borrow, watch } from "./page.mjs";
import { shared } from "./shared.mjs";

const report = pathToFileURL(process.env.REPORT ?? "").href;
const server = process.env.SERVER ?? "";
const evil = pathToFileURL(process.env.EVIL ?? "").href;

const SHOWN = 60; // rows of a long table, before its reader asks for all
const WINDOWS = /** @type {const} */ ([[1280, 900, "light"], [1280, 900, "dark"], [390, 844, "light"], [320, 640, "dark"]]);

describe("pages of a league", { concurrency: 2 }, () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    browser = await shared();
  });

  /**
   * Opens a page, and gives what it has done that it may not.
   * @param {string} url
   * @param {readonly [number, number, "light" | "dark"]} window
   */
  async function open(url, [width, height, colorScheme]) {
    const { page, giveBack } = await borrow(browser, url, { width, height, dark: colorScheme === "dark" });
    const complaints = watch(page, server);
    await page.goto(url, { timeout: 120000 });
    return { page, complaints, close: giveBack };
  }

  test("the report in every window", async () => {
    const { page, complaints, close } = await open(report, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    for (const [width, height, colorScheme] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels wider than the window of ${width}`);
      for (const part of ["ranking", "costs", "steps", "places", "luck", "cross", "field", "lengths", "times", "incidents", "trades", "games", "verify"]) {
        assert.ok(await page.locator(`#${part}`).isVisible(), part);
      }
    }
    // Points against dollars: a dot and two lines for each bot that has a model.
    const plot = page.locator("#costs .plot");
    assert.match((await plot.getAttribute("aria-label")) ?? "", /trader [01]\.\d\d ±0\.\d\d points, \$0\.\d{4} ±0\.\d{4}/);
    assert.equal(await plot.locator("path.point").count(), 2);
    for (const d of await plot.locator("path.line:not(.point)").evaluateAll((all) => all.map((path) => path.getAttribute("d") ?? ""))) {
      assert.match(d, /^M[\d.]+ [\d.]+H[\d.]+M[\d.]+ [\d.]+V[\d.]+$/);
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  test("the report speaks in words, and names the guides", async () => {
    for (const [url, guide] of /** @type {const} */ ([[report, (/** @type {string} */ topic) => `text=solvent help ${topic}`], [`${server}/report`, (/** @type {string} */ topic) => `a[href="/docs/${topic.toUpperCase()}.html"]`]])) {
      const { page, complaints, close } = await open(url, WINDOWS[0]);
      await page.waitForSelector("body[data-ready]");
      const text = await page.locator("#site").innerText();
      assert.match(text, /48 of 48 games · 12 deals · 4 bots · round robin, tables of 4 · edition classic/);
      assert.match(text, / won, round limit\t/);
      assert.doesNotMatch(text, /last_solvent|max_rounds|round_robin|undefined|NaN|null/);
      for (const topic of ["ranking", "determinism"]) {
        assert.ok(await page.locator(guide(topic)).first().isVisible(), `${url}: ${topic}`);
      }
      assert.deepEqual(complaints, []);
      await close();
    }
  });

  test("a report with markup in a bot's log and name", async () => {
    const { page, complaints, close } = await open(evil, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    assert.match((await page.locator("#incidents details.crash pre").first().textContent()) ?? "", /<\/script><!--<b>dying<\/b>/);
    assert.equal(await page.locator("main b", { hasText: "dying" }).count(), 0);
    assert.match((await page.textContent("#verify h2")) ?? "", /How to verify/);
    assert.deepEqual(complaints, []);
    await close();
  });

  test("a table is sorted by its titles", async () => {
    const { page, complaints, close } = await open(report, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    const bots = () => page.locator("#ranking tbody td.bot a").allTextContents();
    const ranked = await bots();
    const title = page.locator("#ranking thead button", { hasText: "bot" });
    await title.focus();
    await page.keyboard.press("Enter");
    assert.deepEqual(await bots(), [...ranked].sort());
    assert.equal(await page.locator("#ranking th[aria-sort=ascending]").count(), 1);
    assert.ok(await title.evaluate((e) => e === document.activeElement), "the title keeps the focus");
    await page.keyboard.press("Enter");
    assert.deepEqual(await bots(), [...ranked].sort().reverse());
    await page.locator("#ranking thead button", { hasText: "rank" }).click();
    assert.deepEqual(await bots(), ranked);
    assert.deepEqual(complaints, []);
    await close();
  });

  /** Returns a page with another document. @param {string} html @param {(of: any) => void} change */
  function changed(html, change) {
    const [, json = ""] = /id="document">(.*?)<\/script>/s.exec(html) ?? [];
    const of = JSON.parse(json);
    change(of);
    return { of, html: html.replace(json, () => JSON.stringify(of).replaceAll("<", "\\u003c")) };
  }

  test("the report tells of nights, versions, a test, and its league", async () => {
    const file = `${process.env.REPORT}.told.html`;
    const { of, html } = changed(readFileSync(process.env.REPORT ?? "", "utf8"), (of) => {
      // Before the night, the second bot stood where the first one stands now.
      const [first, second] = of.ranking.bots.map((/** @type {{bot: string}} */ { bot }) => bot);
      const last = of.ratings_over_deals.at(-1), before = of.ratings_over_deals.at(-2);
      before.ratings = { ...last.ratings, [first]: last.ratings[second], [second]: last.ratings[first] };
      of.nights = [before.deals];
      of.bots[2].origin = of.bots[1].origin;
      of.sprt = { candidate: of.bots[0].id, baseline: of.bots[1].id, lower: -2.94, upper: 2.94, deals: [1, 6, 12], evidence: [0.1, 1.4, 3.1] };
      of.about = { author: "a club", machine: "a machine", decision_ms: 2500, bank_ms: 60000, at_ms: Date.UTC(2026, 0, 2) };
      of.bots[3].points = of.bots[3].points_low = of.bots[3].points_high = 0;
      Object.assign(of.ranking.bots[3], { points: 0, points_low: 0, points_high: 0 });
    });
    writeFileSync(file, html);
    const { page, complaints, close } = await open(pathToFileURL(file).href, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    const [first, second, , last] = of.ranking.bots.map((/** @type {{bot: string}} */ { bot }) => bot);
    assert.ok(((await page.textContent("#headline")) ?? "").includes(`Since the last night: ${first} up 1, ${second} down 1.`));
    assert.deepEqual(await page.locator("#ranking .up, #ranking .down").allTextContents(), ["▲1", "▼1"]);
    assert.equal(await page.locator("#steps .mark").count(), 1);
    assert.match((await page.textContent("#versions summary")) ?? "", /: 2 versions$/);
    assert.match((await page.getAttribute("#test .plot", "aria-label")) ?? "", /^Evidence 3\.10 after 12 deals; accepted at 2\.94/);
    const about = await page.locator("#about").innerText();
    for (const fact of ["2 January 2026", "a club", "a machine", "2.5 s a decision", "solvent games"]) {
      assert.ok(about.includes(fact), `${fact}: ${about}`);
    }
    assert.doesNotMatch(await page.locator("#ranking tbody tr", { hasText: last }).innerText(), /0\.00 ±/, "no interval is known");
    assert.deepEqual(complaints, []);
    await close();
  });

  test("a bot's page leads with what it can do better, and says that it has not played", async () => {
    for (const [change, titles] of /** @type {const} */ ([
      [(/** @type {any} */ of) => {
        of.habits = [{ habit: "never builds", points: -0.1, first: "1#5" }];
        of.costly = [{ game: 1, decision: 5, kind: "buy", cost: 0.2 }];
      }, ["Habits", "Costly decisions", "Figures"]],
      [(/** @type {any} */ of) => {
        Object.assign(of, { habits: [], costly: [], own: [], last: [], pairs: [], times: [], incidents: [] });
        of.ratings_over_deals.forEach((/** @type {any} */ step) => delete step.ratings[of.bot]);
      }, ["Figures", "Last games", "Part in the league"]],
    ])) {
      const { page, giveBack } = await borrow(browser, server);
      const complaints = watch(page, server);
      await page.route("**/bots/0", async (route) => route.fulfill({ body: changed(await (await fetch(`${server}/bots/0`)).text(), change).html, contentType: "text/html" }));
      await page.goto(`${server}/bots/0`);
      await page.waitForSelector("body[data-ready]");
      assert.deepEqual((await page.locator("main h2").allTextContents()).slice(0, 3), titles);
      await page.unroute("**/bots/0");
      assert.deepEqual(complaints, []);
      await giveBack();
    }
  });

  test("a thousand bots are sorted at once", async () => {
    const great = `${process.env.REPORT}.great.html`;
    const { of, html } = changed(readFileSync(process.env.REPORT ?? "", "utf8"), (of) => {
      const [bots, ranked] = [of.bots, of.ranking.bots];
      of.bots = Array.from({ length: 1000 }, (_, i) => ({ ...bots[i % bots.length], kinds: [], id: i, bot: `bot-${(i * 7919) % 1000}` }));
      of.ranking.bots = of.bots.map((/** @type {{bot: string}} */ { bot }, /** @type {number} */ i) => ({ ...ranked[i % ranked.length], bot, points: (i * 31) % 1000 }));
      delete of.field; // no report has pairs of so many bots
    });
    writeFileSync(great, html);
    const { page, complaints } = await open(pathToFileURL(great).href, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]", { timeout: 120000 });
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    /** Milliseconds of the page's thread. */
    const used = async () => 1000 * ((await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN);
    const rows = page.locator("#ranking tbody tr");
    const took = [];
    for (const [name, isUp] of /** @type {const} */ ([["points", false], ["points", true], ["bot", true], ["bot", false]])) {
      const began = await used();
      await page.evaluate(async (of) => {
        /** @type {HTMLElement | undefined} */ ([...document.querySelectorAll("#ranking thead button")].find((e) => e.textContent === of))?.click();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      }, name);
      took.push(`${name} ${(await used() - began).toFixed(0)} ms`);
      const shown = await rows.evaluateAll((all, at) => all.map((row) => row.querySelectorAll("td")[at]?.textContent?.trim() ?? ""),
        of.columns.ranking.findIndex((/** @type {{name: string}} */ column) => column.name === name));
      /** @type {(string | number)[]} */
      const all = of.bots.map((/** @type {{bot: string}} */ { bot }, /** @type {number} */ i) => (name === "bot" ? bot : i));
      all.sort((a, b) => (a < b) === isUp ? -1 : 1);
      assert.deepEqual(shown.map((text) => (name === "bot" ? text : parseFloat(text))), all.slice(0, SHOWN), name);
    }
    console.log(`sorting 1,000 rows, of which ${SHOWN} are shown: ${took.join(", ")} of the page's thread`);
    await page.locator("#ranking button.chip", { hasText: "all 1000 rows" }).click();
    assert.equal(await rows.count(), 1000);
    await page.reload({ timeout: 120000 });
    await page.waitForSelector("body[data-ready]", { timeout: 120000 });
    assert.equal(await rows.count(), SHOWN);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await rows.count(), 1000, "paper has all rows");
    assert.deepEqual(complaints, []);
    await page.context().close(); // it would take as long to leave such a page
  });

  test("from a figure of the report to its games in two clicks", async () => {
    const { page, complaints, close } = await open(report, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    const all = await page.locator("#games-table tbody tr:visible").count();
    await page.locator("#cross td a").first().click();
    await page.waitForFunction(() => !document.getElementById("games-filter")?.hidden);
    const shown = page.locator("#games-table tbody tr:visible");
    const bots = (/#p(\d+)-(\d+)/.exec(page.url()) ?? []).slice(1);
    assert.equal(bots.length, 2);
    assert.ok(await shown.count() > 0 && await shown.count() <= all);
    for (const row of await shown.all()) {
      const has = ((await row.getAttribute("data-b")) ?? "").split(" ");
      assert.ok(bots.every((bot) => has.includes(bot)));
    }
    assert.match((await page.textContent("#games-command")) ?? "", /^solvent games \S+ --bot \S+ --against \S+$/);
    await page.locator("#games-filter .chip").click();
    await page.waitForFunction(() => document.getElementById("games-filter")?.hidden);
    assert.equal(await page.locator("#games-table tbody tr:visible").count(), all);
    assert.deepEqual(complaints, []);
    await close();
  });

  /* Every figure: a bar of the lengths, a name at its line, the sum of a column, a bot's row, a decision's time, an incident. */
  const FIGURES = /** @type {const} */ ({
    "a bar": ".bars a", "a line": "#steps .lines a", "all seats": "#places tfoot a", "a bot's luck": "#luck td.bot a",
    "a bot's rating": "#ranking td.bot a", "an end": "#lengths li a", "a time": "#times td.num a",
    "an incident": "#incidents .numbers a", "a pair": "#field td.num a",
  });

  test("from a figure to games in one click of the report", async () => {
    const { page, complaints, close } = await open(report, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    for (const [what, figure] of Object.entries(FIGURES)) {
      await page.evaluate(() => { location.hash = "top"; }); // no game, bot or pair
      await page.locator("#games-filter").waitFor({ state: "hidden" });
      await page.locator(figure).first().click();
      await page.waitForFunction(() => /^#(g\d+|b\d+|p\d+-\d+|games)$/.test(location.hash));
      assert.ok(await page.locator("#games-table tbody tr:visible").count() > 0, what);
      const row = /^#(g\d+)$/.exec(new URL(page.url()).hash)?.[1];
      assert.ok(row === undefined || await page.locator(`#${row}.found`).isVisible(), what);
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  test("from a figure to games in two clicks of what is served", async () => {
    const { page, close } = await open(`${server}/report`, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    const targets = [];
    for (const [what, figure] of Object.entries(FIGURES)) {
      const link = page.locator(figure).first();
      await link.click({ trial: true }); // it can be clicked
      targets.push({ what, href: await link.evaluate((a) => new URL(a.getAttribute("href") ?? "", document.baseURI).href) });
    }
    for (const { what, href } of targets) {
      assert.ok(href.startsWith(`${server}/`) && href !== `${server}/report`, `${what} leads to ${href}`);
      await page.goto(href);
      if (!/\/games\/\d+(#.+)?$/.test(href)) {
        await page.waitForSelector("body[data-ready]");
        await page.locator('a[href^="/games/"]:visible').first().waitFor();
      }
      if (what === "an incident") { // to the very decision
        await page.waitForFunction(() => /illegal/.test(document.getElementById("decision")?.textContent ?? ""));
        await page.waitForURL(/#d=\d+$/);
      }
    }
    await close();
  });

  test("luck stands beside the names of a game", async () => {
    const { page, close } = await open(report, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    const luck = await page.locator("#games-table tbody tr:first-child small").allTextContents();
    assert.equal(luck.length, 4);
    const sum = luck.reduce((all, text) => all + Number(text.replace("−", "-")), 0);
    assert.ok(Math.abs(sum) < 0.025, `${luck}: what one gains by chance others lose`);
    await close();
  });

  test("games chosen by the form, and from one to its deal and to a pair", async () => {
    for (const window of /** @type {const} */ ([WINDOWS[0], WINDOWS[2]])) {
      const { page, complaints, close } = await open(`${server}/games`, window);
      await page.waitForSelector("body[data-ready]");
      await page.locator(".choose select[name=bot]").selectOption({ label: "trader" });
      await page.locator(".choose select[name=place]").selectOption("1");
      await page.locator(".choose select[name=order]").selectOption({ label: "unluckiest first" });
      await page.locator(".choose button").click();
      await page.waitForURL(/bot=1&.*place=1&.*order=unluckiest/);
      await page.waitForSelector("body[data-ready]");
      assert.match((await page.textContent("h2")) ?? "", /^Games of trader, place 1$/);
      assert.equal(await page.locator("table.games a", { hasText: "where it lost" }).count(), 0, "it won all of them");
      for (const row of await page.locator("table.games tbody tr").all()) {
        assert.match((await row.locator(".ended").textContent()) ?? "", /^(trader won|.+ share the first place), (one player left|round limit|forfeit)$/);
        assert.match((await row.locator("time").textContent()) ?? "", /^\d+ \w{3,4} 20\d\d$/);
      }
      const finish = await page.locator("table.games td.who").allTextContents();
      assert.ok(finish.length > 3 && finish.every((text) => /^trader /.test(text.trim())), finish[0]);
      const luck = await page.locator("table.games td.who").evaluateAll((cells) => cells.map((cell) => Number(cell.querySelector("small")?.textContent?.replace("\u2212", "-"))));
      assert.deepEqual(luck, [...luck].sort((a, b) => a - b));
      await page.locator('table.games a[href^="/deals/"]').first().click();
      await page.waitForURL(/\/deals\/\d+$/);
      assert.ok(await page.locator("table.seatings tbody tr").count() > 1);
      await page.locator("nav a", { hasText: "Standings" }).click();
      await page.locator("#cross td a").first().click();
      await page.waitForURL(/\/pairs\/\d+-\d+$/);
      assert.ok(await page.locator("#deals svg .bar").count() > 5);
      assert.deepEqual(complaints, []);
      await close();
    }
  });

  /** The document that a page is drawn from. @param {import("playwright-core").Page} page */
  const documentOf = async (page) => JSON.parse((await page.textContent("#document")) ?? "");

  test("a page shows the figures of its document, in its digits, and words instead of identifiers", async () => {
    const { page, complaints, close } = await open(`${server}/pairs/0-2`, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    const { columns, sides, latest } = await documentOf(page);
    const names = columns.sides.map((/** @type {{name: string}} */ column) => column.name);
    const rows = page.locator("table.sides tbody tr");
    assert.equal(await rows.count(), 2);
    for (const [k, row] of (await rows.all()).entries()) {
      const cell = (/** @type {string} */ name) => row.locator("td").nth(names.indexOf(name));
      assert.equal(await cell("bot").textContent(), sides[k].bot);
      assert.equal(await cell("games").textContent(), String(sides[k].games));
      const { decimals } = columns.sides[names.indexOf("points")];
      const half = sides[k].points_high - sides[k].points;
      assert.equal(await cell("points").textContent(), `${sides[k].points.toFixed(decimals)} ±${half.toFixed(decimals)}`);
      assert.equal(await cell("places").locator("svg path").count(), sides[k].places.filter((/** @type {number} */ n) => n > 0).length);
    }
    assert.equal(await page.locator("#latest tbody tr").count(), latest.length);
    for (const path of ["/games", "/", "/bots/0", "/schedule"]) {
      await page.goto(server + path);
      await page.waitForSelector("body[data-ready]");
      const shown = (await page.evaluate(() => document.getElementById("site")?.innerText)) ?? "";
      assert.match(shown, /round robin, tables of/);
      assert.doesNotMatch(shown, /last_solvent|max_rounds|round_robin|sealed_bid/);
    }
    await page.goto(`${server}/game`);
    for (const name of ["spaces", "sets", "sets_of_bots", "bots", "seats"]) {
      await page.locator(`a[href="/game/${name}.csv"]`).waitFor({ timeout: 60000 });
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  test("standings in the order of a column, and back", async () => {
    const { page, complaints, close } = await open(`${server}/`, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    const bots = () => page.locator("#ranking tbody td.bot").allTextContents();
    const ranked = await bots();
    await page.locator("#ranking thead a", { hasText: "bot" }).click();
    await page.waitForURL(/\/standings\/bot\/up$/);
    assert.deepEqual(await bots(), [...ranked].sort());
    await page.locator("#ranking thead a", { hasText: "bot" }).click();
    await page.waitForURL(/\/standings\/bot\/down$/);
    assert.deepEqual(await bots(), [...ranked].sort().reverse());
    assert.equal(await page.locator("#ranking th[aria-sort=descending]").count(), 1);
    assert.deepEqual(complaints, []);
    await close();
  });

  test("one navigation on every page, which marks the place, and a way past it", async () => {
    const { page, complaints, close } = await open(`${server}/`, WINDOWS[0]);
    /** @type {string[]} */
    let links = [];
    for (const [path, place] of [["/", "Standings"], ["/standings/points/down", "Standings"], ["/schedule", "Schedule"], ["/playing", "In play"], ["/games", "Games"],
      ["/game", "The game"], ["/report", "Report"], ["/docs/", "Documents"], ["/docs/RANKING.html", "Documents"], ["/bots/0", ""], ["/pairs/0-1", ""], ["/deals/1", ""]]) {
      await page.goto(server + path);
      await page.waitForSelector("body[data-ready]");
      const shown = await page.locator('nav[aria-label="Site"] a').allTextContents();
      links = links.length ? links : shown;
      assert.deepEqual(shown, links, path);
      assert.deepEqual(await page.locator("nav a[aria-current=page]").allTextContents(), place ? [place] : [], path);
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement?.className), "skip", path);
      await page.keyboard.press("Enter");
      assert.equal(await page.evaluate(() => document.activeElement?.id), "main", path);
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  test("the first line says who leads, and who may be as good", async () => {
    for (const url of [`${server}/`, report]) {
      const { page, complaints, close } = await open(url, WINDOWS[0]);
      await page.waitForSelector("body[data-ready]");
      const { ranking, bots } = await documentOf(page);
      /** @type {{bot: string, rank: number, rank_low: number | null, rank_high: number | null}[]} */
      const rows = ranking.bots ?? bots;
      const [first, ...rest] = [...rows].sort((a, b) => a.rank - b.rank);
      const equals = rest.filter(({ rank_low }) => rank_low === 1).map(({ bot }) => bot);
      const told = (await page.textContent("#headline")) ?? "";
      assert.ok(told.startsWith(`${first?.bot} is first`), told);
      assert.equal(/with 95% confidence/.test(told), equals.length === 0 && first?.rank_high !== null, told);
      equals.slice(0, 3).forEach((bot) => assert.ok(told.includes(bot), told));
      assert.match(told, /Last deal: \d+ \w+ 20\d\d/);
      assert.deepEqual(complaints, []);
      await close();
    }
  });

  test("from the standings to the decision that lost a game in two clicks", async () => {
    const { page, complaints, close } = await open(`${server}/`, WINDOWS[0]);
    await page.waitForSelector("body[data-ready]");
    await page.locator("#ranking a", { hasText: "a-bot-with" }).click();
    await page.waitForURL(/\/bots\/\d+$/);
    await page.locator("table.games a", { hasText: "where it lost" }).first().click();
    await page.waitForSelector("body[data-ready][data-moment]", { timeout: 20000 });
    await page.waitForFunction(() => /^#[de]=/.test(location.hash));
    assert.match((await page.locator("#decision .decision-who b").textContent()) ?? "", /^a-bot-with/);
    assert.match((await page.textContent("#decision .candidates")) ?? "", /points/);
    assert.deepEqual(complaints, []);
    await close();
  });

  test("a game from the list of games", async () => {
    const { page, complaints, close } = await open(`${server}/games`, WINDOWS[0]);
    await page.locator("table.games a").first().click();
    await page.waitForSelector("body[data-ready][data-moment]", { timeout: 20000 });
    assert.match(page.url(), /\/games\/\d+/);
    await page.locator(".league a", { hasText: "trader" }).click();
    await page.waitForURL(/\/bots\/\d+$/);
    await page.locator("a", { hasText: "all games" }).click();
    await page.waitForURL(/\/games\?bot=\d+$/);
    assert.match((await page.textContent("h2")) ?? "", /^Games of trader$/);
    assert.deepEqual(complaints, []);
    await close();
  });

  test("pictures for previews of links: the ranking, and a game with all its players", async () => {
    const { page, complaints, close } = await open(`${server}/`, WINDOWS[0]);
    const seats = [[201, 55, 75], [39, 104, 194], [35, 128, 74], [163, 95, 0]];
    for (const [path, colours] of /** @type {const} */ ([["/ranking.png", [[11, 110, 95], [28, 35, 40]]], ["/games/1.png", seats], ["/games/2.png", seats]])) {
      const picture = await page.evaluate(async (of) => {
        const image = await createImageBitmap(await (await fetch(of)).blob());
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
        canvas?.drawImage(image, 0, 0);
        const data = canvas?.getImageData(0, 0, image.width, image.height).data ?? [];
        /** @type {Record<string, number>} */
        const count = {};
        for (let i = 0; i < data.length; i += 4) {
          const colour = `${data[i]},${data[i + 1]},${data[i + 2]}`;
          count[colour] = (count[colour] ?? 0) + 1;
        }
        return { size: [image.width, image.height], count };
      }, path);
      assert.deepEqual(picture.size, [1200, 630], path);
      colours.forEach((colour) => assert.ok((picture.count[colour.join()] ?? 0) > 300, `${path}: ${colour}`));
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  test("on a phone every text of a list of games lies within its cell", async () => {
    const { page, complaints, close } = await open(`${server}/games`, WINDOWS[2]);
    await page.waitForSelector("body[data-ready]");
    const cut = await page.locator("table.games td").evaluateAll((cells) => cells.filter((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const [own, text] = [cell.getBoundingClientRect(), range.getBoundingClientRect()];
      return text.width > 0 && (text.left < own.left - 1 || text.right > own.right + 1);
    }).map((cell) => cell.textContent));
    assert.deepEqual(cut, []);
    assert.deepEqual(complaints, []);
    await close();
  });

  test("a recorded game of the reader's own", { skip: !process.env.OPENER }, async () => {
    const { page, complaints, close } = await open(`${server}/`, WINDOWS[2]);
    await page.locator("nav a", { hasText: "Open a file" }).click();
    await page.waitForSelector("#file");
    const game = Buffer.from(await (await fetch(`${server}/games/1.svr`)).arrayBuffer());
    await page.setInputFiles("#file", { name: "mine.svr", mimeType: "application/octet-stream", buffer: game });
    await page.waitForSelector("body[data-ready][data-moment]", { timeout: 30000 });
    assert.match((await page.textContent("#subtitle")) ?? "", /mine\.svr/);
    assert.deepEqual(await page.locator(".league a").allTextContents(), ["Standings", "Open another"]);
    assert.deepEqual(complaints, []);
    await close();
  });

  test("the ways back from a game are within reach in every window", async () => {
    const { page, complaints, close } = await open(`${server}/games/1`, WINDOWS[0]);
    await page.waitForSelector("body[data-ready][data-moment]", { timeout: 20000 });
    for (const [width, height, colorScheme] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      for (const link of await page.locator(".league a").all()) {
        await link.evaluate((a) => a.scrollIntoView({ block: "nearest", inline: "nearest" }));
        const box = await link.boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= width && box.height >= 20, `${await link.textContent()} at ${JSON.stringify(box)}`);
      }
      assert.ok(((await page.locator(".titles h1").boundingBox())?.width ?? 0) > 40);
    }
    await page.locator(".league a").first().click();
    await page.waitForURL(`${server}/`);
    assert.deepEqual(complaints, []);
    await close();
  });
});
