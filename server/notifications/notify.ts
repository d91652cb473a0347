import type { TemplateId, TemplateValues } from "#content/schema/texts/notifications.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { TxServices, Services } from "#server/platform/services.ts";
import { messagePreview } from "./message-preview.ts";
import { insertNotification, markMessageRowsRead, messageDedupeKey } from "./notification-queries.ts";
import { renderTemplate, sealText, type NotificationText } from "./notification-text.ts";

type NeededServices = Pick<TxServices, "db" | "clock" | "content" | "secrets">;

export interface NewNotification<Id extends TemplateId> {
  readonly patientId: string;
  readonly template: Id;
  readonly values: TemplateValues<Id>;
  /** Path to open, instead of the template's. */
  readonly href?: string;
  /** Unique per template: a repeat creates nothing. */
  readonly dedupeKey: string;
}

/** Creates a notification from a content template in the caller's transaction and gives the path it opens. Locks nothing but its own row. */
export async function notify<Id extends TemplateId>(
  services: NeededServices,
  { patientId, template, values, href, dedupeKey }: NewNotification<Id>,
): Promise<string> {
  const rendered = renderTemplate(services.content, template, values);
  const path = href ?? rendered.href;
  await insert(services, rendered, {
    patient_id: patientId,
    kind: rendered.kind,
    href: path,
    dedupe_key: `${template}:${dedupeKey}`,
  });
  return path;
}

export interface MessageNotification {
  readonly patientId: string;
  readonly conversationId: string;
  readonly seq: number;
  /** Names the sender. */
  readonly title: string;
  readonly text: string;
  /** Path in the app. */
  readonly href: string;
}

/** Creates the notification of a message to the patient, with a preview of its text; one per message. */
export async function notifyOfMessage(
  services: NeededServices,
  { patientId, conversationId, seq, title, text, href }: MessageNotification,
): Promise<void> {
  await insert(
    services,
    { title, description: messagePreview(text) },
    {
      patient_id: patientId,
      kind: "message",
      href,
      conversation_id: conversationId,
      seq,
      dedupe_key: messageDedupeKey({ conversationId, seq }),
    },
  );
}

/** Marks the notifications of a conversation's messages up to `seq` as read. */
export async function markMessageNotificationsRead(
  { db, clock }: Pick<NeededServices, "db" | "clock">,
  upTo: { readonly conversationId: string; readonly seq: number },
): Promise<void> {
  await markMessageRowsRead(db, upTo, clock.now());
}

type Fields = Omit<Parameters<typeof insertNotification>[1], "id" | "text_sealed" | "created_at">;

async function insert(
  { db, clock, secrets }: NeededServices,
  { title, description }: NotificationText,
  fields: Fields,
): Promise<void> {
  const id = newId();
  const text_sealed = sealText(secrets, id, { title, description });
  await insertNotification(db, { id, text_sealed, created_at: clock.now(), ...fields });
}

/** Notifies the patient of an account change. Mails nothing: auth mails the previous address. */
export async function notifyAccountChange(
  services: Services,
  {
    id,
    patientId,
    template,
  }: { readonly id: string; readonly patientId: string; readonly template: "email_changed" | "password_changed" },
): Promise<void> {
  const notification = { patientId, template, values: {}, dedupeKey: id };
  await inTransaction(services, (tx) => notify(tx, notification));
}
