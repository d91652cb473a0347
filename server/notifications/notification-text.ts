import type { Content } from "#content/loader/load.ts";
import type { TemplateId } from "#content/schema/texts/notifications.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";

/** A notification's text. */
export interface NotificationText {
  readonly title: string;
  readonly description: string;
}

/** Sealed because it may quote a message. */
export const sealText = (secrets: Secrets, id: string, text: NotificationText): Buffer =>
  secrets.seal(text, sealContext(id));
export const openText = (secrets: Secrets, id: string, sealed: Uint8Array): NotificationText =>
  secrets.open<NotificationText>(sealed, sealContext(id));

const sealContext = sealed("notification.text_sealed");

/** A content notification with its placeholders filled in. Throws when a value is missing. */
export function renderTemplate(
  { notifications }: Pick<Content, "notifications">,
  template: TemplateId,
  values: Readonly<Record<string, string>>,
): NotificationText & { readonly kind: Content["notifications"][TemplateId]["kind"]; readonly href: string } {
  const { kind, title, description, href } = notifications[template];
  const fillTemplate = (text: string) =>
    fillPlaceholders(text, values, (name) => new Error(`Notification ${template} was given no ${name}`));
  return { kind, title: fillTemplate(title), description: fillTemplate(description), href: fillTemplate(href) };
}
