// What people come for, by clicks alone, from the standings on: each task ends where its answer stands. Prints the clicks of each, then and now. Run by
// tests/system/test_site.sh with the address of a server.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { borrow, watch } from "./page.mjs";
import { shared } from "./shared.mjs";

const server = process.env.SERVER ?? "";
const MOST = 3;

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {(page: Page) => Promise<unknown>} Step a click, or the choice of a word in a list */

/** @param {string} text @returns {Step} */
const menu = (text) => (page) => page.locator('nav[aria-label="Site"] a', { hasText: text }).first().click();
/** @param {string} selector @param {string} [hasText] @returns {Step} */
const click = (selector, hasText) => (page) => page.locator(selector, hasText === undefined ? {} : { hasText }).first().click();
/** @param {string} selector @param {string} label @returns {Step} */
const choose = (selector, label) => (page) => page.locator(selector).selectOption({ label });

/** The task, the least clicks that it took on the pages of 0.2.0 (NaN: they did not tell), the steps to it, and where its answer stands: an
 * element with this text. @type {readonly (readonly [task: string, before: number, steps: readonly Step[], answer: string, text: RegExp])[]} */
const TASKS = [
  ["see who leads, and whether that is certain", 0, [], "#headline", /is first/],
  ["see who is certainly better than whom", 0, [], "#cross td.sure", /^\d+/],
  ["see when the last game was played", 2, [], "#headline time", /\d+ \w+ 20\d\d/],
  ["see on what machine, and with what clock", NaN, [], "#about", /processor[^]*a decision/],
  ["see how ratings came about", 0, [], "#steps svg", /./],
  ["find why a bot lost its last game", 4, [click("#ranking td.bot a", "a-bot-with"), click("table.games a", "where it lost")], "#decision", /points/],
  ["find the first illegal answer of a bot", 2, [click("#incidents .numbers a")], "#decision", /illegal/],
  ["see a bot against each of the others", 1, [click("#ranking td.bot a", "trader")], "table.pairs", /careful/],
  ["see how two bots did against each other", 1, [click("#cross td a")], "#pair", /at one table/],
  ["find all games of two bots", 2, [click("#cross td a"), click("a.chip", "all their games")], "h2", /^Games of \S+ against \S+$/],
  ["find the longest game", 2, [menu("Report"), click("#lengths li a >> nth=1")], "body[data-moment]", /./],
  ["find the luckiest games of the league", 3, [menu("Games"), choose("select[name=order]", "luckiest first"), click(".choose button")], "p.lead", /from the most luck/],
  ["play the loser's seat", 3, [menu("Games"), click("table.games td a"), click("#deal")], "#deal-command", /solvent play/],
  ["see the same dice with other seats", 2, [menu("Games"), click('a[href^="/deals/"]')], "table.seatings", /seat 3/],
  ["see whether a seat is better than another", 2, [menu("Report"), click('nav[aria-label="Sections"] a', "Places")], "#places .note", /seat/],
  ["see where tokens land most often", 1, [menu("The game")], ".heat", /\d/],
  ["see what is still to be played", 1, [menu("Schedule")], "#schedule", /played/],
  ["see what is being played now", 1, [menu("In play")], "#playing", /played/],
  ["read how a figure is computed", 1, [click("footer a", "ranking")], "h1", /ranking/i],
  ["check the games oneself", 2, [menu("Report"), click('nav[aria-label="Sections"] a', "Verify")], "#verify", /solvent verify/],
  ["find all games of a bot", 2, [click("#ranking td.bot a", "careful"), click("a.chip", "all games")], "table.games", /won/],
];

describe("people's tasks", { concurrency: 2 }, () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  /** @type {string[]} */
  const told = [];
  before(async () => {
    browser = await shared();
  });
  after(() => console.log(told.join("\n")));

  for (const [task, earlier, steps, answer, text] of TASKS) {
    test(task, async () => {
      const { page, giveBack } = await borrow(browser, server, { width: 1280, height: 720 });
      const complaints = watch(page, server);
      await page.goto(`${server}/`);
      for (const step of steps) {
        await page.waitForSelector("body[data-ready]");
        await step(page);
      }
      const found = page.locator(answer).filter({ visible: true }).filter({ hasText: text }).first();
      await found.waitFor({ timeout: 60000 });
      assert.ok(steps.length <= MOST, `${steps.length} clicks`);
      assert.deepEqual(complaints, []);
      assert.ok(!(steps.length > earlier), `${earlier} clicks before`);
      told.push(`${steps.length} clicks, before ${Number.isNaN(earlier) ? "in vain" : earlier}: ${task}`);
      await giveBack();
    });
  }

  test("take all games along", async () => {
    const page = await browser.newPage();
    await page.goto(`${server}/`);
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#about a", { hasText: "games.csv" }).click()]);
    assert.equal(file.suggestedFilename(), "games.csv");
    await page.close();
  });
});
