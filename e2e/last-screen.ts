import type { BrowserContext, Frame } from "@playwright/test";

/** How much of a frame is told, in characters. */
const limit = 2000;

/** What every page and frame shows, as a screen reader would find it: the innermost frame first, because it is what a test was about. */
export async function lastScreens(contexts: readonly BrowserContext[]): Promise<string> {
  const frames = contexts.flatMap((context) => context.pages().flatMap((page) => page.frames().toReversed()));
  return (await Promise.all(frames.map(screenOf))).join("\n\n");
}

async function screenOf(frame: Frame): Promise<string> {
  const pathname = URL.parse(frame.url())?.pathname ?? "a frame without an address";
  const screen = await frame
    .locator("body")
    .ariaSnapshot({ timeout: 2000 })
    .catch((error: Error) => error.message);
  return `${pathname}\n${screen.slice(0, limit)}`;
}
