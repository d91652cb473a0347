/** `content.messages.mail`. */
export interface UnreadMailDelays {
  readonly delayminutes: number;
  readonly windowhours: number;
}

const minuteMs = 60_000;

/** When she is mailed about a message of this moment, unless she reads it before: after the delay, and one window after the last mail. */
export function mailDue(at: Date, mailedAt: Date | null, { delayminutes, windowhours }: UnreadMailDelays): Date {
  const afterDelay = at.getTime() + delayminutes * minuteMs;
  const afterWindow = mailedAt === null ? 0 : mailedAt.getTime() + windowhours * 60 * minuteMs;
  return new Date(Math.max(afterDelay, afterWindow));
}
