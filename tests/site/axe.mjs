// axe-core in a page: what it calls serious or critical.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules whose findings depend on the window and its colours. */
const OF_A_LOOK = ["color-contrast", "target-size", "scrollable-region-focusable"];

/**
 * @param {import("playwright-core").Page} page
 * @param {boolean} [again] the page was looked at in another window and other colours: only what depends on them
 * @returns {Promise<string[]>} a line each: the rule, where, and why
 */
export async function serious(page, again = false) {
  await page.evaluate(source); // as a debugger does it: the page's policy is not asked
  return page.evaluate(async (only) => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, {
      resultTypes: ["violations"],
      preload: false,
      ...(only ? { runOnly: only } : { rules: { "target-size": { enabled: true } } }),
    });
    return violations
      .filter((/** @type {any} */ { impact }) => impact === "serious" || impact === "critical")
      .flatMap((/** @type {any} */ { id, nodes }) => [
        ...nodes.slice(0, 3).map((/** @type {any} */ node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\s+/g, " ").slice(0, 300)}`),
        ...(nodes.length > 3 ? [`${id}: and ${nodes.length - 3} more`] : []),
      ]);
  }, again ? OF_A_LOOK : undefined);
}
