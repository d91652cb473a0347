import type { Content } from "#content/schema/content.ts";
import type { CannedReply } from "#contract/care/conversations.ts";
import type { ConversationRow } from "#server/messages/public.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";

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
