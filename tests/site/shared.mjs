// The browser of all tests of a run, each of which opens contexts of its own. It is closed after the last one.
import { after } from "node:test";
import { launch } from "./page.mjs";

/** @type {Promise<import("playwright-core").Browser> | undefined} */
let browser;

export function shared() {
  browser ??= launch();
  return browser;
}

after(async () => (await browser)?.close());
