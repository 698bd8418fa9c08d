// Pictures of pages in many windows, to be looked at: run by tools/page-pictures with a folder of pages.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { launch, Viewer } from "./page.mjs";

const [pages = ".", out = "."] = process.argv.slice(2);

/** Every window of a page: what it is called, how wide and high, and what else is special. */
const WINDOWS = /** @type {const} */ ([
  ["1440x900", 1440, 900, {}],
  ["1024x768", 1024, 768, {}],
  ["768x1024", 768, 1024, {}],
  ["390x844", 390, 844, { touch: true }],
  ["844x390", 844, 390, { touch: true }],
  ["dark", 1440, 900, { dark: true }],
  ["print", 1440, 900, { print: true }],
]);
const wanted = process.env.WINDOWS?.split(",") ?? WINDOWS.map(([name]) => name);

const browser = await launch();
for (const file of readdirSync(pages).filter((name) => name.endsWith(".html"))) {
  const name = basename(file, ".html");
  for (const [tag, width, height, how] of WINDOWS.filter(([window]) => wanted.includes(window))) {
    const viewer = await Viewer.open(browser, join(pages, file), { width, height, ...how });
    const last = Number(await viewer.page.getAttribute("#scrub", "max"));
    await viewer.scrub(Math.floor(last * 0.55));
    if ("print" in how) {
      await viewer.page.pdf({ path: join(out, `${name}-${tag}.pdf`), format: "A4", preferCSSPageSize: true, printBackground: false });
    } else {
      await viewer.page.screenshot({ path: join(out, `${name}-${tag}.png`) });
      if (width < 900) {
        await viewer.page.screenshot({ path: join(out, `${name}-${tag}-whole.png`), fullPage: true });
      }
    }
    if (viewer.complaints.length) {
      console.error(`${name} ${tag}: ${viewer.complaints.join("; ")}`);
      process.exitCode = 1;
    }
    await viewer.close();
  }
}
await browser.close();
