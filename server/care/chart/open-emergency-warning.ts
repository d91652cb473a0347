import type { PatientSummary } from "#contract/care/patients.ts";
import { emergencyOpenRule } from "#contract/http/endpoint.ts";
import { oldestOpenEmergencies } from "#server/emergency/public.ts";
import type { Database } from "#server/platform/database/open.ts";

/** Stands among the rules a decision weighs: while an emergency is open, a person who decides anything for the patient says that they know of it. */
const warning = {
  ruleid: emergencyOpenRule,
  level: "clinician",
  text: "This patient described an emergency that isn't closed yet. Please look at it before you decide.",
} as const;

/** For what the practice reads of a patient: the same warning the decision asks for. */
export const openEmergencyWarnings = ({ emergencysince }: Pick<PatientSummary, "emergencysince">) =>
  emergencysince === null ? [] : [warning];

/** For a decision, as it stands in its transaction. */
export const findOpenEmergencyWarnings = async (db: Database, patientId: string) =>
  (await oldestOpenEmergencies(db, [patientId])).has(patientId) ? [warning] : [];
