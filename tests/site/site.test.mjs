// All tests of pages, in one process and one browser. Run by tests/system/test_site.sh.
import "./words.test.mjs";
import "./game.test.mjs";
import "./pages.test.mjs";
import "./tasks.test.mjs";
import "./axe.test.mjs";
import "./keyboard.test.mjs";

if (process.env.OPENER) {
  await import("./opener.test.mjs");
}
