import type { InvitationPolicy } from "#content/schema/referral.ts";
import { plainName } from "#server/platform/mail/plain-name.ts";

type Policy = Readonly<InvitationPolicy>;

/** What was sent to a friend before. */
export interface Invited {
  readonly mails: number;
  readonly mailedAt: Date;
}

export const dayMs = 24 * 3_600_000;
const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);

/** From when a friend can be mailed once more; null when she had all the mails she gets. */
export const againFrom = ({ mails, mailedAt }: Invited, policy: Policy): Date | null =>
  mails < policy.perfriend ? daysAfter(mailedAt, policy.againafterdays) : null;

/** Everything the decision on one invitation hangs on. */
export interface Wish {
  readonly earlier: Invited | null;
  /** When the patient's mails of the last 24 hours went out, oldest first. */
  readonly lately: readonly Date[];
  readonly now: Date;
}

export type Verdict =
  | { readonly kind: "send" }
  | { readonly kind: "too_early"; readonly sent: Date; readonly from: Date }
  | { readonly kind: "all_sent"; readonly sent: Date }
  | { readonly kind: "enough_today"; readonly seconds: number };

/** Whether an invitation goes out. What was said about this friend before comes first, then the day's number of mails. */
export function verdictOn({ earlier, lately, now }: Wish, policy: Policy): Verdict {
  if (earlier) {
    const from = againFrom(earlier, policy);
    if (from === null) return { kind: "all_sent", sent: earlier.mailedAt };
    if (now < from) return { kind: "too_early", sent: earlier.mailedAt, from };
  }
  const [oldest] = lately;
  if (oldest && lately.length >= policy.perday)
    return { kind: "enough_today", seconds: Math.ceil((daysAfter(oldest, 1).getTime() - now.getTime()) / 1000) };
  return { kind: "send" };
}

/** Whom an invitation says it is from. */
export const senderName = (firstname: string | null): string => plainName(firstname) ?? "A friend";
