import type { Doctor } from "#contract/entities.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById, updatePatient } from "#server/auth/public.ts";
import { onboardingStatus } from "#server/onboarding/public.ts";
import { changeCase, latestCase, lockCase, treatingDoctor, type CaseRow } from "./cases.ts";
import { doctorsById, doctorsFor } from "./doctors.ts";
import { deskQueue } from "./queues.ts";
import { routerSettings } from "./settings.ts";
import { type Succession, successor } from "./successor.ts";

type Parts = Pick<Services, "clock" | "content" | "config"> & { readonly db: Database };

const isHers = ({ status }: CaseRow) => status !== "declined" && status !== "lapsed";

const successorIn = async (parts: Parts, current: string | null, state: string) =>
  successor(routerSettings(parts.config), await doctorsFor(parts.db, state), current, state, clinicDay(parts));

/** What would become of her doctor if she got her medicine in `state`; null while she has none. */
export async function careIn(
  parts: Parts,
  patientId: string,
  state: string,
): Promise<{ readonly doctor: Doctor; readonly succession: Succession } | null> {
  const found = await latestCase(parts.db, patientId);
  const current = found && isHers(found) ? treatingDoctor(found) : null;
  const doctor = current === null ? undefined : (await doctorsById(parts.db, [current])).get(current);
  if (!doctor) return null;
  return { doctor, succession: (await successorIn(parts, current, state)).succession };
}

/**
 * Once her visit is done, her state follows where she gets her medicine, and a doctor licensed there treats her (decision 0019). In the
 * transaction that changes her address. Within the visit her state is what she answered there, and this changes nothing.
 */
export async function followState(
  parts: Omit<Parts, "db"> & Pick<Services, "secrets" | "jobs"> & { readonly db: Tx },
  patientId: string,
  state: string,
): Promise<void> {
  const { db, config, jobs } = parts;
  if ((await onboardingStatus(parts, patientId)) !== "DONE") return;
  if ((await patientById(parts, patientId)).state === state) return;
  await updatePatient(parts, patientId, { state });
  const latest = await latestCase(db, patientId);
  const found = latest && (await lockCase(db, latest.id));
  if (!found || !isHers(found)) return;
  const { succession, doctorId } = await successorIn(parts, treatingDoctor(found), state);
  if (succession === "stays") return;
  if (found.status === "approved") {
    if (doctorId !== null) await changeCase(db, found.id, ["approved"], { treated_by: doctorId });
    return;
  }
  // Nobody may decide from a state without a licence: the case waits to be accepted anew.
  await changeCase(db, found.id, ["submitted", "accepted"], {
    status: "submitted",
    doctor_id: doctorId,
    accepted_at: null,
  });
  if (config.demo) await jobs.enqueue(db, deskQueue, { caseId: found.id });
}
