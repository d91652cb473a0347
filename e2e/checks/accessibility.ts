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
export async function expectAccessible(page: Page, name: string): Promise<void> {
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

/** Without transitions a color is the dark one at once, also in a page that is not in front. */
const setTransitions = (frame: Frame, on: boolean): Promise<void> =>
  frame.evaluate((wanted) => {
    const sheets = document.adoptedStyleSheets;
    if (wanted) return void (document.adoptedStyleSheets = sheets.slice(0, -1));
    const none = new CSSStyleSheet();
    none.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets = [...sheets, none];
  }, on);

/** Expects that every text has its contrast in the dark palette, too; what axe checks otherwise does not depend on colors. */
export async function expectReadableAtNight(page: Page, name: string): Promise<void> {
  const frames = page.frames();
  await Promise.allSettled(frames.map((frame) => setTransitions(frame, false)));
  await page.emulateMedia({ colorScheme: "dark" });
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run({
      runOnly: ["color-contrast"],
      resultTypes: ["violations"],
      selectors: false,
    });
    return violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html}\n  ${failureSummary}`));
  });
  expect.soft(found, `contrast at night on “${name}”`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  await Promise.allSettled(frames.map((frame) => setTransitions(frame, true)));
}

/** The two widths everything is designed for: a phone's and a desktop's. */
const screens = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const;

/** As `expectAccessible`, at the page's own width and then at the other one, and readable in the dark palette. Restores size and scroll position. */
export async function expectAccessibleAtBothWidths(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  const usual = page.viewportSize() ?? screens.desk;
  const scrolled = await page.evaluate(() => scrollY);
  const other = usual.width < screens.desk.width ? screens.desk : screens.phone;
  await page.setViewportSize(other);
  await expectAccessible(page, `${name}, ${other.width} px wide`);
  await page.setViewportSize(usual);
  await expectReadableAtNight(page, name);
  await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), scrolled);
}
