import type { HelperCopyMailId } from "#content/schema/texts/mails.ts";
import {
  copiedMails,
  copyRecipient,
  copyRecipients,
  type ForbidsCopies,
  helperPage,
  isCopied,
  patientNameInMail,
} from "#server/auth/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { LeavingMail, MailListeners } from "#server/platform/mail/mail-listeners.ts";
import { greetingName, mailIdOf, queueMail } from "#server/platform/mail/queue-mail.ts";
import { unsubscribeUrl } from "#server/platform/mail/unsubscribe.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { insertCopy } from "./patient-mails.ts";

/*
 * A copy is queued when the patient's own mail leaves, whatever becomes of that one, and only of what leaves by itself: a mail that the practice sends again is
 * the patient's alone. Its row is what makes it one: at every further try of the mail it's there already. Whether the helper still gets it is asked again when
 * it's sent.
 */

/** Copies of a patient's mails to whoever helps them. */
export const copiesToHelpers = (forbidsCopies: ForbidsCopies): Pick<MailListeners, "leaves" | "copyAddress"> => ({
  leaves: async (services, mail) => {
    if (!isCopied(mail.mail)) return;
    const helpers = await copyRecipients(services, mail.patientId, mail.mail);
    if (helpers.length === 0 || (await isSentByPractice(services, mail.id))) return;
    if (await forbidsCopies(services, mail.patientId)) return;
    const copy = copiedMails[mail.mail].mail;
    for (const helper of helpers)
      await inTransaction(services, (tx) => queueCopy(tx, { copy, of: mail, helper, patientId: mail.patientId }));
  },
  copyAddress: async (services, { helperId, mail }) => {
    const helper = await copyRecipient(services, helperId, mail as HelperCopyMailId);
    return !helper || (await forbidsCopies(services, helper.patient_id)) ? null : helper.email;
  },
});

const isSentByPractice = async ({ db }: Services, id: string): Promise<boolean> =>
  (await db
    .selectFrom("patient_mail")
    .select("id")
    .where("id", "=", id)
    .where("sent_by", "is not", null)
    .executeTakeFirst()) !== undefined;

async function queueCopy(
  tx: TxServices,
  {
    copy,
    of,
    helper,
    patientId,
  }: {
    readonly copy: HelperCopyMailId;
    readonly of: LeavingMail;
    readonly helper: Awaited<ReturnType<typeof copyRecipients>>[number];
    readonly patientId: string;
  },
): Promise<void> {
  const dedupeKey = `helper-copy:${of.id}:${helper.id}`;
  const isNew = await insertCopy(tx, {
    id: mailIdOf(dedupeKey),
    mail: copy,
    to: helper.email,
    patientId,
    helperId: helper.id,
  });
  if (!isNew) return;
  const values = {
    ...{ helper: greetingName(helper.firstname), name: patientNameInMail(helper.patient_firstname) },
    ...{ link: helperPage(tx), date: of.values["date"] ?? "", total: of.values["total"] ?? "" },
  };
  await queueMail(tx, {
    ...{ mail: copy, to: helper.email, about: patientId, helperId: helper.id, values, dedupeKey },
    unsubscribe: unsubscribeUrl(tx, "copies", helper.id),
  });
}
