// Every kind of page before axe: the report, the served pages, a game as a file and a table to play at, in both colour
// schemes, on a desk and on a phone; what opens on them in the first of these looks. No page complains, asks another host
// for something, or is wider than the window. Served pages are found by following links, one page of each kind.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { serious } from "./axe.mjs";
import { file } from "./game.mjs";
import { borrow, watch } from "./page.mjs";
import { shared } from "./shared.mjs";

const server = process.env.SERVER ?? "";
const USUAL = /** @type {const} */ ([[1280, 900, "light"], [390, 844, "dark"]]);
const OTHER = /** @type {const} */ ([[1280, 900, "dark"], [390, 844, "light"]]);
// The other two when there is time (tools/test --long).
const LOOKS = process.env.SOLVENT_TEST_LONG ? [...USUAL, ...OTHER] : USUAL;

/** @typedef {import("playwright-core").Page} Page */

describe("axe finds nothing serious", { concurrency: 2 }, () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    browser = await shared();
  });

  /**
   * Asserts it of a page in each look, and in each of its states in the first one. Of a long table twenty rows are enough.
   * @param {string} url
   * @param {{looks?: number, states?: ((page: Page) => Promise<unknown>)[]}} [how] states: steps, one after another
   */
  async function check(url, { looks = LOOKS.length, states = [] } = {}) {
    /** @type {string[]} */
    const links = [];
    for (const [k, [width, height, colorScheme]] of LOOKS.slice(0, looks).entries()) {
      const { page, giveBack } = await borrow(browser, url, { width, height, dark: colorScheme === "dark" });
      const complaints = watch(page, url.startsWith("http") ? new URL(url).origin : undefined);
      await page.goto(url);
      await page.waitForFunction(() => document.readyState === "complete" &&
        (!document.querySelector("script") || document.body.hasAttribute("data-ready")), undefined, { timeout: 60000 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${url}: ${wide} pixels wider than the window`);
      links.push(...await page.evaluate(() => [...document.querySelectorAll("a[href]")].map((a) => new URL(a.getAttribute("href") ?? "", document.baseURI).href)));
      await page.evaluate(() => {
        document.querySelectorAll("details").forEach((e) => { e.open = true; });
        document.querySelectorAll("tbody tr:nth-child(n + 21)").forEach((row) => row.remove());
      });
      for (const state of [async () => {}, ...(k === 0 ? states : [])]) {
        await state(page);
        assert.deepEqual(await serious(page, k > 0), [], `${url} at ${width}x${height}, ${colorScheme}${state.name && `, ${state.name}`}`);
      }
      assert.deepEqual(complaints.filter((text) => !(url.endsWith("/nothing") && text.includes("404"))), []);
      await giveBack();
    }
    return links;
  }

  test("in the report", async () => {
    await check(pathToFileURL(process.env.REPORT ?? "").href);
  });

  test("in what is served", async () => {
    /* One page of each kind: numbers and choices in an address are not told apart, nor are columns to sort by, nor most documents. */
    const seen = new Set();
    const found = ["/", "/nothing"].map((path) => server + path);
    for (let url = found.shift(); url !== undefined; url = found.shift()) {
      const kind = url.replace(server, "").replace(/#.*/, "").replace(/\d+/g, "N").replace(/\?.*/, "?").replace(/^\/standings\/.*/, "/standings/X")
        .replace(/^\/docs\/(?!(PROTOCOL|RANKING)\.).+/, "/docs/X");
      if (seen.has(kind) || !url.startsWith(`${server}/`) || /^\/api\/|\.(svr|csv|json|png|svg|atom)$/.test(kind)) {
        continue;
      }
      seen.add(kind);
      found.push(...await check(url, { looks: /^\/(docs\/[^R]|standings)/.test(kind) ? 1 : LOOKS.length }));
    }
    for (const kind of ["/", "/schedule", "/games", "/games/N", "/bots/N", "/standings/X", "/pairs/N-N", "/deals/N", "/game", ...(process.env.OPENER ? ["/open"] : []), "/report", "/docs/", "/docs/RANKING.html"]) {
      assert.ok(seen.has(kind), `${kind} is among ${[...seen].join(", ")}`);
    }
  });

  test("in a game as a file", async () => {
    await check(`${pathToFileURL(file("eight", "html")).href}#e=300`);
    await check(`${pathToFileURL(file("talk", "html")).href}#e=300`, {
      looks: 1,
      states: [
        async function deed(page) { await page.click('[data-space="1"]'); },
        async function about(page) { await page.click("#about"); },
        async function keys(page) { await page.keyboard.press("Escape"); await page.click("#help"); },
      ],
    });
  });

  test("at a table", async () => {
    const play = spawn(process.env.SOLVENT ?? "", ["play", "--no-open", "-s", "1", "careful", "trader"], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const [url] = await once(createInterface(play.stdout), "line");
      await check(url, {
        states: [
          async function asked(page) { await page.waitForSelector("#ask button", { timeout: 20000 }); },
          async function deed(page) { await page.click('[data-space="1"]'); },
          async function help(page) { await page.click("#help"); },
          async function resign(page) { await page.keyboard.press("Escape"); await page.click("#resign"); },
        ],
      });
    } finally {
      play.kill();
    }
  });
});
