import type { Doctor } from "#contract/doctors.ts";
import { patientById, updatePatient } from "#server/auth/public.ts";
import { updateCase, latestCase, lockCase, treatingDoctor, type CaseRow } from "#server/cases/public.ts";
import { type RoutedDoctor, doctorsById, doctorsWithLicenseIn, isLicensed } from "#server/doctors/public.ts";
import { onboardingStatus } from "#server/onboarding/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { caseStates } from "#server/platform/database/states.ts";
import type { Services } from "#server/platform/services.ts";
import { routerSettings, routeToDoctor, type RouterSettings } from "./doctor-router.ts";

type Deps = Pick<Services, "clock" | "content" | "config"> & { readonly db: Database };

const isCurrentCase = ({ status }: CaseRow) => caseStates.current.has(status);

const findSuccessor = async (services: Deps, current: string | null, state: string) =>
  chooseSuccessor(
    routerSettings(services.config),
    await doctorsWithLicenseIn(services, state),
    current,
    state,
    clinicToday(services),
  );

/** What a move to `state` would mean for the patient's doctor; null while the patient has none. */
export async function doctorAfterMove(
  services: Deps,
  patientId: string,
  state: string,
): Promise<{ readonly doctor: Doctor; readonly succession: Succession } | null> {
  const found = await latestCase(services.db, patientId);
  const current = found && isCurrentCase(found) ? treatingDoctor(found) : null;
  const doctor = current === null ? undefined : (await doctorsById(services.db, [current])).get(current);
  if (!doctor) return null;
  return { doctor, succession: (await findSuccessor(services, current, state)).succession };
}

/**
 * Once the visit is done, the patient's state follows the shipping address, and a doctor licensed there treats the patient (decision 0019).
 * Runs in the transaction that changes the address. During the visit the state is the one answered there, and this changes nothing.
 */
export async function applyMoveToState(
  services: Omit<Deps, "db"> & Pick<Services, "secrets"> & { readonly db: Tx },
  patientId: string,
  state: string,
): Promise<void> {
  const { db } = services;
  if ((await onboardingStatus(services, patientId)) !== "DONE") return;
  if ((await patientById(services, patientId)).state === state) return;
  await updatePatient(services, patientId, { state });
  const latest = await latestCase(db, patientId);
  const found = latest && (await lockCase(db, latest.id));
  if (!found || !isCurrentCase(found)) return;
  const { succession, doctorId } = await findSuccessor(services, treatingDoctor(found), state);
  if (succession === "stays") return;
  if (found.status === "approved") {
    if (doctorId !== null) await updateCase(db, found.id, ["approved"], { treating_doctor_id: doctorId });
    return;
  }
  // No doctor may decide for a state they hold no license in: the case waits to be accepted again.
  await updateCase(db, found.id, caseStates.undecided.list, {
    status: "submitted",
    doctor_id: doctorId,
    accepted_at: null,
  });
}

/** What happens to the patient's doctor when the patient moves to another state. */
type Succession = "stays" | "changes" | "nobody";

/** The doctor who treats the patient in `state` from `today`: the current one if licensed there, else the router's choice, else nobody. */
export function chooseSuccessor(
  settings: RouterSettings,
  doctors: readonly RoutedDoctor[],
  current: string | null,
  state: string,
  today: string,
): { readonly succession: Succession; readonly doctorId: string | null } {
  if (doctors.some((doctor) => doctor.id === current && isLicensed(doctor, state, today)))
    return { succession: "stays", doctorId: current };
  const routing = routeToDoctor(settings, doctors, state, today);
  return "doctorId" in routing
    ? { succession: "changes", doctorId: routing.doctorId }
    : { succession: "nobody", doctorId: null };
}
