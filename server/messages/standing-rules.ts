import type { Content } from "#content/load.ts";
import type { CareStanding } from "#server/care/public.ts";
import type { Kind } from "./conversations.ts";

/** What her conversations hang on. */
export interface Standing {
  readonly state: string | null;
  readonly care: CareStanding | null;
}

export type Closed = keyof Content["messages"]["closed"];

const hasAdminChat = ({ states }: Pick<Content, "states">, state: string | null): boolean =>
  states.some(({ id, adminchat }) => id === state && adminchat);

/** The conversations she may begin: with the doctor once she has a case, with patient services where her state has that chat. */
export function kindsFor(content: Pick<Content, "states">, { state, care }: Standing): readonly Kind[] {
  return [
    ...(care === null ? [] : (["doctor"] as const)),
    ...(hasAdminChat(content, state) ? (["patient_services"] as const) : []),
  ];
}

/** Why she cannot write to a conversation; null where she can. */
export function closedBecause(
  content: Pick<Content, "states">,
  { kind, closed_at }: { readonly kind: Kind; readonly closed_at: Date | null },
  { state, care }: Standing,
): Closed | null {
  if (closed_at !== null) return "practice";
  if (kind === "patient_services") return hasAdminChat(content, state) ? null : "state";
  return care?.status === "lapsed" ? "lapsed" : null;
}

/** Whether she can write to a conversation, and whether it waits for an answer of hers: where she cannot give one, it does not. */
export function openness(
  content: Pick<Content, "states">,
  conversation: { readonly kind: Kind; readonly closed_at: Date | null; readonly needs_reply: boolean },
  standing: Standing,
): { readonly open: boolean; readonly needsreply: boolean } {
  const open = closedBecause(content, conversation, standing) === null;
  return { open, needsreply: open && conversation.needs_reply };
}

/** The sentence that says so, and what she can do. */
export const closedText = ({ messages, brand }: Pick<Content, "messages" | "brand">, why: Closed): string =>
  messages.closed[why]
    .replaceAll("{{supportemail}}", brand.supportemail)
    .replaceAll("{{supportphone}}", brand.supportphone);
