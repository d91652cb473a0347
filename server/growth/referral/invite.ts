import { formatsIn } from "#contract/formats.ts";
import { patientById } from "#server/auth/public.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { dayMs, senderName, type Verdict, verdictOn } from "./invitation-rules.ts";
import { addressOf } from "./present-referral.ts";
import { referralLink } from "./link.ts";
import {
  countOfFriend,
  insertInvitation,
  type Invitation,
  invitationsOf,
  isStopped,
  lockCode,
  lockFriend,
  repeatInvitation,
} from "./queries.ts";
import { friendDigest, stopToken } from "./stop-token.ts";

/** How long a mail counts against those an address gets. */
const addressWindowMs = 30 * dayMs;

/**
 * Mails the patient's link to a friend and remembers it. Whether a mail really leaves (the friend wants none, or had
 * many) is kept from the patient: nothing she sees may tell one address from another.
 */
export async function invite(parts: TxServices, patientId: string, email: string): Promise<void> {
  const { db, clock, content, secrets } = parts;
  const now = clock.now();
  const patient = await patientById(parts, patientId);
  const digest = friendDigest(secrets, email);
  if (digest.equals(friendDigest(secrets, patient.email)))
    throw new Refusal("bad_request", {
      fields: [{ path: "email", message: "This is your own email. Please enter the email of a friend." }],
    });

  const code = (await lockCode(db, patientId))?.code;
  if (code === undefined) throw new Refusal("referral_not_found");
  const invitations = await invitationsOf(db, patientId);
  const earlier = invitations.find((each) => digest.equals(each.email_digest));
  const lately = invitations.map(({ mailed_at }) => mailed_at).filter((at) => now.getTime() - at.getTime() < dayMs);
  refuse(
    verdictOn(
      {
        earlier: earlier ? { mails: earlier.mails, mailedAt: earlier.mailed_at } : null,
        lately: lately.reverse(),
        now,
      },
      content.referral.invitations,
    ),
    content.brand.timezone,
  );

  await lockFriend(db, digest);
  const had = await countOfFriend(db, digest, new Date(now.getTime() - addressWindowMs));
  const invitation = earlier
    ? await repeatInvitation(db, earlier.id, now)
    : await insertInvitation(db, { patientId, digest, now, seal: (id) => secrets.seal(email, addressOf(id)) });
  if (had >= content.referral.invitations.peraddress || (await isStopped(db, digest))) return;
  await mailInvitation(parts, { invitation, email, sender: senderName(patient.firstname), code });
}

const dates = formatsIn({ dateStyle: "long" });

function refuse(verdict: Verdict, timeZone: string): void {
  const day = (at: Date) => dates(timeZone).format(at);
  if (verdict.kind === "too_early")
    throw new Refusal("too_early", {
      message: `You invited this friend on ${day(verdict.sent)}. You can send it again from ${day(verdict.from)}.`,
    });
  if (verdict.kind === "all_sent")
    throw new Refusal("wrong_state", {
      message: `Your last mail to this friend went out on ${day(verdict.sent)}. You can still share your link yourself.`,
    });
  if (verdict.kind === "enough_today")
    throw new Refusal("rate_limited", {
      message: "You have sent all invitations for today. Please go on tomorrow, or share your link yourself.",
      retryAfterSeconds: verdict.seconds,
    });
}

async function mailInvitation(
  parts: TxServices,
  { invitation, email, sender, code }: { invitation: Invitation; email: string; sender: string; code: string },
): Promise<void> {
  const { config, content, secrets } = parts;
  // Behind the # it stays in the browser: in no log, no referrer.
  const stoplink = `${new URL("/no-more-invitations", config.publicUrl).href}#${stopToken(secrets, email)}`;
  await queueMail(parts, {
    mail: "referral_invite",
    to: email,
    values: { sender, reward: content.referral.rewards.friend.words, link: referralLink(parts, code), stoplink },
    dedupeKey: `referral:${invitation.id}:${invitation.mails}`,
  });
}
