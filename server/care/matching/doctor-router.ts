import type { Config } from "#server/config.ts";
import { isAway, isLicensed, type RoutedDoctor } from "#server/doctors/public.ts";

/** The `doctor_router` configuration of spec §3. */
export interface RouterSettings {
  readonly enabled: boolean;
  /** Whether the clinic may name the doctor instead. */
  readonly byDoctorEnabled: boolean;
}

export type Routing = { readonly doctorId: string } | { readonly unrouted: "disabled" | "no_licensed_doctor" };

/** Whether new patients in `state` are matched with this doctor today: they are here, licensed, take patients, and somebody decides in their name. */
export const takesNewPatients = (doctor: RoutedDoctor, state: string, today: string): boolean =>
  doctor.acceptsPatients && doctor.decidedFor && !isAway(doctor, today) && isLicensed(doctor, state, today);

/** Of the doctors who take new patients and are licensed in the patient's state today, the one with the fewest open cases; ties go by id, so that two nodes choose alike. */
export function routeToDoctor(
  settings: RouterSettings,
  doctors: readonly RoutedDoctor[],
  state: string,
  today: string,
): Routing {
  if (!settings.enabled) return { unrouted: "disabled" };
  const [best] = doctors
    .filter((doctor) => takesNewPatients(doctor, state, today))
    .sort((a, b) => a.openCases - b.openCases || (a.id < b.id ? -1 : 1));
  return best ? { doctorId: best.id } : { unrouted: "no_licensed_doctor" };
}

/** The `doctor_router` configuration; enabled unless the deployment switches it off. */
export const routerSettings = ({ doctorRouter }: Config): RouterSettings => doctorRouter;
