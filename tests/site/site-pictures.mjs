// Pictures of a league's pages, to be looked at: run by `tools/page-pictures -s` with a folder for them.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { firstPictures } from "./first-picture.mjs";
import { launch } from "./page.mjs";

const [out = "."] = process.argv.slice(2);
const { REPORT = "", GAME = "", OVER = "", RUNNING = "", TABLE = "" } = process.env;

/** @type {[string, string][]} */
const PAGES = [
  ["report", pathToFileURL(REPORT).href],
  ...["", "standings/points/down", "schedule", "games", "games?bot=1&order=luckiest", "games/1", "bots/1", "bots/5", "pairs/0-1", "deals/1", "game", "open", "docs/", "docs/VIEWING.html", "nothing"]
    .map((path) => /** @type {[string, string]} */ ([path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "standings", OVER + path])),
  ["running", RUNNING],
  ["playing", `${RUNNING}playing`],
  ["table", TABLE],
];
const WINDOWS = /** @type {const} */ ([[1440, 900], [1024, 768], [390, 844], [844, 390]]);
const wanted = process.env.WINDOWS?.split(",") ?? WINDOWS.map(([width, height]) => `${width}x${height}`);

const browser = await launch();
for (const [width, height] of WINDOWS.filter(([w, h]) => wanted.includes(`${w}x${h}`))) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce", hasTouch: width < 900 });
    for (const [name, url] of PAGES) {
      const page = await context.newPage();
      page.on("console", (message) => {
        if (name !== "nothing") {
          console.error(`${name}: ${message.text()}`);
          process.exitCode = 1;
        }
      });
      await page.goto(url);
      await page.waitForSelector(name === "table" ? "#ask button" : "body[data-ready]", { timeout: 60000 });
      const path = join(out, `${name}-${width}x${height}-${colorScheme}.png`);
      const tall = Math.min(4000, await page.evaluate(() => document.documentElement.scrollHeight));
      await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width, height: Math.max(tall, height) } });
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
await firstPictures({ "a game as a file": pathToFileURL(GAME).href, "a game served": `${OVER}games/1`, "standings": OVER });
