import type { Content } from "#content/loader/load.ts";
import { patientById } from "#server/auth/public.ts";
import { type CareStatus, loadCareStatus } from "#server/cases/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import {
  type Kind,
  conversationOfPatient,
  conversationsOf,
  ensureConversation,
  type ConversationRow,
} from "./conversations.ts";

/** What decides which conversations a patient has and can write to. */
export interface ConversationAccess {
  readonly state: string | null;
  readonly careStatus: (Pick<CareStatus, "status"> & Partial<Pick<CareStatus, "doctor">>) | null;
}

export type ClosedReason = keyof Content["messages"]["closed"];

const hasAdminChat = ({ states }: Pick<Content, "states">, state: string | null): boolean =>
  states.some(({ id, adminchat }) => id === state && adminchat);

/** The conversations a patient may start: with the doctor once they have a case, with patient services where their state has that chat. */
export function availableKinds(
  content: Pick<Content, "states">,
  { state, careStatus }: ConversationAccess,
): readonly Kind[] {
  return [
    ...(careStatus === null ? [] : (["doctor"] as const)),
    ...(hasAdminChat(content, state) ? (["patient_services"] as const) : []),
  ];
}

/** Why the patient cannot write to a conversation; null where they can. */
export function conversationClosedReason(
  content: Pick<Content, "states">,
  { kind, closed_at }: { readonly kind: Kind; readonly closed_at: Date | null },
  { state, careStatus }: ConversationAccess,
): ClosedReason | null {
  if (closed_at !== null) return "practice";
  if (kind === "patient_services") return hasAdminChat(content, state) ? null : "state";
  return careStatus?.status === "lapsed" ? "lapsed" : null;
}

/** Whether the patient can write to a conversation, and whether it needs their reply: never where they cannot write. */
export function openState(
  content: Pick<Content, "states">,
  conversation: { readonly kind: Kind; readonly closed_at: Date | null; readonly needs_reply: boolean },
  access: ConversationAccess,
): { readonly open: boolean; readonly needsreply: boolean } {
  const open = conversationClosedReason(content, conversation, access) === null;
  return { open, needsreply: open && conversation.needs_reply };
}

/** The patient-facing text for a closed reason, with what to do instead. */
export const closedText = ({ messages, brand }: Pick<Content, "messages" | "brand">, reason: ClosedReason): string =>
  fillPlaceholders(messages.closed[reason], { supportemail: brand.supportemail, supportphone: brand.supportphone });

/** What decides the patient's access to conversations at this moment. */
export async function conversationAccessOf(
  services: Pick<Services, "secrets"> & { readonly db: Database },
  patientId: string,
): Promise<ConversationAccess> {
  const [{ state }, careStatus] = await Promise.all([
    patientById(services, patientId),
    loadCareStatus(services, patientId),
  ]);
  return { state, careStatus };
}

type NeededServices = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** The patient's conversations; creates those they are entitled to and lack. */
export async function ensureConversations(services: NeededServices, patientId: string): Promise<ConversationRow[]> {
  const { db, content, clock } = services;
  const [existing, access] = await Promise.all([
    conversationsOf(db, patientId),
    conversationAccessOf(services, patientId),
  ]);
  const missing = availableKinds(content, access).filter((kind) => !existing.some((each) => each.kind === kind));
  if (missing.length === 0) return existing;
  for (const kind of missing) await ensureConversation(db, patientId, kind, clock.now());
  return conversationsOf(db, patientId);
}

/** A conversation of the patient; `not_found` for any other. */
export async function requireOwnConversation(
  { db }: Pick<Services, "db">,
  patientId: string,
  conversationId: string,
): Promise<ConversationRow> {
  const conversation = await conversationOfPatient(db, patientId, conversationId);
  if (!conversation) throw new Refusal("not_found");
  return conversation;
}

/**
 * The patient's conversation with patient services; `not_available_in_state` where their current state has no such chat. Messages written
 * before a move stay readable through the general conversation calls.
 */
export async function adminChatOf(
  services: Services & Refuses<"not_available_in_state">,
  patientId: string,
  id: string,
): Promise<ConversationRow> {
  const conversation = await requireOwnConversation(services, patientId, id);
  if (!availableKinds(services.content, await conversationAccessOf(services, patientId)).includes("patient_services"))
    throw services.refuse("not_available_in_state");
  if (conversation.kind !== "patient_services") throw new Refusal("not_found");
  return conversation;
}
