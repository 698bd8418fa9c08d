// The page that opens any recorded game, from disk: run by tests/system/test_site.sh with that page, a folder of recorded
// games and `solvent` itself.
import { spawnSync } from "node:child_process";
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync, inflateSync } from "node:zlib";
import { serious } from "./axe.mjs";
import { file, names } from "./game.mjs";
import { Viewer } from "./page.mjs";
import { shared } from "./shared.mjs";

const opener = process.env.OPENER ?? "";
const html = readFileSync(opener, "utf8");

/** Returns the data of a page under an id. @param {string} page @param {string} id */
const carried = (page, id) => Buffer.from(new RegExp(`id="${id}">([^<]*)<`).exec(page)?.[1] ?? "", "base64");

const module = new WebAssembly.Module(gunzipSync(carried(html, "opener")));

/** The program's word on a file, and whether it is a game. @param {string} name @param {Uint8Array} bytes */
function opened(name, bytes) {
  const imports = { wasi_snapshot_preview1: new Proxy({}, { get: () => () => 8 }) };
  const program = /** @type {any} */ (new WebAssembly.Instance(module, imports).exports);
  program._initialize();
  const put = (/** @type {Uint8Array} */ data) => {
    const at = program.room(data.length);
    new Uint8Array(program.memory.buffer).set(data, at);
    return at;
  };
  const is = program.open(put(Buffer.from(`${name}\0`)), put(bytes), bytes.length);
  return { is: is !== 0, text: Buffer.from(program.memory.buffer, program.text(), program.size()).toString() };
}

describe("the rules in the page", () => {
  for (const name of names) {
    test(`${name}: what is shown is the same, byte for byte, as in the page that solvent makes`, () => {
      const page = readFileSync(file(name, "html"), "utf8");
      const { is, text } = opened(`${name}.svr`, readFileSync(file(name, "svr")));
      assert.ok(is, text);
      assert.ok(text === inflateSync(carried(page, "game")).toString(), "other lines");
    });
  }

  test("damaged games get the line that solvent has for them", () => {
    const bytes = readFileSync(file("classic", "svr"));
    let wrong = 0;
    for (let at = 0; at < bytes.length; at += 41) {
      for (const damaged of [bytes.subarray(0, at), Buffer.concat([bytes.subarray(0, at), Buffer.from([bytes[at] ^ (1 << at % 8)]), bytes.subarray(at + 1)])]) {
        const { is, text } = opened("x.svr", damaged);
        assert.ok(!is && /^x\.svr: [^\n]+$/.test(text), `byte ${at}: ${text.slice(0, 200)}`);
        wrong++;
      }
    }
    assert.ok(wrong > 100);
    const half = `${opener}.half.svr`;
    writeFileSync(half, bytes.subarray(0, bytes.length >> 1));
    const { status, stderr } = spawnSync(process.env.SOLVENT ?? "", ["replay", half], { encoding: "utf8" });
    assert.notEqual(status, 0);
    assert.equal(opened(half, readFileSync(half)).text, stderr.trim().replace("solvent replay: ", ""));
  });
});

describe("the page that opens games", () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    browser = await shared();
  });

  /** The page as it is found on a disk. */
  async function start(width = 1440, height = 900) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion: "reduce" });
    const page = await context.newPage();
    const viewer = new Viewer(page);
    await page.goto(pathToFileURL(opener).href);
    await page.waitForSelector("body[data-ready]");
    return { page, viewer };
  }

  /** @param {import("playwright-core").Page} page @param {string} name @param {Uint8Array} bytes */
  async function drop(page, name, bytes) {
    await Promise.all([page.waitForNavigation(), page.evaluate(({ name, bytes }) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([new Uint8Array(bytes)], name));
      dispatchEvent(new DragEvent("dragover", { dataTransfer: dropped, cancelable: true }));
      if (!document.body.matches(".file-over")) {
        throw new Error("nothing shows where it would fall");
      }
      dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
    }, { name, bytes: [...bytes] })]);
    await page.waitForSelector("body[data-ready]");
  }

  const subtitle = (/** @type {import("playwright-core").Page} */ page) => page.textContent("#subtitle");

  test("games one after another, chosen and dropped, without a request", async () => {
    const { page, viewer } = await start();
    await page.setInputFiles("#file", file("classic", "svr"));
    await page.waitForSelector("body[data-ready][data-moment]");
    assert.match((await subtitle(page)) ?? "", /classic\.svr/);
    assert.match(await page.title(), /^ann, ben, cal, dee · Classic/);
    await page.keyboard.press("End");
    await page.waitForFunction(() => /#[de]=\d{2,}/.test(location.hash));
    const moment = await page.getAttribute("body", "data-moment");
    await page.reload();
    await page.waitForSelector("body[data-ready][data-moment]");
    assert.equal(await page.getAttribute("body", "data-moment"), moment, "a reload shows the same moment");
    await drop(page, "other.svr", readFileSync(file("mega", "svr")));
    assert.match((await subtitle(page)) ?? "", /other\.svr/);
    assert.equal(await page.getAttribute("body", "data-moment"), "0");
    await page.locator(".league a", { hasText: "Open another" }).click();
    await page.waitForSelector("#file");
    assert.equal(await page.locator("#failure:visible").count(), 0);
    assert.deepEqual(viewer.complaints, []);
    await viewer.close();
  });

  test("what is no game is told, and the page asks again", async () => {
    const { page, viewer } = await start(390, 844);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    await drop(page, "<b>notes.svr", Buffer.from("<script>alert(1)</script>"));
    assert.equal(await page.textContent("#failure"), "<b>notes.svr: found no recorded game; expected a file that begins with 'SVR1'");
    await drop(page, "half.svr", readFileSync(file("classic", "svr")).subarray(0, 900));
    assert.match((await page.textContent("#failure")) ?? "", /^half\.svr: /);
    assert.deepEqual(await serious(page), []);
    await page.evaluate(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([new Uint8Array(5 << 20)], "large.svr"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
    });
    assert.equal(await page.textContent("#failure"), "large.svr: found 5,242,880 bytes, expected a recorded game of at most 4,194,304");
    await drop(page, "whole.svr", readFileSync(file("classic", "svr")));
    assert.match((await subtitle(page)) ?? "", /whole\.svr/);
    assert.deepEqual(viewer.complaints, []);
    await viewer.close();
  });
});
