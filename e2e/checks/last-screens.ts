import type { BrowserContext, Frame } from "@playwright/test";
import { lastPresses } from "../last-presses.ts";

/** How much of a frame to show, in characters. */
const limit = 2000;

/** What every page and frame shows as an accessibility tree, and its last presses. Innermost frames first: they are what a test is about. */
export async function describeScreens(contexts: readonly BrowserContext[]): Promise<string> {
  const frames = contexts.flatMap((context) => context.pages().flatMap((page) => page.frames().toReversed()));
  return (await Promise.all(frames.map(describeScreen))).join("\n\n");
}

async function describeScreen(frame: Frame): Promise<string> {
  const pathname = URL.parse(frame.url())?.pathname ?? "a frame without an address";
  try {
    const screen = await frame.locator("body").ariaSnapshot({ timeout: 2000 });
    return `${pathname}\n${screen.slice(0, limit)}\nLast presses:\n${await lastPresses(frame)}`;
  } catch (error) {
    return `${pathname}\n${String(error)}`;
  }
}
