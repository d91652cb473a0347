import type { Content } from "#content/loader/load.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

type NeededServices = Pick<Services, "content" | "limiter">;

/** A text of nothing that can be seen. */
const blankText = /^[\s\p{Cf}]*$/u;

/** What she wrote is sent as she wrote it; marks that turn a line around stay in it, so whoever shows it keeps it by itself. */
export function requireText({ messages }: Pick<Content, "messages">, text: string): void {
  if (blankText.test(text))
    throw new Refusal("bad_request", { fields: [{ path: "message", message: messages.blank }] });
}

/** Tries of one patient in a minute, repeats and refused ones too: a flood ends before it waits for a lock. */
const attemptsPerMinute = 120;

export const limitSendAttempts = ({ limiter, content }: NeededServices, patientId: string): Promise<void> =>
  limiter.consume("message-try", patientId, {
    points: attemptsPerMinute,
    seconds: 60,
    message: content.messages.sends.toomany,
  });

/** A new message of hers. */
export const limitSends = ({ limiter, content }: NeededServices, patientId: string): Promise<void> =>
  limiter.consume("message", patientId, {
    points: content.messages.sends.perminute,
    seconds: 60,
    message: content.messages.sends.toomany,
  });
