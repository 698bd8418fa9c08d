// Pictures of the questions of `solvent play`, for people to look at: run by `tools/page-pictures -d` with a folder for them.
// Tables are played at without a browser. At the first question of each kind a browser comes to the table, and fills in an
// answer that it does not send. Serious findings of axe, pale texts, pages that are too wide and controls that Tab does not
// reach are errors.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { serious } from "./axe.mjs";
import { random } from "./clicker.mjs";
import { pale } from "./measure.mjs";
import { launch } from "./page.mjs";

const [out = "", ...tables] = process.argv.slice(2); // the words of solvent play for each
const { SOLVENT = "", KINDS = "" } = process.env;
const WINDOWS = /** @type {const} */ ([[1440, 900], [1024, 768], [390, 844], [844, 390]]);
const wanted = process.env.WINDOWS?.split(",") ?? WINDOWS.map(([width, height]) => `${width}x${height}`);
const LOOKED_OVER = ["1440 light", "390 dark"]; // by axe, as in axe.test.mjs
const MOST = 500; // questions at a table
const missing = new Set(KINDS.split(" "));

/** @typedef {{number: number, kind: string, choices?: string[], choice_numbers: number[], spaces?: number[], amount?: number, limit?: number, cash?: number, build?: number[], raise?: object,
 *   usual: {levels?: {space: number, level: number}[], mortgage?: number[]}}} Ask */
/** @typedef {import("playwright-core").Page} Page */

/** @param {string} text */
function complain(text) {
  console.error(text);
  process.exitCode = 1;
}

/** Buildings by space, as the table tells. @type {Map<number, number>} */
const levels = new Map();

/** The questions to a seat, as its page has them. @param {string} url @returns {AsyncGenerator<Ask>} */
async function* asks(url) {
  const { body } = await fetch(`${url}events`);
  const decoder = new TextDecoder();
  let text = "";
  levels.clear();
  for await (const bytes of /** @type {AsyncIterable<Uint8Array>} */ (/** @type {unknown} */ (body))) {
    const messages = (text + decoder.decode(bytes, { stream: true })).split("\n\n");
    text = messages.pop() ?? "";
    for (const message of messages) {
      const [, type, line = "{}"] = /^event: (\w+)\ndata: (.*)$/m.exec(message) ?? [];
      const data = JSON.parse(line);
      if (type === "over") {
        return;
      } else if (type === "ask") {
        yield data;
      } else if (data.type === "level") {
        levels.set(data.space, data.to);
      }
    }
  }
}

/** Buys, bids, builds, and takes every offer. @param {string} url @param {Ask} ask @param {() => number} random */
async function answer(url, ask, random) {
  const any = (/** @type {number[]} */ list) => list[Math.floor(random() * list.length)] ?? 0;
  const taken = ask.choices?.findIndex((choice) => choice === "accept" || (choice === "buy" && !ask.raise)) ?? -1;
  const pairs = [["n", ask.number]];
  if (taken >= 0) {
    pairs.push(["choice", ask.choice_numbers[taken] ?? 0]);
  } else if (ask.spaces && !ask.choices && ask.kind !== "layout") {
    pairs.push(["space", any(ask.spaces)]);
  } else if (ask.kind === "bid" && (ask.amount ?? 0) < (ask.limit ?? 0) / 4) {
    pairs.push(["bid", ask.amount ?? 0]);
  } else if (ask.kind === "manage" && ask.build?.length && (ask.cash ?? 0) > 300) {
    const space = any(ask.build);
    pairs.push(["level", space * 8 + (levels.get(space) ?? 0) + 1]);
  } else if (ask.kind === "debt" || ask.kind === "layout") {
    pairs.push(...(ask.usual.levels ?? []).map(({ space, level }) => ["level", space * 8 + level]), ...(ask.usual.mortgage ?? []).map((space) => ["mortgage", space]));
  }
  const body = pairs.map((pair) => pair.join("=")).join("&");
  const response = await fetch(`${url}answer`, { method: "POST", body, headers: { "Origin": new URL(url).origin, "Content-Type": "application/x-www-form-urlencoded" } });
  const verdict = await response.json();
  if (!verdict.ok) {
    throw new Error(`${body}: ${verdict.text}`);
  }
}

