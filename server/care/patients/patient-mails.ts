import { type MailId, mailPlaceholders } from "#content/schema/texts/mails.ts";
import type { care } from "#contract/care/calls.ts";
import type { PatientMail, patientMailCalls } from "#contract/care/patient-mails.ts";
import {
  contactEmailOf,
  helperNames,
  lockOpenAccount,
  mayMailRecovery,
  type Patient,
  patientById,
  requestPasswordRecovery,
} from "#server/auth/public.ts";
import {
  isPatientMail,
  type KeptMail,
  mailOf,
  mailsOf,
  repeatsOf,
  sendByPractice,
} from "#server/notifications/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import type { RateLimit } from "#server/platform/rate-limit.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { requirePatient } from "../chart/patient-summary.ts";
import { insertPatientRequest, requireAskedBefore, requireProof } from "../orders/patient-requests.ts";

/** How often one mail is sent again, and for how long it may be. */
const mostRepeats = 2;
const repeatDays = 30;
const dayMs = 24 * 3_600_000;

const repeatsPerDay: RateLimit = {
  points: 5,
  seconds: 24 * 3600,
  message: "Five emails were sent again to this patient today. Please try again tomorrow.",
};
const linksPerHour: RateLimit = {
  points: 3,
  seconds: 3600,
  message: "Three links were sent in the last hour. Ask the patient to look in their spam folder, and try again later.",
};

/** Where an address was, as far as nobody else learns it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

type Kept = Pick<Services, "db" | "content" | "clock">;
/** A patient, with the address their mails go to. */
type Addressee = Pick<Patient, "email" | "emailRefusedAt" | "death">;

async function addresseeOf(services: Kept & Pick<Services, "secrets">, patientId: string): Promise<Addressee> {
  const patient = await patientById(services, patientId);
  return { ...patient, email: (await contactEmailOf(services.db, patientId))?.email ?? patient.email };
}

/** Why a mail can't be sent again; null where it can. */
function repeatObstacle({ clock }: Kept, mail: KeptMail, { emailRefusedAt, death }: Addressee): string | null {
  if (mail.helperId !== null) return "It’s a copy for a helper. Send the patient’s own email again instead.";
  const kind = isPatientMail(mail.mail) ? repeatsOf[mail.mail] : "now";
  if (kind === "code") return "It’s about signing in, and works once. Send the reset link instead.";
  if (kind === "now") return "What it says may not be so any more. The app shows how it is now.";
  if (mail.outcome === "waiting") return "The mail server hasn’t taken it yet. It’s tried again by itself.";
  if (death !== null) return "Somebody says that this patient died, so nothing is mailed.";
  if (emailRefusedAt !== null) return "The mail server says this address takes no mail. Change the contact data first.";
  if (mail.repeats >= mostRepeats) return "It was sent again twice. Ask the patient to look in their spam folder.";
  if (clock.now().getTime() - mail.queuedAt.getTime() > repeatDays * dayMs)
    return `It’s more than ${repeatDays} days old.`;
  return mail.values === null ? "We don’t have what was in it any more." : null;
}

const statuses = { accepted: "accepted", refused: "refused", waiting: "waiting", dropped: "not_sent" } as const;

/** A subject with dots for what differs from one to the next. */
const isMail = (mail: string): mail is MailId => Object.hasOwn(mailPlaceholders, mail);
const subjectOf = ({ mails, brand }: Services["content"], mail: string): string =>
  isMail(mail) ? mails[mail].subject.replaceAll("{{brand}}", brand.name).replaceAll(/\{\{\w+\}\}/g, "…") : mail;

const copyTo = (helpers: Awaited<ReturnType<typeof helperNames>>, { helperId }: KeptMail): string | null => {
  const helper = helperId === null ? undefined : helpers.get(helperId);
  return helper ? `${helper.firstname} ${helper.lastname}` : null;
};

