import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { careStanding, doctorToRenew } from "#server/care/public.ts";
import { acknowledgeReview } from "#server/emergency/public.ts";
import { writeToPatient } from "#server/messages/public.ts";
import { lockReview } from "./claim.ts";
import { changeReview, type ReviewRow } from "./queries.ts";

export interface DoctorsWords {
  readonly doctorid?: string | undefined;
  /** To her, as a message of the doctor's. */
  readonly note?: string | undefined;
}

/** A doctor has read the review: the one named, or hers. `wrong_state` for one that nobody should read yet, or that was read before. */
export const closeReview = (
  parts: Services,
  { id, patient_id: patientId }: Pick<ReviewRow, "id" | "patient_id">,
  { doctorid, note }: DoctorsWords,
): Promise<ReviewRow> =>
  transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const row = await lockReview(inTx, patientId, id);
    if (row.told_at === null) throw new Refusal("wrong_state", { message: "She has not completed this review yet." });
    if (row.closed_at !== null) throw new Refusal("wrong_state", { message: "This review has been read already." });
    const doctorId =
      doctorid === undefined
        ? ((await careStanding(inTx, patientId))?.doctor?.id ?? null)
        : await doctorToRenew(inTx, patientId, doctorid);
    await acknowledgeReview(tx, id, parts.clock.now());
    const closed = await changeReview(tx, row, { closed_at: parts.clock.now(), doctor_id: doctorId });
    if (note !== undefined)
      await writeToPatient(
        inTx,
        { kind: "doctor", patient_id: patientId },
        {
          text: note,
          doctorId,
          clientId: `followup-read-${id}-${closed.closed_at?.getTime() ?? 0}`,
          answersSeq: 0,
        },
      );
    return closed;
  });
