import type { Content } from "#content/loader/load.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

type NeededServices = Pick<Services, "content" | "limiter">;

/** Only whitespace and invisible formatting characters. */
const blankText = /^[\s\p{Cf}]*$/u;

/** Refuses blank text. Text is kept as written, including direction marks, so whoever shows it must isolate it. */
export function requireText({ messages }: Pick<Content, "messages">, text: string): void {
  if (blankText.test(text))
    throw new Refusal("bad_request", { fields: [{ path: "message", message: messages.blank }] });
}

/** Attempts per patient and minute, including repeats and refusals: a flood ends before it waits for a lock. */
const attemptsPerMinute = 120;

export const limitSendAttempts = ({ limiter, content }: NeededServices, patientId: string): Promise<void> =>
  limiter.consume("message-try", patientId, {
    points: attemptsPerMinute,
    seconds: 60,
    message: content.messages.sends.toomany,
  });

/** Limits new messages of a patient. */
export const limitSends = ({ limiter, content }: NeededServices, patientId: string): Promise<void> =>
  limiter.consume("message", patientId, {
    points: content.messages.sends.perminute,
    seconds: 60,
    message: content.messages.sends.toomany,
  });
