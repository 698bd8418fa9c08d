// What pages say of offers and of payments: their own sources, asked without a browser. Run by site.test.mjs.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { before, describe, test } from "node:test";

const SOURCES = join(process.env.SOLVENT_SOURCE ?? ".", "tools/site/src");
const PARTS = 'export * from "./play/say"; export * from "./game/words"; export * from "./game/event";';
const esbuild = process.env.ESBUILD ?? "esbuild";
const skip = spawnSync(esbuild, ["--version"]).status === 0 ? false : "esbuild isn't there";

/** Two sets, of the spaces 1 and 2 and of 3 and 4; the seats are you, ann and ben. */
const edition = {
  spaces: ["Go", "Old Road", "New Road", "Low Street", "High Street"].map((name) => ({ name, kind: "street" })),
  groups: [{ name: "Brown", deeds: [1, 2] }, { name: "Orange", deeds: [3, 4] }],
};
const NOTHING = { give_cash: 0, get_cash: 0, give_deeds: [], get_deeds: [], give_cards: [], get_cards: [], give_tickets: 0, get_tickets: 0 };

describe("words", { skip }, () => {
  /** @type {any} */
  let pages;
  before(async () => {
    const bundled = spawnSync(esbuild, ["--bundle", "--format=esm", "--log-level=warning"], { cwd: SOURCES, input: PARTS, encoding: "utf8" });
    assert.equal(bundled.status, 0, bundled.stderr);
    pages = await import(`data:text/javascript;base64,${Buffer.from(bundled.stdout).toString("base64")}`);
  });

  /** The words of a game of these events. @param {object[]} [events] */
  const words = (events = []) => new pages.Words({ edition, events, names: ["cat", "ann", "ben"], you: 0 });

  for (const { what, owners, offer, says } of [
    { what: "your set", owners: [0, 1, 2, 2], offer: { give_deeds: [2] }, says: " It completes Brown for you." },
    { what: "the proposer's set", owners: [1, 0, 2, 2], offer: { get_deeds: [2] }, says: " It completes Brown for ann." },
    { what: "a set of either", owners: [0, 1, 1, 0], offer: { give_deeds: [2], get_deeds: [4] }, says: " It completes Brown for you and Orange for ann." },
    { what: "both sets of one", owners: [0, 1, 1, 0], offer: { give_deeds: [2, 3] }, says: " It completes Brown for you and Orange for you." },
    { what: "a set that is handed over whole", owners: [1, 1, 2, 2], offer: { give_deeds: [1, 2] }, says: " It completes Brown for you." },
    { what: "no set, with a third player's deed", owners: [2, 1, 0, 2], offer: { give_deeds: [2], get_deeds: [3] }, says: "" },
    { what: "no set, with one for sale", owners: [-1, 1, 2, 2], offer: { give_deeds: [2] }, says: "" },
    { what: "no set that was complete before", owners: [0, 0, 1, 2], offer: { give_deeds: [3] }, says: "" },
    { what: "no set by cash", owners: [0, 0, 1, 1], offer: { give_cash: 50 }, says: "" },
  ]) {
    test(`an offer completes ${what}`, () => {
      const ask = { kind: "trade", seat: 0, other: 1, offer: { ...NOTHING, to: 0, ...offer } };
      const told = pages.sayQuestion(ask, { owner: [-1, ...owners] }, words(), edition);
      assert.match(told, /^ann offers a trade\. You give [^.]+ and get [^.]+\./);
      assert.equal(told.replace(/^.*? and get [^.]+\./, ""), says);
    });
  }

  const bought = { type: "cash", from: 1, to: "bank", amount: 60, why: "price", space: 1 };
  const deed = { type: "deed", space: 1, from: "bank", to: 1, why: "price" };
  const won = { ...bought, why: "auction" };
  const built = { ...bought, why: "build" };
  const level = { type: "level", space: 1, from: 0, to: 1 };
  const mortgaged = { type: "cash", from: "bank", to: 1, amount: 30, why: "mortgage", space: 1 };
  const mortgage = { type: "mortgage", space: 1, on: true };

  for (const { what, payment, next, line } of [
    { what: "a purchase", payment: bought, next: deed, line: "ann buys Old Road for $60" },
    { what: "an auction", payment: won, next: { ...deed, why: "auction" }, line: "ann gets Old Road at auction for $60" },
    { what: "a house", payment: built, next: level, line: "ann builds on Old Road: bare → 1 house, $60" },
    { what: "a mortgage", payment: mortgaged, next: mortgage, line: "ann mortgages Old Road for $30" },
  ]) {
    test(`${what} is one line with its payment`, () => {
      assert.ok(pages.isTold(payment, next));
      assert.ok(!pages.isTold(next, undefined));
      assert.equal(words([payment, next]).event({ ...next, n: 1 }), line);
      assert.equal(pages.actorOf([payment, next], 1), 1);
    });
  }

  test("a payment has a line of its own", () => {
    assert.ok(!pages.isTold(bought, undefined));
    assert.ok(!pages.isTold(bought, { ...deed, space: 2 }), "before another deed");
    assert.ok(!pages.isTold({ ...bought, why: "rent", to: 2 }, deed), "of rent");
    assert.ok(!pages.isTold(bought, { type: "turn", turn: 2, round: 1, seat: 2 }), "before a turn");
  });
});
