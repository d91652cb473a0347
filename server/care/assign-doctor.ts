import { clinicDay } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import type { CaseRow } from "./cases.ts";
import { doctorsById, doctorsFor } from "./doctors.ts";
import { isLicensed, route, type RoutedDoctor } from "./router.ts";
import { routerSettings } from "./settings.ts";

type Parts = Pick<Services, "clock" | "content" | "config" | "secrets"> & { readonly db: Database };

/**
 * The doctor who takes a case: the one named, or the one it was routed to, or the router's choice of today. Refuses
 * `not_available_in_state` when that one, or nobody, may practise in her state, `wrong_state` when the settings forbid the way.
 */
export async function doctorToAccept(parts: Parts, found: CaseRow, named: string | undefined): Promise<string> {
  const settings = routerSettings(parts.config);
  const { state, doctors } = await licensedFor(parts, found.patient_id);
  if (named !== undefined) {
    if (!settings.byDoctorEnabled)
      throw new Refusal("wrong_state", { message: "Doctors are assigned by the router here." });
    await requireKnown(parts.db, named);
    if (!doctors.some(({ id }) => id === named)) throw unlicensed(state);
    return named;
  }
  if (doctors.some(({ id }) => id === found.doctor_id)) return found.doctor_id as string;
  const routing = route(settings, doctors, state, clinicDay(parts));
  if ("doctorId" in routing) return routing.doctorId;
  if (routing.unrouted === "disabled")
    throw new Refusal("wrong_state", { message: "Please name the doctor: the router is switched off." });
  throw new Refusal("not_available_in_state", { message: `No doctor is licensed in ${state}.` });
}

/** The doctor who decides: the one named, or hers. Refuses `wrong_state` for one who may not practise in her state today. */
export async function doctorToDecide(parts: Parts, found: CaseRow, named: string | undefined): Promise<string> {
  const id = named ?? found.doctor_id;
  if (id === null) throw new Refusal("wrong_state", { message: "Please name the doctor who decides." });
  return doctorToRenew(parts, found.patient_id, id);
}

/** A doctor, if she or he may practise in the patient's state today; else `wrong_state`. */
export async function doctorToRenew(parts: Parts, patientId: string, id: string): Promise<string> {
  await requireKnown(parts.db, id);
  const { state, doctors } = await licensedFor(parts, patientId);
  if (!doctors.some((doctor) => doctor.id === id))
    throw new Refusal("wrong_state", { message: `This doctor is not licensed in ${state}.` });
  return id;
}

async function licensedFor(
  parts: Parts,
  patientId: string,
): Promise<{ state: string; doctors: readonly RoutedDoctor[] }> {
  const { state } = await patientById(parts, patientId);
  if (state === null) throw new Refusal("wrong_state");
  const today = clinicDay(parts);
  const doctors = await doctorsFor(parts.db, state);
  return { state, doctors: doctors.filter((doctor) => isLicensed(doctor, state, today)) };
}

async function requireKnown(db: Database, id: string): Promise<void> {
  if ((await doctorsById(db, [id])).has(id)) return;
  throw new Refusal("bad_request", { fields: [{ path: "doctorid", message: "There is no doctor with this id." }] });
}

const unlicensed = (state: string) =>
  new Refusal("not_available_in_state", { message: `This doctor is not licensed in ${state}.` });
