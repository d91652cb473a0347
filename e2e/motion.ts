import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Expects that with reduced motion requested no transition or animation on the page takes longer than 0.01 s. */
export async function expectReducedMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((each) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(each);
        const longest = (durations: string) => Math.max(...durations.split(",").map((one) => Number.parseFloat(one)));
        return longest(transitionDuration) > 0.01 || (animationName !== "none" && longest(animationDuration) > 0.01);
      })
      .map((each) => `${each.tagName} ${each.className}`),
  );
  expect(moving).toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
}
