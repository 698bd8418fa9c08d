// Every kind of page by keyboard alone, and for people who want no motion: Tab reaches every control, shows where it is and
// comes out again, Escape closes what has opened, and nothing moves by itself. Run by tests/system/test_site.sh.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { file } from "./game.mjs";
import { borrow } from "./page.mjs";
import { shared } from "./shared.mjs";

const server = process.env.SERVER ?? "";

/** @typedef {import("playwright-core").Page} Page */

/** In the page: follows the focus. The focused element is marked, and kept with a word on it where nothing shows the focus. */
function follow() {
  const own = /** @type {any} */ (window);
  own.unseen = [];
  addEventListener("focusin", ({ target }) => {
    const e = /** @type {HTMLElement} */ (target);
    e.dataset["reached"] = "";
    const style = getComputedStyle(e), edge = e.querySelector(".edge"); // of a space on the board
    const seen = edge ? getComputedStyle(edge).strokeWidth === "4px" : style.outlineStyle !== "none" && style.outlineWidth !== "0px";
    if (!e.matches(":focus-visible") || !seen) {
      own.unseen.push(e.outerHTML.slice(0, 120));
    }
  });
}

/** In the page: what can be focused and is seen, but was not. */
function left() {
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  return controls
    .filter((e) => /** @type {HTMLElement} */ (e).tabIndex >= 0 && !e.matches(":disabled") && e.checkVisibility({ checkVisibilityCSS: true }) && !("reached" in /** @type {HTMLElement} */ (e).dataset))
    .map((e) => e.outerHTML.slice(0, 120));
}

/** In the page: what moves by itself or would. */
function moving() {
  const found = document.getAnimations().map((a) => `animation ${a.id || a.constructor.name}`);
  for (const e of document.querySelectorAll("*")) {
    const style = getComputedStyle(e);
    if (style.animationName !== "none" || style.scrollBehavior !== "auto" || /[1-9]/.test(style.transitionDuration)) {
      found.push(e.outerHTML.slice(0, 120));
    }
  }
  return found;
}

describe("by keyboard and without motion", { concurrency: 2 }, () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    browser = await shared();
  });

  /**
   * Opens a page, and goes through it once.
   * @param {string} url
   * @param {(page: Page) => Promise<unknown>} [wait]
   */
  async function through(url, wait = (page) => page.waitForSelector("body[data-ready]", { timeout: 20000 })) {
    const { page, giveBack: close } = await borrow(browser, url, { width: 1280 });
    await page.goto(url);
    await wait(page);
    // Every row of a long table is like the first.
    await page.evaluate(() => document.querySelectorAll("tbody tr:nth-child(n + 5)").forEach((row) => row.remove()));
    assert.deepEqual(await page.evaluate(moving), [], `${url}: it moves`);
    await page.evaluate(follow);
    const controls = (await page.evaluate(left)).length;
    assert.ok(controls > 1, `${url}: ${controls} controls`);
    for (let i = 0; i < controls + 1; i++) {
      await page.keyboard.press("Tab");
    }
    assert.deepEqual(await page.evaluate(left), [], `${url}: not reached in ${controls + 1} steps`);
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).unseen), [], `${url}: focus that is not seen`);
    return { page, close };
  }

  /**
   * Expects that a dialogue opened by a button has the focus, keeps it, and is closed by Escape, which gives the focus back.
   * @param {Page} page
   * @param {string} button
   */
  async function opens(page, button) {
    await page.focus(button);
    await page.keyboard.press("Enter");
    const within = () => page.evaluate(() => document.activeElement?.closest("dialog[open]") !== null);
    assert.ok(await within(), `${button} opens a dialog`);
    assert.deepEqual(await page.evaluate(moving), [], `${button}: it moves`);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0, `${button}: Escape closes it`);
    assert.ok(await page.evaluate((id) => document.activeElement?.matches(id), button), `${button} has the focus again`);
  }

  for (const path of ["/", "/schedule", "/playing", "/games", "/bots/0", "/pairs/0-2", "/deals/1", "/game", ...(process.env.OPENER ? ["/open"] : [])]) {
    test(path, async () => {
      await (await through(server + path)).close();
    });
  }

  test("a document", async () => {
    await (await through(`${server}/docs/VIEWING.html`)).close();
  });

  test("the report", async () => {
    await (await through(pathToFileURL(process.env.REPORT ?? "").href)).close();
  });

  test("a game", async () => {
    const { page, close } = await through(`${pathToFileURL(file("talk", "html")).href}#e=100`, (page) => page.waitForSelector("body[data-ready][data-moment]", { timeout: 20000 }));
    for (const button of ["#deal", "#luck", "#about", "#help"]) {
      await opens(page, button);
    }
    await page.focus('[data-space="1"]');
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#stage .deed").count(), 1);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#stage .deed").count(), 0);
    await page.keyboard.press("End");
    assert.deepEqual(await page.evaluate(moving), []);
    await close();
  });

  test("a table to play at", async () => {
    const play = spawn(process.env.SOLVENT ?? "", ["play", "--no-open", "-s", "1", "careful", "trader"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const [url] = await once(createInterface(play.stdout), "line");
      const { page, close } = await through(url, (page) => page.waitForSelector("#ask button", { timeout: 20000 }));
      await opens(page, "#help");
      await opens(page, "#resign");
      await close();
    } finally {
      play.kill();
    }
  });
});
