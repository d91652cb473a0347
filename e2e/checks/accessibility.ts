import { expect, type Frame, type Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Every animation that has an end has come to it. */
const animationsEnded = (frame: Frame): Promise<void> =>
  frame.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Has axe in a frame, once for each document: reading it takes a page about as long as its looking. */
async function injectAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(axe.source);
  // The cart's frame is of another site than the page around it.
  await frame.evaluate(() => window.axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] }));
}

/** Whether a frame of the page has its first heading. */
const hasHeading = async (page: Page): Promise<boolean> => {
  const first = page.frames().map((frame) => frame.locator("h1, [role=heading][aria-level='1']").count());
  // A frame may go meanwhile.
  return (await Promise.allSettled(first)).some((found) => found.status === "fulfilled" && found.value > 0);
};

/** Expects no violation of WCAG 2.2 AA, nor of axe's best practice, on the page as it is now. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // What the server drew ahead is not the page yet, nor is a frame around a step that is on its way.
  await expect(page.locator("#early")).toHaveCount(0);
  await expect.poll(() => hasHeading(page), `“${name}” has a first heading`).toBe(true);
  // A colour half-way through a fade is no colour of the design.
  await Promise.all(page.frames().map(animationsEnded));
  await Promise.all(page.frames().map(injectAxe));
  // Only what is wrong leaves the page: what passed is a hundred times as much.
  const found = await page.evaluate(async (values) => {
    const { violations } = await window.axe.run({ runOnly: { type: "tag", values }, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`);
  }, tags);
  expect.soft(found, `axe on “${name}”`).toEqual([]);
}

/** The widths everything is laid out for, a phone's and a desk's. */
const screens = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const;

/** As `expectAccessible`, at the width of the page and then at the other one; leaves the page as it was. */
export async function expectAccessibleAtBothWidths(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  const usual = page.viewportSize() ?? screens.desk;
  const scrolled = await page.evaluate(() => scrollY);
  const other = usual.width < screens.desk.width ? screens.desk : screens.phone;
  await page.setViewportSize(other);
  await expectAccessible(page, `${name}, ${other.width} px wide`);
  await page.setViewportSize(usual);
  await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), scrolled);
}
