import { readQuizAnswers } from "./quiz-messages.ts";

/**
 * Stores the answers that the marketing site's quiz posts in local storage (spec §2.1). Posts `{ quiz: 1, type: "ready" }` to the framing page once
 * it listens. Where storage is refused, nothing is stored.
 */
export function listenForQuizAnswers(win: Window, marketingOrigin: string): void {
  const framed = win.parent !== win;
  win.addEventListener("message", (event) => {
    const fromParent = framed && event.source === win.parent;
    for (const [name, value] of readQuizAnswers(
      { origin: event.origin, fromParent, data: event.data },
      marketingOrigin,
    )) {
      try {
        win.localStorage.setItem(name, value);
      } catch {
        return;
      }
    }
  });
  if (framed) win.parent.postMessage({ quiz: 1, type: "ready" }, marketingOrigin);
}
