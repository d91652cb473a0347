import { readFileSync } from "node:fs";
import { globSync } from "node:fs";
import { expect, test } from "vitest";

/** What turns while something is waited for, without an end; reduced motion stops it after one turn, in no time. */
const waiting = [
  "app/ui/actions/spinner.module.css",
  "app/ui/feedback/skeleton.module.css",
  "app/ui/layout/overlays/interstitial.module.css",
];
const sheets = globSync("{app,embed,site}/**/*.css").map((file) => ({ file, css: readFileSync(file, "utf8") }));

/** The rules inside every block that begins with `head`, up to its closing brace. */
function blocksOf(css: string, head: RegExp): string[] {
  return [...css.matchAll(head)].map(({ index, 0: { length } }) => {
    let depth = 1;
    let end = index + length;
    for (; depth > 0 && end < css.length; end++) depth += css[end] === "{" ? 1 : css[end] === "}" ? -1 : 0;
    return css.slice(index + length, end - 1);
  });
}
const reduced = /@media \(prefers-reduced-motion: reduce\) \{/g;
const unreduced = /@media \(prefers-reduced-motion: no-preference\) \{/g;

test("what moves changes nothing but its transform and its opacity, so that nothing around it shifts", () => {
  const moved = sheets.flatMap(({ file, css }) =>
    blocksOf(css, /@keyframes [\w-]+ \{/g).flatMap((frames) =>
      [...frames.matchAll(/([\w-]+):/g)].map(([, property = ""]) => `${file}: ${property}`),
    ),
  );
  expect(moved.length).toBeGreaterThan(0);
  expect(moved.filter((each) => !/: (?:transform|opacity|animation-timing-function)$/.test(each))).toEqual([]);
});

test("with reduced motion nothing moves: it is not animated at all, or takes no time", () => {
  const animated = sheets.flatMap(({ file, css }) => {
    const still = blocksOf(css, unreduced).reduce((rest, block) => rest.replace(block, ""), css);
    return [...still.matchAll(/animation(?:-duration)?: ([^;]+);/g)].map(([, value = ""]) => ({ file, value }));
  });
  const unbounded = animated.filter(
    ({ file, value }) => !waiting.includes(file) && !value.includes("var(--motion-") && value !== "0.01ms !important",
  );
  expect(unbounded).toEqual([]);
  const [tokens = ""] = blocksOf(readFileSync("app/ui/brand/tokens.css", "utf8"), reduced);
  expect(tokens.match(/--motion-(?:quick|calm): 0ms;/g)).toHaveLength(2);
  const [base = ""] = blocksOf(readFileSync("app/ui/brand/base.css", "utf8"), reduced);
  for (const rule of ["animation-duration: 0.01ms !important", "animation-iteration-count: 1 !important"])
    expect(base).toContain(rule);
});
