import type { Doctor } from "#contract/entities.ts";
import type { Content } from "#content/load.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { doctorRow, doctorsFor, latestCase } from "./queries.ts";
import { route } from "./router.ts";
import { routerSettings } from "./settings.ts";

type Parts = Pick<Services, "db" | "clock" | "secrets" | "jobs" | "config">;

export interface CareCase {
  readonly id: string;
  readonly orderId: string;
  readonly status: "submitted" | "accepted" | "approved" | "declined";
  readonly doctorId: string | null;
  /** The doctor's words to the patient with the decision. */
  readonly reason: string | null;
  readonly submittedAt: Date;
  readonly acceptedAt: Date | null;
  readonly decidedAt: Date | null;
}

/**
 * Hands a paid visit to the clinic: routes it to a doctor and wakes the care desk. Inside the transaction that finishes
 * onboarding; a repeat for the same order changes nothing.
 */
export async function submitVisit(
  parts: Parts,
  visit: { readonly patientId: string; readonly orderId: string },
): Promise<void> {
  const { state } = await patientById(parts, visit.patientId);
  if (!state) throw new Refusal("wrong_state");
  const now = parts.clock.now();
  const routing = route(
    routerSettings(parts.config),
    await doctorsFor(parts.db, state),
    state,
    now.toISOString().slice(0, 10),
  );
  const made = await parts.db
    .insertInto("care_case")
    .values({
      id: newId(),
      patient_id: visit.patientId,
      order_id: visit.orderId,
      doctor_id: "doctorId" in routing ? routing.doctorId : null,
      status: "submitted",
      submitted_at: now,
    })
    .onConflict((conflict) => conflict.column("order_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made) await parts.jobs.enqueue(parts.db, "visit-submitted", { caseId: made.id });
}

/** The patient's latest visit at the clinic, or null before she submitted one. */
export async function caseOf({ db }: Pick<Services, "db">, patientId: string): Promise<CareCase | null> {
  const row = await latestCase(db, patientId);
  if (!row) return null;
  return {
    id: row.id,
    orderId: row.order_id,
    status: row.status as CareCase["status"],
    doctorId: row.doctor_id,
    reason: null,
    submittedAt: row.submitted_at,
    acceptedAt: row.accepted_at,
    decidedAt: row.decided_at,
  };
}

/** The doctor of the card in onboarding. */
export function fixedDoctor({ doctors }: Pick<Content, "doctors">): Doctor {
  const doctor = doctors.find((candidate) => candidate.fixed) ?? doctors[0];
  if (!doctor) throw new Error("The content names no doctor.");
  const { id, firstname, lastname, credentials, bio, profileUrl } = doctor;
  return { id, firstname, lastname, name: nameOf(firstname, lastname), credentials, bio, profileUrl };
}

/** A doctor by id, or null. */
export async function doctorById({ db }: Pick<Services, "db">, id: string): Promise<Doctor | null> {
  const row = await doctorRow(db, id);
  if (!row) return null;
  const { firstname, lastname, credentials, bio, profile_url } = row;
  return { id, firstname, lastname, name: nameOf(firstname, lastname), credentials, bio, profileUrl: profile_url };
}

const nameOf = (firstname: string, lastname: string): string => `Dr. ${firstname} ${lastname}`;
