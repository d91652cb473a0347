import type { Content } from "#content/loader/load.ts";
import type { CareStatus } from "#server/care/public.ts";
import type { Kind } from "./conversations.ts";

/** What her conversations hang on. */
export interface ConversationAccess {
  readonly state: string | null;
  readonly care: CareStatus | null;
}

export type ClosedReason = keyof Content["messages"]["closed"];

const hasAdminChat = ({ states }: Pick<Content, "states">, state: string | null): boolean =>
  states.some(({ id, adminchat }) => id === state && adminchat);

/** The conversations she may begin: with the doctor once she has a case, with patient services where her state has that chat. */
export function availableKinds(
  content: Pick<Content, "states">,
  { state, care: careStatus }: ConversationAccess,
): readonly Kind[] {
  return [
    ...(careStatus === null ? [] : (["doctor"] as const)),
    ...(hasAdminChat(content, state) ? (["patient_services"] as const) : []),
  ];
}

/** Why she cannot write to a conversation; null where she can. */
export function conversationClosedReason(
  content: Pick<Content, "states">,
  { kind, closed_at }: { readonly kind: Kind; readonly closed_at: Date | null },
  { state, care: careStatus }: ConversationAccess,
): ClosedReason | null {
  if (closed_at !== null) return "practice";
  if (kind === "patient_services") return hasAdminChat(content, state) ? null : "state";
  return careStatus?.status === "lapsed" ? "lapsed" : null;
}

/** Whether she can write to a conversation, and whether it waits for an answer of hers: where she cannot give one, it does not. */
export function openState(
  content: Pick<Content, "states">,
  conversation: { readonly kind: Kind; readonly closed_at: Date | null; readonly needs_reply: boolean },
  access: ConversationAccess,
): { readonly open: boolean; readonly needsreply: boolean } {
  const open = conversationClosedReason(content, conversation, access) === null;
  return { open, needsreply: open && conversation.needs_reply };
}

/** The sentence that says so, and what she can do. */
export const closedText = ({ messages, brand }: Pick<Content, "messages" | "brand">, reason: ClosedReason): string =>
  messages.closed[reason]
    .replaceAll("{{supportemail}}", brand.supportemail)
    .replaceAll("{{supportphone}}", brand.supportphone);
