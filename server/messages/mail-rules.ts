/** `content.messages.mail`. */
export interface UnreadMailDelays {
  readonly delayminutes: number;
  readonly windowhours: number;
}

const minuteMs = 60_000;

/** When to mail about a message written `at`, if it is still unread: after the delay, and at least one window after the last mail. */
export function mailDue(at: Date, mailedAt: Date | null, { delayminutes, windowhours }: UnreadMailDelays): Date {
  const afterDelay = at.getTime() + delayminutes * minuteMs;
  const afterWindow = mailedAt === null ? 0 : mailedAt.getTime() + windowhours * 60 * minuteMs;
  return new Date(Math.max(afterDelay, afterWindow));
}
