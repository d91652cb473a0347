import type { Doctor } from "#contract/doctors.ts";
import { doctorsById } from "#server/doctors/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { latestCases, treatingDoctor, type CaseStatus } from "./cases.ts";

/** A patient's latest case at the clinic and who looks after the patient; the doctor is null until one is found. */
export interface CareStatus {
  readonly status: CaseStatus;
  readonly submittedAt: Date;
  readonly doctor: Doctor | null;
}

type Deps = { readonly db: Database };

/** The care status of each of these patients who has a case, by patient; two queries. */
export async function loadCareStatuses(
  { db }: Deps,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, CareStatus>> {
  const cases = await latestCases(db, patientIds);
  const doctorIds = new Set([...cases.values()].flatMap((found) => treatingDoctor(found) ?? []));
  const doctors = await doctorsById(db, [...doctorIds]);
  return new Map(
    [...cases].map(([patientId, found]) => [
      patientId,
      {
        status: found.status,
        submittedAt: found.submitted_at,
        doctor: doctors.get(treatingDoctor(found) ?? "") ?? null,
      },
    ]),
  );
}

/** Null for a patient without a case. */
export const loadCareStatus = async (services: Deps, patientId: string): Promise<CareStatus | null> =>
  (await loadCareStatuses(services, [patientId])).get(patientId) ?? null;
