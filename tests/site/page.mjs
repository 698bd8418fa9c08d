// A page of the replay viewer in headless Chromium, read as a person would, from the document.
import { chromium } from "playwright-core";
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** @returns {Promise<import("playwright-core").Browser>} */
export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM, args: FLAGS });
}

/**
 * What a page does that it may not: complain, fail, or ask another host for something.
 * @param {import("playwright-core").Page} page
 * @param {string} [server] whose pages are looked at; a file may ask for nothing
 */
export function watch(page, server) {
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => complaints.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.stack}`));
  page.on("request", (request) => {
    const url = request.url();
    const own = (url.startsWith("file:") && request.isNavigationRequest()) || (server !== undefined && url.startsWith(`${server}/`));
    if (!own && !/^(data|blob):/.test(url)) {
      complaints.push(`request: ${url}`);
    }
  });
  return complaints;
}

/** @typedef {{width?: number, height?: number, dark?: boolean, touch?: boolean, motion?: boolean}} Look */

/** Pages that wait for their next test, by what they can't change. A new page needs a renderer, which takes as much processor time as a test. @type {Map<string, import("playwright-core").Page[]>} */
const idle = new Map();

/** Returns a page in this look at an address, and what gives it back: a page that is never given back stays with its test.
 * @param {import("playwright-core").Browser} browser @param {string} url @param {Look} [look] */
export async function borrow(browser, url, { width = 1440, height = 900, dark = false, touch = false, motion = false } = {}) {
  const kind = `${new URL(url).protocol} ${touch}`;
  const page = idle.get(kind)?.pop() ?? await (await browser.newContext({ hasTouch: touch })).newPage();
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ media: null, colorScheme: dark ? "dark" : "light", reducedMotion: motion ? "no-preference" : "reduce" });
  const giveBack = async () => {
    page.removeAllListeners();
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.mouse.move(0, 0);
    idle.set(kind, [...idle.get(kind) ?? [], page]);
  };
  return { page, giveBack };
}

/** A recorded game's page in a file. */
export class Viewer {
  /** @param {import("playwright-core").Page} page @param {() => Promise<void>} [close] */
  constructor(page, close = () => page.context().close()) {
    this.page = page;
    this.close = close;
    this.complaints = watch(page);
  }

  /**
   * @param {import("playwright-core").Browser} browser
   * @param {string} file
   * @param {Look & {hash?: string}} [how]
   */
  static async open(browser, file, { hash = "", ...look } = {}) {
    const url = pathToFileURL(file).href + hash;
    const { page, giveBack } = await borrow(browser, url, look);
    const viewer = new Viewer(page, giveBack);
    await page.goto(url);
    await page.waitForSelector("body[data-ready][data-moment]", { timeout: 20000 });
    return viewer;
  }

  /** @returns {Promise<number>} the event shown */
  async moment() {
    await this.settle();
    return Number(await this.page.getAttribute("body", "data-moment"));
  }

  /** Two frames: what has been asked for is drawn. */
  async settle() {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  /** @param {...string} keys */
  async press(...keys) {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
    return this.moment();
  }

  /** Moves the scrub bar. @param {number} n */
  async scrub(n) {
    await this.page.locator("#scrub").evaluate((bar, value) => {
      /** @type {HTMLInputElement} */ (bar).value = String(value);
      bar.dispatchEvent(new Event("input"));
    }, n);
    return this.moment();
  }

  /** The table as the page shows it, in the form of `replay --at N --format jsonl`. */
  position() {
    return this.page.evaluate(() => {
      /** @param {Element} e @param {string} name */
      const number = (e, name) => Number(e.getAttribute(`data-${name}`));
      const tokens = new Map([...document.querySelectorAll("[data-token]")].map((e) => [number(e, "token"), e]));
      const cells = [...document.querySelectorAll("[data-space]")].sort((a, b) => number(a, "space") - number(b, "space"));
      const clock = document.querySelector("#stage .clock")?.textContent ?? "";
      const bank = document.querySelector("#stage .bank")?.textContent ?? "";
      /** @param {string} unit */
      const left = (unit) => Number(new RegExp(`(\\d+) ${unit}`).exec(bank)?.[1] ?? 0);
      return {
        round: Number(/Round (\d+)/.exec(clock)?.[1] ?? 0),
        turn: Number(/Turn (\d+)/.exec(clock)?.[1] ?? 0),
        players: [...document.querySelectorAll(".player[data-seat]")].map((e) => ({
          seat: number(e, "seat"),
          cash: number(e, "cash"),
          worth: number(e, "worth"),
          space: Number(tokens.get(number(e, "seat"))?.getAttribute("data-at") ?? NaN),
          jail: e.getAttribute("data-jail") === "true",
          alive: number(e, "place") === 0,
          jail_cards: number(e, "cards"),
          tickets: number(e, "tickets"),
          forfeited: (e.textContent ?? "").includes("forfeited"),
          text: e.textContent ?? "",
        })),
        deeds: cells.filter((e) => number(e, "owner") > -2).map((e) => ({
          space: number(e, "space"),
          owner: number(e, "owner") < 0 ? "bank" : number(e, "owner"),
          level: number(e, "level"),
          mortgaged: e.getAttribute("data-mortgaged") === "true",
          kind: e.getAttribute("data-kind"),
          drawn: e.querySelectorAll(".building").length,
          built: e.closest(".named") ? undefined : e.querySelector(".built")?.textContent ?? "",
          mark: e.querySelector(".owner text")?.textContent ?? "",
          label: e.querySelector(".visually-hidden")?.textContent ?? "",
        })),
        stock: { house: left("house"), hotel: left("hotel"), skyscraper: left("skyscraper"), depot: left("depot") },
      };
    });
  }
}

/** The end of a test: the page has done nothing it may not. @param {Viewer} viewer */
export async function finish(viewer) {
  assert.deepEqual(viewer.complaints, []);
  await viewer.close();
}
