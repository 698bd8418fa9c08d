// Pages that follow a league while it runs: sections come, and nothing moves under the reader's eyes. Run by
// tests/system/test_live.sh with the address of a server, a league's process that has been stopped by a signal before any deal was
// over, and a file that says when deals were over in the store.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { watch } from "./page.mjs";
import { shared } from "./shared.mjs";

const server = process.env.SERVER ?? "";
const league = Number(process.env.LEAGUE);
const PATIENCE = { timeout: 120_000 };

describe("a league that grows", { concurrency: false }, () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    browser = await shared();
  });

  /** @param {string} path */
  async function open(path) {
    const context = await browser.newContext({ viewport: { width: 1024, height: 500 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    const complaints = watch(page, server);
    await page.goto(server + path);
    await page.waitForSelector("body[data-ready][data-connected]");
    return { page, complaints, close: () => context.close() };
  }

  test("sections come; focus, selection, what is typed, open details and the place on the screen stay", async () => {
    const { page, complaints, close } = await open("/");
    assert.equal(await page.locator("#steps").count(), 0, "it is there before anything has been played");
    const sections = await page.locator("main > section").count();
    await page.evaluate(() => {
      /** @type {[number, number][]} */
      const seen = [];
      Object.assign(window, { seen });
      const look = () => {
        const deals = Number((/** @type {HTMLElement} */ (document.querySelector("#status b:nth-of-type(3)")).textContent ?? "").replace(/\D/g, ""));
        if (deals !== (seen.at(-1)?.[1] ?? 0)) {
          seen.push([Date.now(), deals]);
        }
      };
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    });

    // A word that is selected, and a link in the middle of the window that has the focus.
    await page.evaluate(() => {
      const heading = /** @type {Node} */ (document.querySelector("#hashes h2")?.firstChild);
      getSelection()?.setBaseAndExtent(heading, 1, heading, 4);
      const link = /** @type {HTMLElement} */ (document.querySelector("#ranking td.bot a"));
      document.body.style.paddingBottom = "2000px";
      link.focus({ preventScroll: true });
      scrollBy(0, link.getBoundingClientRect().top - 200);
      Object.assign(window, { link });
    });
    const top = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? NaN);
    const name = await page.evaluate(() => document.activeElement?.textContent);
    const before = await top();
    process.kill(league, "SIGCONT");
    await page.waitForSelector("#steps", PATIENCE);
    assert.ok(await page.locator("main > section").count() > sections);
    assert.ok(await page.evaluate(() => document.activeElement === /** @type {any} */ (window).link), "the focus is elsewhere");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), name);
    assert.equal(await page.evaluate(() => getSelection()?.toString()), "ash");
    assert.ok(Math.abs(await top() - before) <= 1, `what has the focus has moved from ${before} to ${await top()}`);
    assert.match((await page.textContent("#progress")) ?? "", /^running, [\d.k]+ games\/s(, .+ left)?$/);

    // Text being typed, and open details.
    await page.evaluate(() => { // a field in a section that is drawn again
      const field = document.createElement("input");
      field.id = "field";
      document.querySelector("#ranking h2")?.after(field);
    });
    await page.focus("#field");
    await page.keyboard.type("care");
    await page.locator("#steps details summary").click();
    await page.focus("#field");
    const version = () => page.evaluate(() => document.querySelector("#status b:nth-of-type(3)")?.textContent);
    const now = await version();
    await page.waitForFunction((then) => document.querySelector("#status b:nth-of-type(3)")?.textContent !== then, now, PATIENCE);
    await page.keyboard.type("ful");
    assert.equal(await page.inputValue("#field"), "careful");
    assert.ok(await page.locator("#steps details[open] table").isVisible());
    assert.deepEqual(complaints, []);

    // How long a deal that was over took to the page.
    /** @type {[number, number][]} */
    const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
    const over = readFileSync(process.env.DEALS ?? "", "utf8").trim().split("\n").map((line) => line.split(" ").map(Number));
    const took = over.flatMap(([at = 0, deals = 0]) => seen.filter((s) => s[1] >= deals).slice(0, 1).map((s) => s[0] - at)).sort((a, b) => a - b);
    assert.ok(took.length > 0);
    console.log(`from a finished deal to the page: median ${took[took.length >> 1]} ms, at most ${took.at(-1)} ms, ${took.length} times`);
    await close();
  });

  test("the games in play", async () => {
    const { page, complaints, close } = await open("/playing");
    const row = page.locator("#playing tbody tr").first();
    await row.waitFor(PATIENCE);
    assert.match((await row.textContent()) ?? "", /^#\d+(careful|trader|tiny|random)( \(bankrupt\))?, (careful|trader|tiny|random)( \(bankrupt\))?[12] of 2\d+\d+\+\s*$/);
    const rows = () => page.evaluate(() => [...document.querySelectorAll("#playing tbody tr")].map((e) => e.textContent).join());
    const now = await rows();
    await page.waitForFunction((then) => {
      const text = [...document.querySelectorAll("#playing tbody tr")].map((e) => e.textContent).join();
      return text !== "" && text !== then;
    }, now, PATIENCE);
    process.kill(league, "SIGKILL"); // its rows stay in the store, and no page shows them
    await page.waitForFunction(() => document.querySelectorAll("#playing tbody tr").length === 0, undefined, PATIENCE);
    assert.match((await page.textContent("#progress")) ?? "", /^stopped$/);
    assert.deepEqual(complaints, []);
    await close();
  });
});
