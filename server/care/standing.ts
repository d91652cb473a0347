import type { Doctor } from "#contract/entities.ts";
import type { Database } from "#server/platform/database/open.ts";
import { latestCases, treatingDoctor, type CaseStatus } from "./cases.ts";
import { doctorsById } from "./doctors.ts";

/** A patient's latest case at the clinic, and who looks after her; the doctor is null while none is found. */
export interface CareStanding {
  readonly status: CaseStatus;
  readonly submittedAt: Date;
  readonly doctor: Doctor | null;
}

type Parts = { readonly db: Database };

/** Of each of these patients who has a case, by patient; two queries. */
export async function careStandings(
  { db }: Parts,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, CareStanding>> {
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

/** Null for a patient who has no case. */
export const careStanding = async (parts: Parts, patientId: string): Promise<CareStanding | null> =>
  (await careStandings(parts, [patientId])).get(patientId) ?? null;
