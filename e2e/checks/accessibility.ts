import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Frame, type Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Half as long as what `axe-core` exports, and so read in less time by every process it passes through. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Whether a frame still shows the prerendered shell, and whether it has a level 1 heading. */
const stateOf = (frame: Frame) =>
  frame.evaluate(() => ({
    prerendered: document.querySelector("#early") !== null,
    heading: document.querySelector("h1, [role=heading][aria-level='1']") !== null,
  }));

/** The page is not ready while it shows the prerendered shell, or the frame of a step that is still loading. */
async function stateOfPage(page: Page): Promise<{ readonly prerendered: boolean; readonly heading: boolean }> {
  // A frame may detach meanwhile.
  const frames = await Promise.allSettled(page.frames().map(stateOf));
  const states = frames.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  return { prerendered: states.some((each) => each.prerendered), heading: states.some((each) => each.heading) };
}

/**
 * Puts every finite animation of the frame at its end: a colour halfway through a fade is not a colour of the design. Not waited for: a page that is
 * not painted does not go on with them. Then injects axe, once per document: parsing axe takes a page about as long as running it.
 */
async function prepare(frame: Frame): Promise<void> {
  const hasAxe = await frame.evaluate(() => {
    // A dialog about to fade in has begun to.
    for (const entering of document.querySelectorAll("[data-starting-style]"))
      entering.removeAttribute("data-starting-style");
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    return "axe" in window;
  });
  if (hasAxe) return;
  // The cart's frame is on another site than the page around it.
  await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] });`);
}

/** The first heading: another screen has another. */
const headingOf = (page: Page) =>
  page.evaluate(() => document.querySelector("h1, [role=heading][aria-level='1']")?.textContent ?? "");

/** Expects no violation of WCAG 2.2 AA or of axe's best practices on the page as it is now. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  let found: string[] = [];
  await expect(async () => {
    await expect
      .poll(() => stateOfPage(page), `“${name}” is rendered and has a first heading`)
      .toEqual({ prerendered: false, heading: true });
    const heading = await headingOf(page);
    await Promise.all(page.frames().map(prepare));
    // Only violations leave the page: the passes are a hundred times as large.
    found = await page.evaluate(async (values) => {
      // Without selectors, which nobody reads.
      const { violations } = await window.axe.run({
        runOnly: { type: "tag", values },
        resultTypes: ["violations"],
        selectors: false,
      });
      return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
    }, tags);
    // A screen that went on by itself meanwhile was seen in part only.
    expect(await headingOf(page)).toBe(heading);
  }).toPass();
  expect.soft(found, `axe on “${name}”`).toEqual([]);
}

const setTransitions = (frame: Frame, on: boolean): Promise<void> =>
  frame.evaluate((wanted) => {
    const sheets = document.adoptedStyleSheets;
    if (wanted) return void (document.adoptedStyleSheets = sheets.slice(0, -1));
    const none = new CSSStyleSheet();
    none.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets = [...sheets, none];
  }, on);

/** Without transitions a color is the dark one at once, also in a page that is not in front. */
async function atNight(page: Page, check: () => Promise<void>): Promise<void> {
  const frames = page.frames();
  await Promise.allSettled(frames.map((frame) => setTransitions(frame, false)));
  await page.emulateMedia({ colorScheme: "dark" });
  await check();
  await page.emulateMedia({ colorScheme: "light" });
  await Promise.allSettled(frames.map((frame) => setTransitions(frame, true)));
}

/** The two widths everything is designed for: a phone's and a desktop's. */
const screens = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const;

/** As `expectAccessible`, at the page's own width and at the other one. */
export function expectAccessibleAtBothWidths(page: Page, name: string): Promise<void> {
  const usual = page.viewportSize() ?? screens.desk;
  return expectAccessibleByDayAndNight(page, name, [
    usual,
    usual.width < screens.desk.width ? screens.desk : screens.phone,
  ]);
}

type Size = Readonly<{ width: number; height: number }>;

/**
 * As `expectAccessible`, at one size by day and at another by night: what is shown depends on the width, which colors it has doesn't. Half of all screens
 * are dark at the first size, and half at the second. Restores size and scroll position.
 */
export async function expectAccessibleByDayAndNight(
  page: Page,
  name: string,
  sizes: readonly [Size, Size],
): Promise<void> {
  const usual = page.viewportSize() ?? screens.desk;
  const scrolled = await page.evaluate(() => scrollY);
  const isDarkFirst = name.length % 2 === 1;
  for (const [index, size] of sizes.entries()) {
    await page.setViewportSize(size);
    const check = (palette: string) => expectAccessible(page, `${name}, ${size.width} px wide, by ${palette}`);
    if ((index === 0) === isDarkFirst) await atNight(page, () => check("night"));
    else await check("day");
  }
  await page.setViewportSize(usual);
  await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), scrolled);
}
