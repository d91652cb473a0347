import type { MailId, MailValues } from "#content/schema/mails.ts";
import type { TemplateId, TemplateValues } from "#content/schema/notifications.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import type { TxServices } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { notify } from "./notify.ts";
import { mailsAbout } from "./preferences.ts";

/** What is both mailed and put at the bell: a mail and a notification of one name. */
type Told = MailId & TemplateId;
/** What `tell` fills in: her name, and the page the notification opens. */
type Given = "firstname" | "link";

export interface News<Id extends Told> {
  readonly patientId: string;
  readonly what: Id;
  readonly values: Omit<MailValues<Id>, Given> & TemplateValues<Id>;
  /** Own path both lead to, instead of the one of the notification. */
  readonly href?: string;
  /** Of this news: told twice with one key, it is told once. */
  readonly dedupeKey: string;
}

/**
 * Tells her something: puts it at her bell and mails it, with the same link. In the transaction of the caller. She gets no mail of what
 * she may do without when she does not want news.
 */
export async function tell<Id extends Told>(
  parts: TxServices,
  { patientId, what, values, href, dedupeKey }: News<Id>,
): Promise<void> {
  const { content, config } = parts;
  const news = { patientId, template: what, values, dedupeKey, ...(href === undefined ? {} : { href }) };
  const path = await notify(parts, news);
  if (content.notifications[what].mail === "updates" && !(await mailsAbout(parts, patientId)).updates) return;
  const { email, firstname } = await patientById(parts, patientId);
  const given = { firstname: greetingName(firstname), link: `${config.publicUrl}${path}` };
  const all = { ...given, ...values } as unknown as MailValues<Id>;
  await queueMail(parts, { mail: what, to: email, values: all, dedupeKey: `${what}:${dedupeKey}` });
}
