import type { Content } from "#content/load.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

type Parts = Pick<Services, "content" | "limiter">;

/** A text of nothing that can be seen. */
const blank = /^[\s\p{Cf}]*$/u;

/** What she wrote is sent as she wrote it; marks that turn a line around stay in it, so whoever shows it keeps it by itself. */
export function requireWords({ messages }: Pick<Content, "messages">, text: string): void {
  if (blank.test(text)) throw new Refusal("bad_request", { fields: [{ path: "message", message: messages.blank }] });
}

/** Tries of one patient in a minute, repeats and refused ones too: a flood ends before it waits for a lock. */
const triesPerMinute = 120;

export const countTry = ({ limiter, content }: Parts, patientId: string): Promise<void> =>
  limiter.consume("message-try", patientId, {
    points: triesPerMinute,
    seconds: 60,
    message: content.messages.sends.toomany,
  });

/** A new message of hers. */
export const countSend = ({ limiter, content }: Parts, patientId: string): Promise<void> =>
  limiter.consume("message", patientId, {
    points: content.messages.sends.perminute,
    seconds: 60,
    message: content.messages.sends.toomany,
  });
