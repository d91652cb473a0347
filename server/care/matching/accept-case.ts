import { updateCase, latestCase, lockCase } from "#server/cases/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { chooseAcceptingDoctor } from "./assign-doctor.ts";

type Deps = Pick<Services, "db" | "clock" | "content" | "config" | "secrets">;

/** A doctor accepts a patient who submitted a visit. Accepting again changes nothing. Refuses `wrong_state` without a submitted visit. */
export function acceptPatient(
  services: Deps & Refuses<"not_available_in_state" | "wrong_state">,
  patientId: string,
  doctorId?: string,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const latest = await latestCase(tx.db, patientId);
    const found = latest && (await lockCase(tx.db, latest.id));
    if (!found) throw services.refuse("wrong_state", { message: "This patient hasn't submitted a visit." });
    if (found.status !== "submitted") return;
    const doctor_id = await chooseAcceptingDoctor(tx, found, doctorId);
    await updateCase(tx.db, found.id, ["submitted"], {
      status: "accepted",
      doctor_id,
      accepted_at: services.clock.now(),
    });
  });
}
