import type { Frame, Locator, Page } from "@playwright/test";
import { expect } from "../fixtures.ts";

/** Doubles the text size, as a patient sets it in the browser. */
export async function doubleText(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await expect(page.locator("html")).toHaveCSS("font-size", "32px");
}

/** Expects that nothing makes the page wider than the screen. */
export async function expectNoSidewaysScroll(page: Page, where = ""): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const tooWide = await page.evaluate((screen) => {
    if ((document.scrollingElement?.scrollWidth ?? 0) <= screen) return [];
    const parts = [...document.querySelectorAll("body, body *")];
    const beyond = parts.filter((each) => each.getBoundingClientRect().right > screen + 1);
    return [
      "The page scrolls sideways",
      ...beyond.map((each) => `${each.tagName} ${each.className} ${each.getBoundingClientRect().right}`),
    ];
  }, width);
  expect(tooWide, where).toEqual([]);
}

/** Expects that nothing in a dialog overflows it or the screen, scrolls sideways or is cut off. */
export async function expectFits(dialog: Locator): Promise<void> {
  const tooWide = await dialog.evaluate((popup) => {
    const { right } = popup.getBoundingClientRect();
    const parts = [popup, ...popup.querySelectorAll("*")].filter((each) => {
      const { width, right: end } = each.getBoundingClientRect();
      // Text for screen readers only is one pixel wide.
      if (width <= 1) return false;
      const scrolls = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === "auto";
      return scrolls || end > Math.min(right, innerWidth) + 1;
    });
    return parts.map((each) => `${each.tagName} ${each.className}`);
  });
  expect(tooWide).toEqual([]);
}

/** The narrowest screen, and double-size text on it and on a usual phone: width in px, text as a multiple of the usual size. */
const sizes = [
  { width: 320, text: 1 },
  { width: 390, text: 2 },
  { width: 320, text: 2 },
] as const;

/** Sets the width (px) and height (px) of a page's screen and the size of its text (a multiple of the usual size). */
async function setSize(page: Page, width: number, text: number, height = 640): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 16 * text, fixed: 13 * text } });
  await browser.detach();
  await page.setViewportSize({ width, height });
}

/** The narrowest screen with the largest text. */
export const setNarrowestSize = (page: Page): Promise<void> => setSize(page, 320, 2);

/** A screen of this size with text of the usual size. */
export const setUsualSize = (page: Page, screen: { width: number; height: number }): Promise<void> =>
  setSize(page, screen.width, 1, screen.height);

/** What a patient cannot read on the page as it is now, in each size. Leaves it on the narrowest screen with the largest text. */
export async function findUnreadable(page: Page): Promise<string[]> {
  // Prerendered content and placeholders are not the page yet; only the gallery shows placeholders on purpose.
  if (new URL(page.url()).pathname !== "/playground")
    for (const frame of page.frames()) {
      const waiting = frame.locator("#early, [aria-busy=true]:not(:has(h1))").filter({ visible: true });
      await expect(waiting).toHaveCount(0);
    }
  const found: string[] = [];
  for (const size of sizes) {
    await setSize(page, size.width, size.text);
    for (const frame of page.frames())
      for (const problem of await findUnreadableIn(frame))
        found.push(`${size.width} px, ${size.text * 100} %: ${problem}`);
  }
  return found;
}

/**
 * Problems in a frame: it scrolls sideways, a word overflows the screen or a box that cuts it off, or a word breaks without a hyphen.
 * Email addresses, web addresses and file names may break anywhere.
 */
const findUnreadableIn = (frame: Frame): Promise<string[]> =>
  frame.evaluate(async () => {
    // Words move while fonts load and a screen animates in.
    await document.fonts.ready;
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));

    const found = new Set<string>();
    const nameOf = ({ tagName, classList }: Element) => [tagName.toLowerCase(), ...classList].join(".");
    const root = document.documentElement;
    for (const each of [root, ...document.querySelectorAll("body *")]) {
      const beyond = each.scrollWidth - each.clientWidth;
      if (beyond <= (each === root ? 0 : 1)) continue;
      if (each !== root && !/auto|scroll/.test(getComputedStyle(each).overflowX)) continue;
      const { right } = each.getBoundingClientRect();
      const widest = [...each.querySelectorAll("*")].findLast((part) => part.getBoundingClientRect().right > right);
      found.add(`${nameOf(each)} scrolls sideways by ${beyond} px${widest ? ` for ${nameOf(widest)}` : ""}`);
    }

    /** Text for screen readers only is one pixel wide. */
    const isUnseen = (part: Element | null): boolean =>
      part !== null && (part.getBoundingClientRect().width <= 1 || isUnseen(part.parentElement));
    /** The left and right edges of the space that text has: its block, narrowed by the boxes that cut it off. */
    const sidesOf = (part: Element | null, inBlock = false): [left: number, right: number] => {
      if (!part) return [0, root.scrollWidth];
      const { display, overflowX } = getComputedStyle(part);
      const isBlock = !display.startsWith("inline") && display !== "contents";
      const [left, right] = sidesOf(part.parentElement, inBlock || isBlock);
      if (overflowX === "visible" && (inBlock || !isBlock)) return [left, right];
      const box = part.getBoundingClientRect();
      return [Math.max(left, box.left), Math.min(right, box.right)];
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (parent.closest("script, style, [inert], option, textarea") || isUnseen(parent)) continue;
      // An email address may be drawn in two parts, broken before its @, each in an element of its own.
      if (/^\S+@\S+$/.test(parent.closest(":not(own-text)")?.textContent ?? "")) continue;
      const [left, right] = sidesOf(parent);
      for (const { 0: token, index } of (node.nodeValue ?? "").matchAll(/\S+/gu)) {
        if (/@|:\/\/|\p{L}\.\p{L}/u.test(token)) continue;
        for (const { 0: word, index: at } of token.matchAll(/\p{N}+(?:[.,:]\p{N}+)+|[\p{L}\p{M}\p{N}’']+/gu)) {
          const range = document.createRange();
          range.setStart(node, index + at);
          range.setEnd(node, index + at + word.length);
          const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 2);
          const [first] = rects;
          if (!first) continue;
          if (rects.some(({ top }) => Math.abs(top - first.top) > first.height / 2))
            found.add(`“${word}” is broken in ${nameOf(parent)}`);
          else if (rects.some((rect) => rect.left < left - 1 || rect.right > right + 1))
            found.add(`“${word}” ends beyond ${nameOf(parent)}`);
        }
      }
    }
    return [...found];
  });
