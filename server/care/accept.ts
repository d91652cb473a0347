import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { doctorToAccept } from "./assign-doctor.ts";
import { changeCase, latestCase, lockCase } from "./cases.ts";

type Parts = Pick<Services, "db" | "clock" | "content" | "config" | "secrets">;

/** A doctor takes a patient who submitted her visit. Accepting again changes nothing. */
export function acceptPatient(parts: Parts, patientId: string, doctorId?: string): Promise<void> {
  return transact(parts.db, async (tx) => {
    const latest = await latestCase(tx, patientId);
    const found = latest && (await lockCase(tx, latest.id));
    if (!found) throw new Refusal("wrong_state", { message: "This patient has not submitted a visit." });
    if (found.status !== "submitted") return;
    const doctor_id = await doctorToAccept({ ...parts, db: tx }, found, doctorId);
    await changeCase(tx, found.id, ["submitted"], {
      status: "accepted",
      doctor_id,
      accepted_at: parts.clock.now(),
    });
  });
}