/** The page as it is, in every window and both colour schemes. @param {Page} page @param {string} name */
async function picture(page, name) {
  await page.waitForSelector("#ask:not([aria-busy])");
  await page.mouse.move(0, 0);
  for (const [width, height] of WINDOWS.filter(([w, h]) => wanted.includes(`${w}x${h}`))) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      const what = `dialog-${name}-${width}x${height}-${colorScheme}`;
      const [wide, tall] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
      await page.screenshot({ path: join(out, `${what}.png`), fullPage: true, clip: { x: 0, y: 0, width, height: Math.max(tall ?? 0, height) } });
      await page.evaluate(() => Object.assign(/** @type {HTMLElement} */ (document.querySelector(".foot")).style, { position: "static" })); // it covers the page below the fold
      const found = [...(wide !== width ? [`${wide} px wide`] : []), ...await page.evaluate(pale), ...(LOOKED_OVER.includes(`${width} ${colorScheme}`) ? await serious(page) : [])];
      await page.evaluate(() => Object.assign(/** @type {HTMLElement} */ (document.querySelector(".foot")).style, { position: "" }));
      found.forEach((fault) => complain(`${what}: ${fault}`));
    }
  }
  const controls = page.locator("#ask :is(button, input):enabled");
  await page.evaluate(() => document.querySelectorAll("#ask :is(button, input)").forEach((e) => e.addEventListener("focus", () => e.setAttribute("data-reached", ""))));
  await controls.first().focus();
  for (let n = await controls.count(); n > 1; n--) {
    await page.keyboard.press("Tab");
  }
  for (const control of await page.locator("#ask :is(button, input):enabled:not([data-reached])").all()) {
    complain(`dialog-${name}: Tab does not reach ${await control.evaluate((e) => e.outerHTML.slice(0, 100))}`);
  }
}

/** The question, with its filled-in answer where an answer has parts. @param {Page} page @param {string} kind */
async function look(page, kind) {
  await picture(page, kind);
  /** @param {string} name @param {string} selector */
  const click = async (name, selector) => {
    const found = page.locator(selector).first();
    if (await found.count() > 0) {
      await found.click();
      await picture(page, `${kind}-${name}`);
    }
  };
  await click("space", ".space-list button:nth-child(2)");
  await click("tickets", '.answers [data-answer="use"]');
  await click("limit", '[data-key^="limit-"]');
  await click("changed", '.deed-row button[data-key]:enabled');
  await click("raise", `.answers [data-answer="${kind}"]:has-text("…")`);
  await click("offer", '.answers :is([data-answer="offer"], [data-answer="counter"])');
  for (const side of await page.locator(".side").all()) {
    await side.locator("input").first().fill("40");
    await side.locator(".good").last().click({ timeout: 500 }).catch(() => undefined);
  }
  if (kind === "trade") { // the counter-offer would be sent
    await picture(page, "trade-offered");
  } else {
    await click("offered", '.answers [data-answer="add"]:enabled');
  }
}

const browser = await launch();
for (const words of tables) {
  const table = spawn(SOLVENT, ["play", "--no-open", "-q", ...words.split(" ")], { stdio: ["ignore", "pipe", "inherit"] });
  const generator = random(1);
  try {
    const [url] = await Promise.race([once(createInterface(table.stdout), "line"), once(table, "exit").then(() => { throw new Error(`no table: ${words}`); })]);
    let n = 0;
    for await (const ask of asks(url)) {
      const only = ask.choices?.length === 1 || ask.spaces?.length === 1; // the page answers it by itself
      if (missing.has(ask.kind) && !only) {
        missing.delete(ask.kind);
        const page = await browser.newPage({ reducedMotion: "reduce" });
        page.on("console", (message) => complain(`${ask.kind}: ${message.text()}`));
        await page.addInitScript(() => Object.entries({ speed: "0", when: "always" }).forEach(([key, value]) => localStorage.setItem(`solvent-play-${key}`, value)));
        await page.goto(url);
        await page.waitForSelector(`body[data-asked="${ask.number}"]`);
        await look(page, ask.kind);
        await page.close();
      }
      if (missing.size === 0 || n++ > MOST) {
        break;
      }
      await answer(url, ask, generator);
    }
  } finally {
    table.kill();
  }
}
await browser.close();
if (missing.size > 0) {
  complain(`no question of: ${[...missing].join(", ")}`);
}
