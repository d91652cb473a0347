import type { Services } from "#server/platform/services.ts";
import { loadPatientSummary } from "./patients/patient-summary.ts";

/** What a call of the practice runs in. */
export type ClinicContext = Services & { readonly touches: (patientId: string) => void };

/** The patient a call is about, named for the audit; `not_found` for an id that is nobody's. */
export async function requirePatient(ctx: ClinicContext, patientId: string): Promise<string> {
  const { id } = await loadPatientSummary(ctx, patientId);
  ctx.touches(id);
  return id;
}
