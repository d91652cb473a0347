import type { InvitationPolicy } from "#content/schema/growth/referral.ts";
import { safeFirstName } from "#server/platform/mail/queue-mail.ts";
import { type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";

type InvitationLimits = Readonly<InvitationPolicy>;

/** The mails a friend has been sent. */
export interface EarlierInvitation {
  readonly mails: number;
  readonly mailedAt: Date;
}

export const dayMs = 24 * 3_600_000;
const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);

/** From when a friend can be mailed again; null when they had all the mails they may get. */
export const resendableFrom = ({ mails, mailedAt }: EarlierInvitation, policy: InvitationLimits): Date | null =>
  mails < policy.perfriend ? daysAfter(mailedAt, policy.againafterdays) : null;

/** The facts a decision on an invitation depends on. */
export interface InvitationFacts {
  readonly earlier: EarlierInvitation | null;
  /** When the patient's mails of the last 24 hours were sent, oldest first. */
  readonly sentLastDay: readonly Date[];
  readonly now: Date;
}

export type InvitationDecision =
  | { readonly kind: "send" }
  | { readonly kind: "too_early"; readonly sent: Date; readonly resendFrom: Date }
  | { readonly kind: "all_sent"; readonly sent: Date }
  | { readonly kind: "enough_today"; readonly seconds: number };

/** Decides whether an invitation is sent. Limits per friend come first, then the patient's daily limit. */
export function decideInvitation(
  { earlier, sentLastDay, now }: InvitationFacts,
  policy: InvitationLimits,
): InvitationDecision {
  if (earlier) {
    const resendFrom = resendableFrom(earlier, policy);
    if (resendFrom === null) return { kind: "all_sent", sent: earlier.mailedAt };
    if (now < resendFrom) return { kind: "too_early", sent: earlier.mailedAt, resendFrom };
  }
  const [oldest] = sentLastDay;
  if (oldest && sentLastDay.length >= policy.perday)
    return { kind: "enough_today", seconds: Math.ceil((daysAfter(oldest, 1).getTime() - now.getTime()) / 1000) };
  return { kind: "send" };
}

/** The sender's name in an invitation. */
export const referrerName = (content: SentenceContent, firstname: string | null): string =>
  safeFirstName(firstname) ?? toText(content, sentence("growth.a_friend"));
