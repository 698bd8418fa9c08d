// Somebody who plays at a table of `solvent play` so that everything happens: bids, trades, builds, and spends until there is a
// debt. Then the rest of the game is played with as few questions as the page can do with.
import { Clicker } from "./clicker.mjs";

const PARTS = ["auction", "trade", "building", "debt"];

export class Thorough extends Clicker {
  /** Events so far, by type. @type {Set<string>} */
  done = new Set();
  /** Deeds that were asked for in the last offers. @type {string[]} */
  wanted = [];

  get missing() {
    return PARTS.filter((part) => !this.done.has(part));
  }

  async play() {
    for (let rolls = false; await this.asked();) {
      if (!rolls && this.missing.length === 0) {
        await this.page.selectOption("#when", "never");
        rolls = true;
      }
      await this.answer();
    }
  }

  /** @param {string} kind */
  async choice(kind) {
    if (kind === "trade") {
      await this.press(this.button("accept"));
      this.done.add("trade");
    } else if (kind === "buy" && this.done.has("auction") && await this.button("buy").count() > 0) {
      await this.press(this.button("buy"));
      if (await this.button("confirm").count() > 0) {
        await this.press(this.button("confirm"));
      }
    } else if (kind === "buy") {
      await this.press(this.button("decline"));
    } else {
      await super.choice(kind);
    }
  }

  async bid() {
    const limit = this.page.locator('[data-key="limit-price"]');
    const limited = await limit.count() > 0;
    if (await this.button("bid").count() > 0 && (limited || !this.done.has("auction"))) {
      if (limited) {
        await this.press(limit);
      }
      await this.press(this.button("bid"));
      this.done.add("auction");
    } else {
      await this.press(this.button("none"));
    }
  }

  /** @param {string} kind */
  async plan(kind) {
    await this.settled();
    if (kind === "debt") {
      this.done.add("debt");
    } else if (kind === "manage" && this.missing.length > 0) {
      await this.manage();
    }
    if (await this.button("confirm").count() === 0) {
      await this.press(this.button("usual").or(this.button("clear")).first());
      await this.settled();
    }
    await this.press(this.button("confirm"));
  }

  /** Builds for all the cash; else offers trades. */
  async manage() {
    if (this.wanted.length > 0) {
      const got = await this.page.locator(this.wanted.map((space) => `.deed-row[data-deed="${space}"]`).join()).count();
      this.wanted = [];
      if (got > 0) {
        this.done.add("trade");
      }
    }
    while (await this.build()) {
      this.done.add("building");
    }
    for (let offers = 2; !this.done.has("building") && offers > 0 && await this.button("offer").count() > 0; offers--) {
      await this.press(this.button("offer"));
      await this.offer();
    }
  }

  /** One house more, if the cash suffices. */
  async build() {
    const more = await this.page.locator('.deed-row button[data-key^="more"]:enabled').all();
    if (more.length === 0) {
      return false;
    }
    const row = this.pick(more);
    const less = this.page.locator(`button[data-key="${(await row.getAttribute("data-key"))?.replace("more", "less")}"]`);
    await this.press(row);
    await this.settled();
    if (await this.button("confirm").count() > 0) {
      return true;
    }
    await this.press(less);
    await this.settled();
    return false;
  }

  /** The colours of the deeds on one side of an offer: the deeds' keys by colour. @param {number} side */
  async sets(side) {
    const deeds = await this.page.locator(".side").nth(side).locator(".deed-button").evaluateAll((all) =>
      all.map((deed) => [/** @type {HTMLElement} */ (deed).style.getPropertyValue("--g"), deed.getAttribute("data-key") ?? ""]));
    /** @type {Map<string, string[]>} */
    const sets = new Map();
    for (const [colour = "", key = ""] of deeds) {
      sets.set(colour, [...sets.get(colour) ?? [], key]);
    }
    return sets;
  }

  /** For deeds of a set that it has begun: as much as it can spare, and sometimes a deed that the other one may need. */
  async offer() {
    const partners = await this.page.locator(".partners button").all();
    if (partners.length > 0) {
      await this.press(this.pick(partners));
      await this.settled();
    }
    const mine = await this.sets(0);
    const theirs = await this.sets(1);
    const shared = [...theirs.keys()].filter((colour) => mine.has(colour));
    if (shared.length > 0) {
      const sought = this.pick(shared);
      const given = shared.filter((colour) => colour !== sought);
      const keys = [...theirs.get(sought) ?? [], ...given.length > 0 && this.random() < 0.6 ? mine.get(this.pick(given)) ?? [] : []];
      for (const key of keys) {
        await this.press(this.page.locator(`.side [data-key="${key}"]`));
      }
      const cash = Number(await this.page.getAttribute('.player[data-seat="0"]', "data-cash"));
      await this.page.locator(".side").first().locator("input").first().fill(String(Math.floor(Math.max(0, cash) * (0.3 + 0.65 * this.random()))));
      this.wanted.push(...(theirs.get(sought) ?? []).map((key) => key.replace("getd", "")));
    }
    await this.settled();
    await this.press(this.button("add").or(this.button("back")).first());
  }
}
