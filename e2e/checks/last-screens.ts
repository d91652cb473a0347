import type { BrowserContext, Frame } from "@playwright/test";

declare global {
  interface Window {
    lastPresses?: string[];
  }
}

/** Makes every page and frame record its last presses and what moved around them: a lost press leaves no other trace. */
export const rememberPresses = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const most = 40;
    const recorded: string[] = [];
    window.lastPresses = recorded;
    const types =
      "pointerdown pointerup pointercancel click scroll focusin visibilitychange pushState replaceState popstate";
    for (const type of types.split(" ")) {
      addEventListener(
        type,
        (event) => {
          const { target } = event;
          const element = target instanceof Element ? `${target.nodeName} "${target.textContent.slice(0, 30)}"` : "";
          const height = event instanceof MouseEvent ? ` at ${event.clientY.toFixed()}` : "";
          recorded.push(`${performance.now().toFixed()} ${type} ${element}${height}, scrolled ${scrollY.toFixed()}`);
          if (recorded.length > most) recorded.shift();
        },
        { capture: true, passive: true },
      );
    }
  });

/** The last presses in a frame, one per line, with the milliseconds since the frame loaded. */
const lastPresses = (frame: Frame): Promise<string> =>
  frame.evaluate(() => [...(window.lastPresses ?? []), `${performance.now().toFixed()} now`].join("\n"));

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
