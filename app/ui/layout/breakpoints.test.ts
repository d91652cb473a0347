import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const files = globSync("{app,clinic,site}/**/*.css", { cwd: root }).sort();

/**
 * 40rem: wider than a phone. 60rem: room for columns. Below 16rem the text is enlarged (320 pixels at 200 %), and a long word needs the whole line.
 * Below a height of 34rem a screen has no room for parts that stay in place.
 */
const conditions = new Set([
  "(width < 16rem)",
  "(width < 40rem)",
  "(width >= 40rem)",
  "(width < 60rem)",
  "(width >= 60rem)",
  "(height < 34rem)",
  "(height >= 34rem)",
]);

/** Breakpoints of one place, which gives the reason. */
const exceptions = new Set([
  "app/shell/dashboard/dashboard-shell.module.css (60rem <= width < 74rem)",
  // One column more, on a desk's screen.
  "clinic/case/case.module.css (width >= 90rem)",
  "clinic/patients/record-page.module.css (width >= 90rem)",
  // What is known of the patient stands beside the thread where a line of it still has sixty characters.
  "clinic/conversation/conversation-page.module.css (width < 72rem)",
  "clinic/conversation/conversation-page.module.css (width >= 72rem)",
  // Below it an emergency and the composer don't fit a phone's screen together.
  "app/messages/conversations/thread-page.module.css (34rem <= height < 50rem)",
  "app/ui/data/track.module.css (width < 24rem)",
  "app/ui/data/track.module.css (width >= 24rem)",
  "site/styles/frame.css (width < 24rem)",
  "site/styles/product.css (width < 24rem)",
]);

const sizes = (css: string) =>
  [...css.matchAll(/@(?:media|container)([^{]*)\{/g)]
    .flatMap(([, query = ""]) => query.match(/\([^()]*\)/g) ?? [])
    .filter((condition) => /width|height|size|aspect/.test(condition));

test("style sheets ask for two breakpoints, in range syntax", () => {
  expect(files.length).toBeGreaterThan(100);
  const used = files.flatMap((file) =>
    sizes(readFileSync(join(root, file), "utf8"))
      .filter((condition) => !conditions.has(condition))
      .map((condition) => `${file} ${condition}`),
  );
  expect(new Set(used)).toEqual(exceptions);
});
