import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Text of twice the size, as she sets it in her browser. */
export async function doubleText(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await expect(page.locator("html")).toHaveCSS("font-size", "32px");
}

/** Expects that nothing makes the page wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const wide = await page.evaluate((screen) => {
    if ((document.scrollingElement?.scrollWidth ?? 0) <= screen) return [];
    const parts = [...document.querySelectorAll("body, body *")];
    const beyond = parts.filter((each) => each.getBoundingClientRect().right > screen + 1);
    return ["The page scrolls sideways", ...beyond.map((each) => `${each.tagName} ${each.className}`)];
  }, width);
  expect(wide).toEqual([]);
}

/** Expects that nothing in a dialog goes beyond it or the screen, scrolls sideways or is cut off. */
export async function expectFits(dialog: Locator): Promise<void> {
  const wide = await dialog.evaluate((popup) => {
    const { right } = popup.getBoundingClientRect();
    const parts = [popup, ...popup.querySelectorAll("*")].filter((each) => {
      const { width, right: end } = each.getBoundingClientRect();
      // What only a screen reader reads is a pixel wide.
      if (width <= 1) return false;
      const scrolls = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === "auto";
      return scrolls || end > Math.min(right, innerWidth) + 1;
    });
    return parts.map((each) => `${each.tagName} ${each.className}`);
  });
  expect(wide).toEqual([]);
}
