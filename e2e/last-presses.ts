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
export const lastPresses = (frame: Frame): Promise<string> =>
  frame.evaluate(() => [...(window.lastPresses ?? []), `${performance.now().toFixed()} now`].join("\n"));
