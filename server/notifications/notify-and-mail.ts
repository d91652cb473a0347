import type { MailId, MailValues } from "#content/schema/texts/mails.ts";
import type { TemplateId, TemplateValues } from "#content/schema/texts/notifications.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import type { TxServices } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { notify } from "./notify.ts";
import { mailPreferences } from "./mail-preferences.ts";

/** What is both mailed and put at the bell: a mail and a notification of one name. */
type MailAndNotificationId = MailId & TemplateId;
/** What `tell` fills in: her name, and the page the notification opens. */
type FilledByUs = "firstname" | "link";

export interface NotifyAndMailInput<Id extends MailAndNotificationId> {
  readonly patientId: string;
  readonly what: Id;
  readonly values: Omit<MailValues<Id>, FilledByUs> & TemplateValues<Id>;
  /** Own path both lead to, instead of the one of the notification. */
  readonly href?: string;
  /** Of this news: told twice with one key, it is told once. */
  readonly dedupeKey: string;
}

/**
 * Tells her something: puts it at her bell and mails it, with the same link. In the transaction of the caller. She gets no mail of what
 * she may do without when she does not want news.
 */
export async function notifyAndMail<Id extends MailAndNotificationId>(
  services: TxServices,
  { patientId, what: template, values, href, dedupeKey }: NotifyAndMailInput<Id>,
): Promise<void> {
  const { content, config } = services;
  const notification = { patientId, template: template, values, dedupeKey, ...(href === undefined ? {} : { href }) };
  const path = await notify(services, notification);
  if (content.notifications[template].mail === "updates" && !(await mailPreferences(services, patientId)).updates)
    return;
  const { email, firstname } = await patientById(services, patientId);
  const commonValues = { firstname: greetingName(firstname), link: `${config.publicUrl}${path}` };
  const mailValues = { ...commonValues, ...values } as unknown as MailValues<Id>;
  await queueMail(services, { mail: template, to: email, values: mailValues, dedupeKey: `${template}:${dedupeKey}` });
}
