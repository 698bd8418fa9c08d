// How long a page takes to its first picture (First Contentful Paint), in a browser that knows nothing of it.
import { launch } from "./page.mjs";

/**
 * Prints, for each page, its size and the milliseconds of five loads, the median first.
 * @param {Record<string, string>} pages addresses by what they are called
 */
export async function firstPictures(pages) {
  const browser = await launch();
  for (const [name, url] of Object.entries(pages)) {
    /** @type {number[]} */
    const found = [];
    let size = 0;
    for (let i = 0; i < 5; i++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      const answer = await page.goto(url);
      size = (await answer?.body())?.length ?? 0;
      found.push(await page.evaluate(async () => {
        for (;;) {
          const paint = performance.getEntriesByName("first-contentful-paint")[0];
          if (paint) {
            return paint.startTime;
          }
          await new Promise((done) => setTimeout(done, 20));
        }
      }));
      await context.close();
    }
    found.sort((a, b) => a - b);
    console.log(`${name}: ${(size / 1000).toFixed(0)} kB, first picture after ${found[2]?.toFixed(0)} ms (${found.map((ms) => ms.toFixed(0)).join(", ")})`);
  }
  await browser.close();
}
