import { isLicensed, routeToDoctor, type RoutedDoctor, type RouterSettings } from "./matching/doctor-router.ts";

/** What happens to the patient's doctor when the patient moves to another state. */
export type Succession = "stays" | "changes" | "nobody";

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