async function presentMails(services: Kept, mails: readonly KeptMail[], addressee: Addressee): Promise<PatientMail[]> {
  const names = await memberNames(
    services.db,
    mails.flatMap(({ sentBy }) => sentBy ?? []),
  );
  const helpers = await helperNames(
    services.db,
    mails.flatMap(({ helperId }) => helperId ?? []),
  );
  return mails.map((mail) => ({
    ...{ id: mail.id, kind: mail.mail, subject: subjectOf(services.content, mail.mail) },
    address: maskedEmail(mail.address),
    copyto: copyTo(helpers, mail),
    current: mail.helperId !== null || mail.address === addressee.email,
    ...{ queuedat: mail.queuedAt.toISOString(), status: statuses[mail.outcome] },
    statusat: mail.outcomeAt.toISOString(),
    sentby: mail.sentBy && (names.get(mail.sentBy) ?? mail.sentBy),
    repeatsid: mail.repeatsId,
    obstacle: repeatObstacle(services, mail, addressee),
  }));
}

/** What was mailed to a patient, and a reset link for one who can't sign in. */
export const patientMailHandlers = {
  patientMails: async ({ params: { id }, query }, ctx) => {
    await requirePatient(ctx, id);
    const rows = await mailsOf(ctx, id, decodeCursor(query.nextpage), pageSize + 1);
    const { items, nextpage } = paginate(rows, ({ id: mailId, queuedAt }) => ({ id: mailId, at: queuedAt }));
    return { items: await presentMails(ctx, items, await addresseeOf(ctx, id)), nextpage };
  },

  resendMail: async ({ params: { id, mailid } }, ctx) => {
    await requirePatient(ctx, id);
    await ctx.limiter.consume("mails-sent-again", id, repeatsPerDay);
    return inTransaction(ctx, async (tx) => {
      if (!(await lockOpenAccount(tx.db, id))) throw tx.refuse("wrong_state", { message: closedText });
      const [mail, addressee] = [await mailOf(tx, id, mailid), await addresseeOf(tx, id)];
      if (!mail) throw new Refusal("not_found");
      const obstacle = repeatObstacle(tx, mail, addressee);
      if (obstacle !== null || !isPatientMail(mail.mail))
        throw tx.refuse("wrong_state", { message: obstacle ?? notOfPatient });
      const original = mail.repeatsId ?? mail.id;
      const repeatId = await sendByPractice(tx, {
        ...{ patientId: id, mail: mail.mail, to: addressee.email, actor: tx.clinic.actor, repeatsId: original },
        values: (mail.values ?? {}) as never,
        dedupeKey: `again:${original}:${tx.idempotencyKey}`,
      });
      ctx.auditPatient(id, { ground: "mail_again", id: repeatId });
      const repeat = await mailOf(tx, id, repeatId);
      const [presented] = await presentMails(tx, repeat ? [repeat] : [], addressee);
      if (!presented) throw new Error("The repeat of a mail has no row");
      return { message: `It’s on its way to ${maskedEmail(addressee.email)}.`, mail: presented };
    });
  },

  sendRecoveryLink: async ({ params: { id }, body: { asked } }, ctx) => {
    await requirePatient(ctx, id);
    requireAskedBefore(ctx, asked);
    requireProof(asked);
    await ctx.limiter.consume("recovery-by-practice", id, linksPerHour);
    await inTransaction(ctx, async (tx) => {
      if (!(await lockOpenAccount(tx.db, id))) throw tx.refuse("wrong_state", { message: closedText });
      const { email } = await patientById(tx, id);
      if (await mayMailRecovery(ctx, email)) await requestPasswordRecovery(tx, email, "account");
      await insertPatientRequest(tx, { patientId: id, asked, action: "recovery_link" });
    });
    return { message: linkSent };
  },
} satisfies Pick<Handlers<typeof care>, keyof typeof patientMailCalls>;

const notOfPatient = "It didn’t go to the patient.";
const closedText = "The patient has closed this account.";
/** Whatever the account, the same: what stands against a link is mailed to the patient. */
const linkSent = "If this account can get a link, it’s on its way to the email on record. It works for a short time.";
