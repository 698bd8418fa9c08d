// Somebody who plays at a table of `solvent play` by clicks alone: at random, but as the page offers it.
import assert from "node:assert/strict";

/** A small generator, so that a failure can be played again. @param {number} seed */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export class Clicker {
  /** Questions so far, by kind, and other actions of the page. @type {Record<string, number>} */
  seen = {};
  /** Answers that the page has given by itself. */
  autos = 0;
  /** The question that is being answered. @type {string | null} */
  number = null;
  /** @type {string[]} */
  complaints = [];

  /**
   * @param {import("playwright-core").Page} page
   * @param {number} seed
   * @param {boolean} [quick] to press buttons by program, wherever they are, instead of by the mouse
   */
  constructor(page, seed, quick = false) {
    this.page = page;
    this.quick = quick;
    this.random = random(seed);
    page.on("console", (message) => this.complaints.push(`console ${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.stack}`));
    page.on("request", (request) => {
      const [, number, auto] = /\/answer$/.test(request.url()) ? /^n=(\d+)&.*?(&auto=1)?$/.exec(request.postData() ?? "") ?? [] : [];
      this.autos += auto ? 1 : 0;
      if (number !== undefined && !auto && number !== this.number) {
        this.complaints.push(`question ${number} was answered, not ${this.number}`);
      }
    });
    page.on("response", (response) => {
      if (response.status() >= 400) {
        this.complaints.push(`${response.status()}: ${response.url()}`);
      }
    });
  }

  /** Opens the table, with everything shown at once. @param {string} url @param {string} when */
  async open(url, when = "always") {
    await this.page.addInitScript((value) => {
      localStorage.setItem("solvent-play-speed", "0");
      localStorage.setItem("solvent-play-when", value);
    }, when);
    await this.page.goto(url);
    await this.page.waitForSelector("body[data-ready]");
  }

  /** @param {string} what */
  count(what) {
    this.seen[what] = (this.seen[what] ?? 0) + 1;
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return /** @type {T} */ (list[Math.floor(this.random() * list.length)]);
  }

  /** @param {import("playwright-core").Locator} button */
  async press(button) {
    await (this.quick ? button.evaluate((b) => /** @type {HTMLElement} */ (b).click()) : button.click());
  }

  /** The answer's button with this key, if it can be clicked: of the question that is being answered, as the next one may be
   * there already. @param {string} key */
  button(key) {
    return this.page.locator(`body[data-asked="${this.number}"] .answers button[data-answer="${key}"]:enabled`);
  }

  /** Waits for a question, or the end, as long as the game moves on. @returns {Promise<boolean>} */
  async asked() {
    for (let moment = "", waits = true; waits;) {
      try {
        await this.page.waitForFunction(() => document.body.dataset["asked"] || document.body.dataset["over"], undefined, { polling: 20, timeout: 60000 });
        waits = false;
      } catch (error) {
        const now = (await this.page.getAttribute("body", "data-moment")) ?? "";
        if (now === moment) {
          throw error;
        }
        moment = now;
      }
    }
    return (await this.page.getAttribute("body", "data-over")) === null;
  }

  /** Answers the question on the page. */
  async answer() {
    const kind = (await this.page.getAttribute("body", "data-kind")) ?? "";
    const number = this.number = await this.page.getAttribute("body", "data-asked");
    this.count(kind);
    if (kind === "bus") {
      for (const text of await this.page.locator(".answers button").allTextContents()) {
        assert.match(text, /^(Both dice|First die|Second die): \d+ to \S/);
      }
    }
    if (kind === "manage" || kind === "debt" || kind === "interest" || kind === "layout") {
      await this.plan(kind);
    } else if (kind === "bid" || kind === "sealed_bid") {
      await this.bid();
    } else if (kind === "triple" || kind === "lot" || kind === "place") {
      await this.space();
    } else {
      await this.choice(kind);
    }
    await this.page.waitForFunction((n) => document.body.dataset["asked"] !== n, number, { polling: 10, timeout: 20000 }).catch(async () => {
      assert.fail(`not taken: ${kind}: ${await this.page.locator("#ask").innerText()}`);
    });
  }

  async choice(/** @type {string} */ kind) {
    const choices = await this.page.locator(".answers button:enabled").evaluateAll((all) => all.map((b) => b.getAttribute("data-answer") ?? ""));
    const choice = this.pick(choices.filter((key) => key !== "counter" || this.random() < 0.5));
    await this.press(this.button(choice));
    if (kind === "trade" && choice === "counter") {
      await this.offer(true);
    } else if (kind === "ticket" && choice === "use") {
      await this.space();
    } else if (kind === "buy" && choice === "buy" && await this.button("confirm").count() > 0) {
      this.count("raised");
      await this.press(this.button("confirm"));
    }
  }

  async space() {
    await this.press(this.pick(await this.page.locator(".space-list button").all()));
    await this.press(this.button("confirm"));
  }

  async bid() {
    if (await this.button("bid").count() > 0 && this.random() < 0.6) {
      const raise = this.pick(await this.page.locator(".quick-raises button").all());
      await this.press(raise);
      this.count("bids");
      await this.press(this.button("bid"));
    } else {
      await this.press(this.button("none"));
    }
  }

  /** Some changes; what the rules do not take is changed back. @param {string} kind */
  async plan(kind) {
    for (let tries = this.random() < 0.5 ? 1 + Math.floor(this.random() * 3) : 0; tries > 0; tries--) {
      if (this.random() < 0.25 && await this.button("offer").count() > 0) {
        await this.press(this.button("offer"));
        await this.offer(false);
        continue;
      }
      await this.settled(); // the rules' word redraws the rows
      const rows = await this.page.locator(".deed-row button:enabled").all();
      if (rows.length === 0) {
        break;
      }
      const row = this.pick(rows);
      const text = await row.textContent();
      await this.press(row);
      await this.settled();
      this.count(text === "+" ? "built" : text === "−" ? "sold" : "pledged");
    }
    await this.settled();
    if (await this.button("confirm").count() === 0) {
      this.count("refused drafts");
      const told = await this.page.locator("#ask").innerText();
      assert.ok(kind !== "debt" || /You are \$[\d,]+ short\.|Not allowed: (?!.* owed)/.test(told), told);
      await this.press(this.button("usual").or(this.button("clear")).first());
      await this.settled();
    }
    await this.press(this.button("confirm"));
  }

  /** Waits for the rules' word about the answer as it stands. */
  async settled() {
    await this.page.waitForSelector("#ask:not([aria-busy])", { state: "attached" });
  }

  /** @param {boolean} counter */
  async offer(counter) {
    const partners = await this.page.locator(".partners button").all();
    if (!counter && partners.length > 1) {
      await this.press(this.pick(partners));
      await this.settled();
    }
    for (const side of [0, 1]) {
      const goods = await this.page.locator(".side").nth(side).locator(".good").all();
      if (goods.length > 0 && this.random() < 0.8) {
        await this.press(this.pick(goods));
      }
      if (this.random() < 0.5) {
        await this.page.locator(".side").nth(side).locator("input").first().fill(String(Math.floor(this.random() * 200)));
      }
    }
    await this.settled();
    if (await this.button("add").count() > 0) {
      this.count(counter ? "countered" : "offered");
      await this.press(this.button("add"));
    } else {
      await this.press(this.button("back"));
      if (counter) {
        await this.press(this.button("reject"));
      }
    }
  }

  /** Plays to the end. */
  async play() {
    while (await this.asked()) {
      await this.answer();
    }
  }
}
