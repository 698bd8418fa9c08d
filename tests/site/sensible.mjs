// Somebody who plays at a table of `solvent play` to win, with all means of the page to be asked less. The questions left are
// counted.
import { Clicker } from "./clicker.mjs";

const CASH_KEPT = 250;

export class Sensible extends Clicker {
  /** @param {import("playwright-core").Page} page @param {number} seed */
  constructor(page, seed) {
    super(page, seed, true);
  }

  /** @returns {number} */
  get questions() {
    return Object.values(this.asks).reduce((sum, n) => sum + n, 0);
  }

  /** By kind. @type {Record<string, number>} */
  asks = {};

  async answer() {
    const kind = (await this.page.getAttribute("body", "data-kind")) ?? "";
    this.asks[kind] = (this.asks[kind] ?? 0) + 1;
    await super.answer();
  }

  /** @param {string} kind */
  async choice(kind) {
    if (kind === "trade") {
      await this.press(this.button(this.random() < 0.1 ? "accept" : "decline-like"));
    } else if (kind === "buy" && await this.button("buy").count() > 0 && (await this.button("buy").innerText()).startsWith("Raise")) {
      await this.press(this.button("decline"));
    } else {
      const hold = this.page.locator("#hold");
      if ((this.asks[kind] ?? 0) > 2 && await hold.count() > 0) {
        await this.press(hold);
      }
      await this.press(this.page.locator(".answers button.primary"));
    }
  }

  async bid() {
    const limits = await this.page.locator('[data-key^="limit-"]').all();
    if (await this.button("bid").count() > 0 && (limits.length > 1 || await this.page.locator("#limit").count() === 0) && this.random() < 0.8) {
      for (const limit of limits.slice(0, -1).slice(-1)) {
        await this.press(limit);
      }
      if ((this.asks["bid"] ?? 0) > 2 && await this.page.locator("#hold").count() > 0) {
        await this.press(this.page.locator("#hold"));
      }
      await this.press(this.button("bid"));
    } else {
      await this.press(this.button("none"));
    }
  }

  /** Builds what leaves some cash. @param {string} kind */
  async plan(kind) {
    for (let houses = 0; kind === "manage" && houses < 6; houses++) {
      const more = await this.page.locator('.deed-row button[data-key^="more"]:enabled').all();
      const sum = /→ \$([\d,]+)/.exec(await this.page.locator(".sum").innerText().catch(() => ""));
      const cash = sum ? Number(sum[1]?.replaceAll(",", "")) : Number(await this.page.getAttribute('.player[data-seat="0"]', "data-cash"));
      if (more.length === 0 || cash < CASH_KEPT + 150) {
        break;
      }
      await this.press(this.pick(more));
      await this.settled();
    }
    await this.settled();
    if (await this.button("confirm").count() === 0) {
      await this.press(this.button("usual").or(this.button("clear")).first());
      await this.settled();
    }
    await this.press(this.button("confirm"));
  }
}
