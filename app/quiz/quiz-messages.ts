/** Names the marketing site's quiz may send. */
const quizNames = ["quiz_age", "quiz_goal", "quiz_stage", "quiz_source", "quiz_result", "quiz_completed"] as const;

const maxValueLength = 200;

export interface QuizMessage {
  readonly origin: string;
  readonly fromParent: boolean;
  readonly data: unknown;
}

/**
 * The valid name/value pairs of a message: from exactly the marketing origin, from the window that frames this one, with a known name and a short
 * text as value. Anything else gives none.
 */
export function readQuizAnswers(message: QuizMessage, marketingOrigin: string): readonly (readonly [string, string])[] {
  if (!message.fromParent || message.origin === "null" || message.origin !== marketingOrigin) return [];
  const pairs: readonly unknown[] = Array.isArray(message.data)
    ? message.data.slice(0, quizNames.length)
    : [message.data];
  return pairs.flatMap((pair) => {
    if (typeof pair !== "object" || pair === null || !("name" in pair) || !("value" in pair)) return [];
    const { name, value } = pair;
    if (typeof name !== "string" || typeof value !== "string" || value.length > maxValueLength || /\p{Cc}/u.test(value))
      return [];
    return (quizNames as readonly string[]).includes(name) ? [[name, value] as const] : [];
  });
}

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
