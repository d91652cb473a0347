import { patientById } from "#server/auth/public.ts";
import type { CaseRow } from "#server/cases/public.ts";
import {
  collaborationObstacle,
  type RoutedDoctor,
  doctorsById,
  doctorsWithLicenseIn,
  isLicensed,
} from "#server/doctors/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { routeToDoctor, routerSettings, takesNewPatients } from "./doctor-router.ts";

type Deps = Pick<Services, "clock" | "content" | "config" | "secrets"> & { readonly db: Database };

/**
 * The doctor who accepts a case: the one named, else the one it was routed to, else the router's current choice. Refuses
 * `not_available_in_state` when that doctor, or no doctor at all, is licensed in the patient's state, and `wrong_state` when the settings
 * forbid naming or routing, or the one named takes no new patients.
 */
export async function chooseAcceptingDoctor(
  services: Deps & Refuses<"not_available_in_state" | "wrong_state">,
  found: CaseRow,
  requestedDoctorId: string | undefined,
): Promise<string> {
  const settings = routerSettings(services.config);
  const { state, doctors } = await licensedDoctorsFor(services, found.patient_id);
  if (requestedDoctorId !== undefined) {
    if (!settings.byDoctorEnabled)
      throw services.refuse("wrong_state", { message: "The router assigns doctors here." });
    await requireKnownDoctor(services.db, requestedDoctorId);
    if (!doctors.some(({ id }) => id === requestedDoctorId))
      throw services.refuse("not_available_in_state", {
        message: await whyNotLicensed(services, requestedDoctorId, state),
      });
    if (!doctors.some(({ id, acceptsPatients }) => id === requestedDoctorId && acceptsPatients))
      throw services.refuse("wrong_state", { message: "This doctor takes no new patients right now." });
    return requestedDoctorId;
  }
  const today = clinicToday(services);
  if (doctors.some((doctor) => doctor.id === found.doctor_id && takesNewPatients(doctor, state, today)))
    return found.doctor_id as string;
  const routing = routeToDoctor(settings, doctors, state, today);
  if ("doctorId" in routing) return routing.doctorId;
  if (routing.unrouted === "disabled")
    throw services.refuse("wrong_state", { message: "Please name the doctor. The router is switched off." });
  throw services.refuse("not_available_in_state", { message: `No doctor is licensed in ${state}.` });
}

/** The doctor who decides: the one named, else the one of the case. Refuses `wrong_state` for one not licensed in the patient's state today. */
export async function chooseDecidingDoctor(
  services: Deps & Refuses<"wrong_state">,
  found: CaseRow,
  requestedDoctorId: string | undefined,
): Promise<string> {
  const id = requestedDoctorId ?? found.doctor_id;
  if (id === null) throw services.refuse("wrong_state", { message: "Please name the doctor who decides." });
  return requireLicensedDoctor(services, found.patient_id, id);
}

/** Returns the doctor's id if the doctor is licensed in the patient's state today; else refuses `wrong_state`. */
export async function requireLicensedDoctor(
  services: Deps & Refuses<"wrong_state">,
  patientId: string,
  id: string,
): Promise<string> {
  await requireKnownDoctor(services.db, id);
  const { state, doctors } = await licensedDoctorsFor(services, patientId);
  if (!doctors.some((doctor) => doctor.id === id))
    throw services.refuse("wrong_state", { message: await whyNotLicensed(services, id, state) });
  return id;
}

const whyNotLicensed = async (services: Deps, id: string, state: string): Promise<string> =>
  (await collaborationObstacle(services, id, state)) ?? `This doctor is not licensed in ${state}.`;

async function licensedDoctorsFor(
  services: Deps & Refuses<"wrong_state">,
  patientId: string,
): Promise<{ state: string; doctors: readonly RoutedDoctor[] }> {
  const { state } = await patientById(services, patientId);
  if (state === null) throw services.refuse("wrong_state");
  const today = clinicToday(services);
  const doctors = await doctorsWithLicenseIn(services, state);
  return { state, doctors: doctors.filter((doctor) => isLicensed(doctor, state, today)) };
}

async function requireKnownDoctor(db: Database, id: string): Promise<void> {
  if ((await doctorsById(db, [id])).has(id)) return;
  throw new Refusal("bad_request", { fields: [{ path: "doctorid", message: "There's no doctor with this id." }] });
}
