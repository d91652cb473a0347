import { permits } from "#contract/policy/policy.ts";
import { requireLicensedDoctor, setFollowupDay, writeToPatient } from "#server/care/public.ts";
import { loadCareStatus } from "#server/cases/public.ts";
import { closeFollowupReports } from "#server/emergency/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { lockFollowup } from "../claim.ts";
import { updateFollowup, type FollowupRow } from "../queries.ts";
import { requireSeenAnswers } from "./result.ts";

const prescribersDay = "Only a prescriber sets the day of the next review. Please close it without one.";

export interface CloseFollowupInput {
  readonly doctorid?: string | undefined;
  /** Sent to the patient as a message. */
  readonly note?: string | undefined;
  /** The day of the next one: a prescriber's to set. */
  readonly followupon?: string | undefined;
  /** Of the answers as they were read. */
  readonly revision?: string | undefined;
  /** Who has read it: the note is theirs. */
  readonly by: ClinicCaller;
}

/**
 * Closes a follow-up a doctor has read: the named doctor, or the patient's own. `wrong_state` if there is nothing to read yet or it is closed
 * already; `conflict` if the patient has answered more than what `revision` stands for.
 */
export const closeFollowup = (
  services: Services & Refuses<"wrong_state" | "conflict">,
  { id, patient_id: patientId }: Pick<FollowupRow, "id" | "patient_id">,
  { doctorid, note, followupon, revision, by }: CloseFollowupInput,
): Promise<FollowupRow> =>
  inTransaction(services, async (tx) => {
    const row = await lockFollowup(tx, patientId, id);
    if (row.awaiting_doctor_since === null)
      throw services.refuse("wrong_state", { message: "The patient hasn't completed this review yet." });
    if (row.closed_at !== null) throw services.refuse("wrong_state", { message: "This review has already been read." });
    await requireSeenAnswers(tx, row, revision);
    const doctorId =
      doctorid === undefined
        ? ((await loadCareStatus(tx, patientId))?.doctor?.id ?? null)
        : await requireLicensedDoctor(tx, patientId, doctorid);
    await closeFollowupReports(tx, id, { actor: by.actor, text: note ?? null });
    const closed = await updateFollowup(tx.db, row, { closed_at: services.clock.now(), doctor_id: doctorId });
    if (followupon !== undefined) {
      if (!permits(by.permissions, ["write:prescribing"]))
        throw new Refusal("bad_request", { fields: [{ path: "followupon", message: prescribersDay }] });
      if (doctorId === null) throw services.refuse("wrong_state", { message: "Please name the doctor who asks." });
      await setFollowupDay(tx, patientId, { followupon, doctorId });
    }
    if (note !== undefined)
      await writeToPatient(
        tx,
        { kind: "doctor", patient_id: patientId },
        {
          text: note,
          doctorId,
          by,
          clientId: `followup-read-${id}-${closed.closed_at?.getTime() ?? 0}`,
          answersSeq: 0,
        },
      );
    return closed;
  });
