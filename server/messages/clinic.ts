import type { ClinicConversation } from "#contract/clinic-conversations.ts";
import type { Message } from "#contract/entities.ts";
import type { PatientSummary } from "#contract/patient-summary.ts";
import { transact } from "#server/platform/database/open.ts";
import { pageOf, pageSize, placeOf } from "#server/platform/keyset.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { careStanding, careStandings, summariesOf } from "#server/care/public.ts";
import type { Author } from "./authors.ts";
import { type ConversationRow, waitingConversations } from "./conversations.ts";
import { messagesOfPatient } from "./message-queries.ts";
import { type Post, type Posted, postOnce } from "./post.ts";
import { presentMessages } from "./present-message.ts";
import { openness, type Standing } from "./standing-rules.ts";

/** A patient's messages over all her conversations, newest first. */
export async function adminMessages(
  parts: Services,
  patientId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ readonly items: Message[]; readonly cursor: string | null }> {
  const rows = await messagesOfPatient(parts, patientId, placeOf(cursor, "cursor"), limit + 1);
  const { items, nextpage } = pageOf(rows, ({ created_at: at, id }) => ({ at, id }), limit);
  return { items: await presentMessages(parts, items), cursor: nextpage };
}

/** One page of the conversations in which a patient waits for an answer, those with an emergency first. */
export async function waitingQueue(parts: Services, cursor: string | undefined) {
  const rows = await waitingConversations(parts.db, placeOf(cursor), pageSize + 1);
  const { items, nextpage } = pageOf(rows, ({ since: at, id, front }) => ({ at, id, front }));
  return { items: await presentForClinic(parts, items), nextpage };
}

/** Conversations as the practice sees them, in the order of the rows. */
export async function presentForClinic(
  parts: Services,
  rows: readonly ConversationRow[],
): Promise<ClinicConversation[]> {
  const ids = [...new Set(rows.map(({ patient_id }) => patient_id))];
  const patients = new Map((await summariesOf(parts, ids)).map((each) => [each.id, each]));
  const cares = await careStandings(parts, ids);
  return rows.flatMap((row) => {
    const patient = patients.get(row.patient_id);
    if (!patient) return [];
    return [present(parts, row, patient, { state: patient.state, care: cares.get(patient.id) ?? null })];
  });
}

const present = (
  { content }: Services,
  row: ConversationRow,
  patient: PatientSummary,
  standing: Standing,
): ClinicConversation => ({
  id: row.id,
  kind: row.kind,
  patient,
  lastseq: row.last_seq,
  readseq: row.read_seq,
  waitingsince: row.waiting_since?.toISOString() ?? null,
  ...openness(content, row, standing),
});

/**
 * Writes to the patient, as her doctor, as the doctor named, or as patient services; `wrong_state` in a conversation the practice closed.
 */
export const answer = (
  parts: Services | TxServices,
  { kind, patient_id: patientId }: Pick<ConversationRow, "kind" | "patient_id">,
  {
    doctorId,
    ...words
  }: Pick<Post, "text" | "clientId" | "type" | "fileId" | "needsReply" | "answersSeq" | "followupId"> & {
    readonly doctorId?: string | null;
  },
): Promise<Posted> =>
  transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const author: Author = doctorId ? { role: "doctor", doctorId } : await authorIn(inTx, kind, patientId);
    return postOnce(inTx, { ...words, patientId, kind, author }, async ({ closed_at }) => {
      if (closed_at !== null)
        throw new Refusal("wrong_state", {
          message: "This conversation is closed. Please open it again first.",
          transient: true,
        });
    });
  });

async function authorIn(parts: TxServices, kind: ConversationRow["kind"], patientId: string): Promise<Author> {
  if (kind === "patient_services") return { role: "patient_services" };
  const care = await careStanding(parts, patientId);
  return { role: "doctor", doctorId: care?.doctor?.id ?? null };
}
