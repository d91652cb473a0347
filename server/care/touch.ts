import type { Services } from "#server/platform/services.ts";
import { loadPatientSummary } from "./patients/patient-summary.ts";

/** The context of a clinic call; `touches` records a patient for the audit. */
export type ClinicContext = Services & { readonly touches: (patientId: string) => void };

/** Records the patient of a call for the audit and returns the id; `not_found` for an unknown one. */
export async function requirePatient(ctx: ClinicContext, patientId: string): Promise<string> {
  const { id } = await loadPatientSummary(ctx, patientId);
  ctx.touches(id);
  return id;
}
