import { randomUuid } from "#app/browser/random-uuid.ts";

/** Idempotency keys for one place that sends: the same intent keeps its key until it has worked, so sending it again does nothing twice. */
export function createIntentKey(newKey: () => string = randomUuid) {
  let last = { intent: "", key: "" };
  return {
    of: (intent: unknown): string => {
      const text = JSON.stringify(intent);
      if (last.intent !== text) last = { intent: text, key: newKey() };
      return last.key;
    },
    /** It has worked: the same again is another intent. */
    done: () => {
      last = { intent: "", key: "" };
    },
  };
}
