import type { Content } from "#content/load.ts";
import type { TemplateId } from "#content/schema/notifications.ts";
import { fill } from "#server/platform/fill.ts";
import type { Secrets } from "#server/platform/secrets.ts";

/** What a notification says. */
export interface Words {
  readonly title: string;
  readonly description: string;
}

/** They may quote a message, so they are kept sealed. */
export const sealWords = (secrets: Secrets, id: string, words: Words): Buffer => secrets.seal(words, place(id));
export const openWords = (secrets: Secrets, id: string, sealed: Uint8Array): Words =>
  secrets.open<Words>(sealed, place(id));

const place = (id: string) => `notification.words_sealed:${id}`;

/** A notification of the content with its placeholders filled in. Throws when a value is missing. */
export function renderTemplate(
  { notifications }: Pick<Content, "notifications">,
  template: TemplateId,
  values: Readonly<Record<string, string>>,
): Words & { readonly kind: string; readonly href: string } {
  const { kind, title, description, href } = notifications[template];
  const filled = (text: string) =>
    fill(text, values, (name) => new Error(`Notification ${template} was given no ${name}`));
  return { kind, title: filled(title), description: filled(description), href: filled(href) };
}
