import type { Content } from "#content/schema/content.ts";
import type { CannedReply, TeachingMaterial } from "#contract/care/conversations.ts";
import type { ConversationRow } from "#server/messages/public.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { Refusal } from "#server/platform/refusal.ts";

const placeholder = /\{\{(\w+)\}\}/g;

/** The answers for conversations of this kind, filled in. A text with a gap is never offered: somebody in a hurry would send it. */
export function cannedReplies(
  { cannedreplies }: Pick<Content, "cannedreplies">,
  kind: ConversationRow["kind"],
  values: Readonly<Record<"firstname" | "doctor", string | null>>,
): CannedReply[] {
  const known = Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]));
  return cannedreplies
    .filter(({ to, text }) => to.includes(kind) && [...text.matchAll(placeholder)].every(([, name]) => name! in known))
    .map(({ id, title, text }) => ({ id, title, text: fillPlaceholders(text, known) }));
}

/** What can be sent to read with an answer: the practice's own leaflets, then the articles of the help center. */
export function teachingMaterials({ help }: Pick<Content, "help">): TeachingMaterial[] {
  const items = help.map(({ id, title, leaflet }) => ({ id, title, leaflet: leaflet === true }));
  return [...items.filter(({ leaflet }) => leaflet), ...items.filter(({ leaflet }) => !leaflet)];
}

/** What a call asks to send along; `bad_request` where it isn't there any more. */
export function articleToSend(
  { help }: Pick<Content, "help">,
  articleId: string | undefined,
): { article?: { readonly id: string; readonly title: string } } {
  if (articleId === undefined) return {};
  const found = help.find(({ id }) => id === articleId);
  if (!found)
    throw new Refusal("bad_request", {
      fields: [{ path: "articleid", message: "This isn’t in the help center any more. Please choose something else." }],
    });
  return { article: { id: found.id, title: found.title } };
}
