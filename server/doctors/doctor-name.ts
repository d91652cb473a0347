import type { Content } from "#content/loader/load.ts";

/*
 * How somebody with a doctor's card is called. Nurse practitioners, physician assistants and midwives prescribe too, and in many states the law forbids
 * to present them as doctors; nobody else is assumed to be one, whatever other doctorate they have. Their credentials say what they are.
 */

/** Degrees of a physician, as credentials write them: MD and DO, and what a medical school abroad calls the same. */
const physicianDegree = /(?<![A-Za-z])(?:M\.?D\.?|D\.?O\.?|MBBS|MBChB)(?![A-Za-z])/;

/** Whether these credentials are a physician's: they say so. */
export const isPhysician = (credentials: string): boolean => physicianDegree.test(credentials);

/** The doctors of the content as they are called, for a page that reads no database. */
export const namedDoctors = ({ doctors }: Pick<Content, "doctors">) =>
  doctors.map((doctor) => ({ ...doctor, name: doctorName(doctor.firstname, doctor.lastname, doctor.credentials) }));

/** What credentials say of a nurse practitioner: `WHNP-BC`, `DNP`, `APRN`. */
const practitionerDegree = /(?<![A-Za-z])(?:[A-Z]{0,4}NP|APRN|ARNP|APN)(?![A-Za-z])|nurse practitioner/i;

/** Whether these credentials are a nurse practitioner's. */
export const isNursePractitioner = (credentials: string): boolean =>
  !physicianDegree.test(credentials) && practitionerDegree.test(credentials);

/** A name as patients and colleagues read it: `Dr. Ada Hill`, or the name with the credentials in front of the first comma, as in `Mira Lund, WHNP-BC`. */
export function doctorName(firstname: string, lastname: string, credentials: string): string {
  const name = [firstname, lastname].filter(Boolean).join(" ");
  if (isPhysician(credentials)) return `Dr. ${name}`;
  const [first = ""] = credentials.split(",");
  return [name, first.trim()].filter(Boolean).join(", ");
}
