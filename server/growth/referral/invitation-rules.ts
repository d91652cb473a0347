import type { InvitationPolicy } from "#content/schema/growth/referral.ts";
import { safeFirstName } from "#server/platform/mail/plain-name.ts";

type InvitationLimits = Readonly<InvitationPolicy>;

/** What was sent to a friend before. */
export interface EarlierInvitation {
  readonly mails: number;
  readonly mailedAt: Date;
}

export const dayMs = 24 * 3_600_000;
const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);

/** From when a friend can be mailed once more; null when she had all the mails she gets. */
export const resendableFrom = ({ mails, mailedAt }: EarlierInvitation, policy: InvitationLimits): Date | null =>
  mails < policy.perfriend ? daysAfter(mailedAt, policy.againafterdays) : null;

/** Everything the decision on one invitation hangs on. */
export interface InvitationFacts {
  readonly earlier: EarlierInvitation | null;
  /** When the patient's mails of the last 24 hours went out, oldest first. */
  readonly lately: readonly Date[];
  readonly now: Date;
}

export type InvitationDecision =
  | { readonly kind: "send" }
  | { readonly kind: "too_early"; readonly sent: Date; readonly from: Date }
  | { readonly kind: "all_sent"; readonly sent: Date }
  | { readonly kind: "enough_today"; readonly seconds: number };

/** Whether an invitation goes out. What was said about this friend before comes first, then the day's number of mails. */
export function decideInvitation(
  { earlier, lately: sentLastDay, now }: InvitationFacts,
  policy: InvitationLimits,
): InvitationDecision {
  if (earlier) {
    const resendFrom = resendableFrom(earlier, policy);
    if (resendFrom === null) return { kind: "all_sent", sent: earlier.mailedAt };
    if (now < resendFrom) return { kind: "too_early", sent: earlier.mailedAt, from: resendFrom };
  }
  const [oldest] = sentLastDay;
  if (oldest && sentLastDay.length >= policy.perday)
    return { kind: "enough_today", seconds: Math.ceil((daysAfter(oldest, 1).getTime() - now.getTime()) / 1000) };
  return { kind: "send" };
}

/** Whom an invitation says it is from. */
export const referrerName = (firstname: string | null): string => safeFirstName(firstname) ?? "A friend";
