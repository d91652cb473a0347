import type { Suggestion } from "#contract/treatment/suggestions.ts";
import { shipStateOf } from "#server/addresses/public.ts";
import { patientById } from "#server/auth/public.ts";
import { latestCase } from "#server/cases/public.ts";
import { doctorsById } from "#server/doctors/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { loadSubscribedProducts, presentSuggestions, suggestionRows } from "#server/treatment/public.ts";
import { findOpenEmergencyWarnings } from "../../chart/open-emergency-warning.ts";
import { suggestionObjections } from "./new-objection.ts";

/** Days a suggestion that is settled stays in the record. */
const shownDays = 60;

/** Medicines the practice suggested to add, newest first: what the patient hasn't answered, and those of the last 60 days. */
export async function suggestionsOf(
  services: Pick<Services, "content" | "clock" | "secrets" | "config"> & { readonly db: Database },
  patientId: string,
): Promise<Suggestion[]> {
  const { db, clock } = services;
  const since = new Date(clock.now().getTime() - shownDays * 86_400_000);
  const rows = (await suggestionRows(db, patientId).execute()).filter(
    ({ status, created_at }) => status === "waiting" || created_at >= since,
  );
  if (rows.length === 0) return [];
  const [doctors, shipState, patient, latest, emergencies, taken] = await Promise.all([
    doctorsById(
      db,
      rows.map(({ doctor_id }) => doctor_id),
    ),
    shipStateOf(db, patientId),
    patientById(services, patientId),
    latestCase(db, patientId),
    findOpenEmergencyWarnings(db, patientId),
    loadSubscribedProducts(db, patientId),
  ]);
  return presentSuggestions(services, { shipState, taken }, rows, doctors, {
    isStopped: emergencies.length > 0,
    isPlanApproved: latest?.status === "approved",
    isPastDue: patient.failedTransactionReason !== null,
    objections: await suggestionObjections(services, rows),
  });
}
