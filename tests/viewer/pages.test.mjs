// Reports and served pages in a browser: no complaint, no request to anywhere else, nothing wider than the window, and from a
// figure to its games in two clicks. Run by tests/system/test_viewer.sh with a report, the address of a server, and a
// game's number.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch } from "./page.mjs";

const report = pathToFileURL(process.env.REPORT ?? "").href;
const server = process.env.SERVER ?? "";

const WINDOWS = /** @type {const} */ ([[1280, 900, "light"], [1280, 900, "dark"], [390, 844, "light"], [320, 640, "dark"]]);

describe("pages of a league", { concurrency: 2 }, () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());

  /**
   * Opens a page, and gives what it has done that it may not.
   * @param {string} url
   * @param {readonly [number, number, "light" | "dark"]} window
   */
  async function open(url, [width, height, colorScheme]) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    /** @type {string[]} */
    const complaints = [];
    page.on("console", (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(`error: ${error.stack}`));
    page.on("request", (request) => {
      const own = request.isNavigationRequest() || (server !== "" && request.url().startsWith(server));
      if (!own && !request.url().startsWith("data:")) {
        complaints.push(`request: ${request.url()}`);
      }
    });
    await page.goto(url);
    return { page, complaints, close: () => context.close() };
  }

  for (const window of WINDOWS) {
    test(`the report at ${window.join(" x ")}`, async () => {
      const { page, complaints, close } = await open(report, window);
      await page.waitForSelector("body[data-ready]");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels wider than the window`);
      for (const part of ["ranking", "steps", "places", "cross", "field", "lengths", "times", "incidents", "trades", "games", "verify"]) {
        assert.ok(await page.locator(`#${part}`).isVisible(), part);
      }
      assert.deepEqual(complaints, []);
      await close();
    });
  }

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

  for (const path of ["/", "/schedule", "/games", "/bots/0", "/report"]) {
    test(`${path} as it is served`, async () => {
      for (const window of /** @type {const} */ ([WINDOWS[1], WINDOWS[2]])) {
        const { page, complaints, close } = await open(server + path, window);
        await page.waitForSelector("body[data-ready]");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${path}: ${wide} pixels wider than the window`);
        assert.deepEqual(complaints, []);
        await close();
      }
    });
  }

  test("a game from the list of games", async () => {
    const { page, complaints, close } = await open(`${server}/games`, WINDOWS[0]);
    await page.locator("table.games a").first().click();
    await page.waitForSelector("body[data-ready][data-moment]", { timeout: 20000 });
    assert.match(page.url(), /\/games\/\d+/);
    assert.deepEqual(complaints, []);
    await close();
  });
});
