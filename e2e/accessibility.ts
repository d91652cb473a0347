import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Frame, type Page } from "@playwright/test";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Every animation that has an end has come to it. */
const settled = (frame: Frame): Promise<void> =>
  frame.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Expects no violation of WCAG 2.2 AA, nor of axe's best practice, on the page as it is now. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // What the server drew ahead is not the page yet.
  await expect(page.locator("#early")).toHaveCount(0);
  // A colour half-way through a fade is no colour of the design.
  await Promise.all(page.frames().map(settled));
  // Looking into frames takes axe a second page; without frames it needs none.
  const framed = page.frames().length > 1;
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode(!framed).analyze();

  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join("\n  ")}`,
  );
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
