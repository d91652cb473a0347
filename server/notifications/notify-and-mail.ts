import type { MailValues, PatientMailId } from "#content/schema/texts/mails.ts";
import type { TemplateId, TemplateValues } from "#content/schema/texts/notifications.ts";
import { patientById } from "#server/auth/public.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { unsubscribeUrl } from "#server/platform/mail/unsubscribe.ts";
import type { TxServices } from "#server/platform/services.ts";
import { mailPreferences } from "./mail-preferences.ts";
import { notify } from "./notify.ts";

/** An id that names both a mail and a notification. */
type MailAndNotificationId = PatientMailId & TemplateId;
/** Filled in by `notifyAndMail`: the patient's first name, and the page the notification opens. */
type FilledByUs = "firstname" | "link";

export interface NotifyAndMailInput<Id extends MailAndNotificationId> {
  readonly patientId: string;
  readonly template: Id;
  readonly values: Omit<MailValues<Id>, FilledByUs> & TemplateValues<Id>;
  /** Path both link to, instead of the notification template's. */
  readonly href?: string;
  /** Unique per template: a repeat notifies and mails nothing. */
  readonly dedupeKey: string;
}

/**
 * Notifies the patient in the app and by mail, both with the same link, in the caller's transaction. Mails marked as updates in the content
 * are skipped for patients who opted out of them.
 */
export async function notifyAndMail<Id extends MailAndNotificationId>(
  services: TxServices,
  { patientId, template, values, href, dedupeKey }: NotifyAndMailInput<Id>,
): Promise<void> {
  const { content, config } = services;
  const notification = { patientId, template, values, dedupeKey, ...(href === undefined ? {} : { href }) };
  const path = await notify(services, notification);
  const isOptional = content.notifications[template].mail === "updates";
  if (isOptional && !(await mailPreferences(services, patientId)).updates) return;
  const { email, firstname } = await patientById(services, patientId);
  const commonValues = { firstname: greetingName(firstname), link: `${config.publicUrl}${path}` };
  const mailValues = { ...commonValues, ...values } as unknown as MailValues<Id>;
  await queuePatientMail(services, {
    patientId,
    mail: template,
    to: email,
    values: mailValues,
    dedupeKey: `${template}:${dedupeKey}`,
    ...(isOptional && { unsubscribe: unsubscribeUrl(services, "updates", patientId) }),
  });
}
