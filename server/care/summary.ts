import type { PatientSummary } from "#contract/patient-summary.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { type Patient, patientsById } from "#server/auth/public.ts";
import { emergenciesSince } from "#server/emergency/public.ts";
import { noStanding, type Standing, standingsOf } from "#server/onboarding/public.ts";
import { planStatuses } from "./plan.ts";
import { type CareStanding, careStandings } from "./standing.ts";

type Parts = Pick<Services, "db" | "secrets">;

/** Patients as the practice's lists show them, in the order of the ids; a fixed number of queries. */
export async function summariesOf(parts: Parts, ids: readonly string[]): Promise<PatientSummary[]> {
  const [patients, visits, inCare, emergencies] = await Promise.all([
    patientsById(parts, ids),
    standingsOf(parts, ids),
    careStandings(parts, ids),
    emergenciesSince(parts.db, ids),
  ]);
  return ids.flatMap((id) => {
    const patient = patients.get(id);
    return patient ? [present(patient, visits.get(id) ?? noStanding, inCare.get(id), emergencies.get(id))] : [];
  });
}

/** One patient; `not_found` for an id that is nobody's. */
export async function summaryOf(parts: Parts, id: string): Promise<PatientSummary> {
  const [summary] = await summariesOf(parts, [id]);
  if (!summary) throw new Refusal("not_found");
  return summary;
}

function present(
  patient: Patient,
  visit: Standing,
  found: CareStanding | undefined,
  emergency: Date | undefined,
): PatientSummary {
  const { id, firstname, lastname, email, birthday, state } = patient;
  return {
    id,
    firstname,
    lastname,
    email,
    birthday,
    state,
    onboardingstatus: visit.status,
    identitystatus: visit.identityStatus,
    planstatus: found ? planStatuses[found.status] : "none",
    carestatus: !found || found.status === "lapsed" ? "none" : found.status === "submitted" ? "incoming" : "accepted",
    doctor: found?.doctor ?? null,
    since: (found?.submittedAt ?? patient.createdAt).toISOString(),
    emergencysince: emergency?.toISOString() ?? null,
  };
}
