// What people come for, by clicks alone, from the standings on: each task ends where its answer stands. Prints the clicks of each. Run by
// tests/system/test_site.sh with the address of a server.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, watch } from "./page.mjs";

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

/** The task, the steps to it, and where its answer stands: an element with this text. @type {readonly (readonly [task: string, steps: readonly Step[], answer: string, text: RegExp])[]} */
const TASKS = [
  ["see who leads, and whether that is certain", [], "#headline", /is first/],
  ["see who is certainly better than whom", [], "#cross td.sure", /^\d+/],
  ["see when the last game was played", [], "#headline time", /\d+ \w+ 20\d\d/],
  ["see on what machine, and with what clock", [], "#about", /processor[^]*a decision/],
  ["see how ratings came about", [], "#steps svg", /./],
  ["find why a bot lost its last game", [click("#ranking td.bot a", "a-bot-with"), click("table.games a", "where it lost")], "#decision", /points/],
  ["find the first illegal answer of a bot", [click("#incidents .numbers a")], "#decision", /illegal/],
  ["see a bot against each of the others", [click("#ranking td.bot a", "trader")], "table.pairs", /careful/],
  ["see how two bots did against each other", [click("#cross td a")], "#pair", /at one table/],
  ["find all games of two bots", [click("#cross td a"), click("a.chip", "all their games")], "h2", /^Games of \S+ against \S+$/],
  ["find the longest game", [menu("Report"), click("#lengths li a >> nth=1")], "body[data-moment]", /./],
  ["find the luckiest games of the league", [menu("Games"), choose("select[name=order]", "luckiest first"), click(".choose button")], "p.lead", /from the most luck/],
  ["see the same dice with other seats", [menu("Games"), click('a[href^="/deals/"]')], "table.seatings", /seat 3/],
  ["see whether a seat is better than another", [menu("Report"), click('nav[aria-label="Sections"] a', "Places")], "#places .note", /seat/],
  ["see which spaces earn most", [menu("The game"), click("button.chip", "money paid")], ".heat", /\d/],
  ["see what is still to be played", [menu("Schedule")], "#schedule", /played/],
  ["see what is being played now", [menu("In play")], "#playing", /played/],
  ["read how a figure is computed", [click("footer a", "ranking")], "h1", /ranking/i],
  ["check the games oneself", [menu("Report"), click('nav[aria-label="Sections"] a', "Verify")], "#verify", /solvent verify/],
  ["read the latest results of a bot's author", [click("#ranking td.bot a", "careful"), click("a.chip", "all games")], "table.games", /won/],
];

describe("people's tasks", { concurrency: 2 }, () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  /** @type {string[]} */
  const told = [];
  before(async () => {
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    console.log(told.join("\n"));
  });

  for (const [task, steps, answer, text] of TASKS) {
    test(task, async () => {
      const page = await browser.newPage({ reducedMotion: "reduce" });
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
      told.push(`${steps.length} clicks: ${task}`);
      await page.close();
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
