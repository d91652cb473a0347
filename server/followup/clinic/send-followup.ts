import { patientById } from "#server/auth/public.ts";
import { writeToPatient } from "#server/care/public.ts";
import { loadCareStatus } from "#server/cases/public.ts";
import { type Author, postMessage } from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { greetingName } from "#server/platform/mail/queue-mail.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { findCode } from "../discount-codes.ts";
import { insertFollowup, lockFollowups, findOpenFollowup, type FollowupRow } from "../queries.ts";
import { newScope, sealScope } from "../scope.ts";

/**
 * Sends the patient a follow-up, with the message that opens it; `code` is a follow-up code or null. If one is open, returns that one
 * unchanged. Refuses with `coupon_not_found` for an unknown code, and `wrong_state` without an approved plan or if the practice closed the
 * conversation.
 */
export const sendFollowup = (
  services: Services & Refuses<"coupon_not_found" | "wrong_state">,
  patientId: string,
  code: string | null,
  by: ClinicCaller,
): Promise<FollowupRow> =>
  inTransaction(services, async (tx) => {
    const found = code === null ? null : await findCode(tx.db, code);
    if (found === undefined) throw services.refuse("coupon_not_found");
    await lockFollowups(tx.db, patientId);
    const careStatus = await loadCareStatus(tx, patientId);
    if (careStatus?.status !== "approved")
      throw services.refuse("wrong_state", { message: "The patient has no approved plan to ask about." });
    const open = await findOpenFollowup(tx.db, patientId);
    if (open) return open;
    const row = await openFollowup(tx, patientId, found?.code ?? null);
    await writeToPatient(
      { ...tx, refuse: services.refuse },
      { kind: "doctor", patient_id: patientId },
      { ...(await messageOf(tx, row)), clientId: `followup-${row.id}`, by },
    );
    return row;
  });

/** A new follow-up, which the patient's answers so far shape. The caller holds the lock of the patient's follow-ups, and none is open. */
export async function openFollowup(tx: TxServices, patientId: string, code: string | null): Promise<FollowupRow> {
  const id = newId();
  const scope = sealScope(tx.secrets, id, await newScope(tx, patientId));
  return insertFollowup(tx.db, { id, patientId, code, scope, now: tx.clock.now() });
}

/** The message that opens a follow-up, in a doctor's name without a person who writes it. */
export const postFollowupMessage = async (
  tx: TxServices,
  row: FollowupRow,
  from: { readonly author: Author; readonly clientId: string },
) => postMessage(tx, { ...(await messageOf(tx, row)), ...from, patientId: row.patient_id, kind: "doctor" });

/** The message answers none of the patient's earlier questions: they still await an answer. */
async function messageOf(services: TxServices, { id, patient_id: patientId }: FollowupRow) {
  const { firstname } = await patientById(services, patientId);
  return {
    text: fillPlaceholders(services.content.followup.message, { firstname: greetingName(firstname) }),
    type: "prescription_followup",
    followupId: id,
    needsReply: true,
    answersSeq: 0,
  } as const;
}
