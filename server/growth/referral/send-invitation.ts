import { dayIn, formatCalendarDay } from "#contract/fields/formats.ts";
import { patientById } from "#server/auth/public.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import { unsubscribeUrl } from "#server/platform/mail/unsubscribe.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { dayMs, referrerName, type InvitationDecision, decideInvitation } from "./invitation-rules.ts";
import { invitedEmailDigest, invitationOptOutToken } from "./opt-out-token.ts";
import { invitationEmailSealContext } from "./present-referral.ts";
import { referralLink } from "./referral-link.ts";
import {
  countInvitationsTo,
  insertInvitation,
  type Invitation,
  findInvitations,
  hasOptedOut,
  lockReferralCode,
  lockInvitedEmail,
  markInvitationResent,
} from "./referral-queries.ts";
import { invitationsPage } from "./stop-invitations.ts";

/** The window in which mails count towards an address's limit. */
const emailWindowMs = 30 * dayMs;

/**
 * Mails the patient's link to a friend and records it. Whether a mail is really sent (the friend may have opted out or reached the limit)
 * is hidden from the patient: nothing they see may tell one address from another.
 */
export async function sendInvitation(
  services: TxServices & Refuses<"referral_not_found" | "too_early" | "wrong_state">,
  patientId: string,
  email: string,
): Promise<void> {
  const { db, clock, content, secrets } = services;
  const now = clock.now();
  const patient = await patientById(services, patientId);
  const digest = invitedEmailDigest(secrets, email);
  if (digest.equals(invitedEmailDigest(secrets, patient.email)))
    throw new Refusal("bad_request", {
      fields: [{ path: "email", message: sentence("growth.own_email") }],
    });

  const code = (await lockReferralCode(db, patientId))?.code;
  if (code === undefined) throw services.refuse("referral_not_found");
  const invitations = await findInvitations(db, patientId);
  const earlier = invitations.find((each) => digest.equals(each.email_digest));
  const sentLastDay = invitations
    .map(({ mailed_at }) => mailed_at)
    .filter((at) => now.getTime() - at.getTime() < dayMs);
  requireSendable(
    services,
    decideInvitation(
      {
        earlier: earlier ? { mails: earlier.mails, mailedAt: earlier.mailed_at } : null,
        sentLastDay: sentLastDay.reverse(),
        now,
      },
      content.referral.invitations,
    ),
    content.brand.timezone,
  );

  await lockInvitedEmail(db, digest);
  const recentInvitations = await countInvitationsTo(db, digest, new Date(now.getTime() - emailWindowMs));
  const invitation = earlier
    ? await markInvitationResent(db, earlier.id, now)
    : await insertInvitation(db, {
        patientId,
        digest,
        now,
        seal: (id) => secrets.seal(email, invitationEmailSealContext(id)),
      });
  if (recentInvitations >= content.referral.invitations.peraddress || (await hasOptedOut(db, digest))) return;
  await mailInvitation(services, { invitation, email, sender: referrerName(content, patient.firstname), code });
}

function requireSendable(
  { refuse }: Refuses<"too_early" | "wrong_state">,
  decision: InvitationDecision,
  timeZone: string,
): void {
  const day = (at: Date) => formatCalendarDay(dayIn(timeZone, at));
  if (decision.kind === "too_early")
    throw refuse("too_early", {
      message: sentence("growth.invited_already", { day: day(decision.sent), from: day(decision.resendFrom) }),
    });
  if (decision.kind === "all_sent")
    throw refuse("wrong_state", {
      message: sentence("growth.invitations_used", { day: day(decision.sent) }),
    });
  if (decision.kind === "enough_today")
    throw new Refusal("rate_limited", {
      message: sentence("growth.invitations_today"),
      retryAfterSeconds: decision.seconds,
    });
}

async function mailInvitation(
  services: TxServices,
  { invitation, email, sender, code }: { invitation: Invitation; email: string; sender: string; code: string },
): Promise<void> {
  const { config, content, secrets } = services;
  const token = invitationOptOutToken(secrets, email);
  const stoplink = new URL(invitationsPage(token), config.publicUrl).href;
  await queueMail(services, {
    mail: "referral_invite",
    to: email,
    values: { sender, reward: content.referral.rewards.friend.words, link: referralLink(services, code), stoplink },
    dedupeKey: `referral:${invitation.id}:${invitation.mails}`,
    unsubscribe: unsubscribeUrl(services, "invitations", token),
  });
}
