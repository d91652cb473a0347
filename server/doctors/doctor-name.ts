/*
 * How somebody with a doctor's card is called. Nurse practitioners, physician assistants and midwives prescribe too, and in many states the law forbids
 * to present them as doctors; their credentials say what they are.
 */

/** Degrees of a physician, as credentials write them. */
const physicianDegree = /(?<![A-Za-z])(?:M\.?D\.?|D\.?O\.?|MBBS|MBChB)(?![A-Za-z])/;
/** Degrees and words of everybody else who may prescribe or treat; certifications may follow, as in `WHNP-BC`. */
const otherProfession =
  /(?<![A-Za-z])(?:[A-Z]{0,4}NP|DNP|APRN|ARNP|APN|CNS|CNM|CM|PA|PA-C|RN|BSN|MSN|PharmD|RPh)(?![A-Za-z])|nurse|midwife|physician (?:assistant|associate)|pharmacist/i;

/** Whether these credentials are a physician's: one degree of a physician, or nothing that says another profession. */
export const isPhysician = (credentials: string): boolean =>
  physicianDegree.test(credentials) || !otherProfession.test(credentials);

/** What credentials say of a nurse practitioner: `WHNP-BC`, `DNP`, `APRN`. */
const practitionerDegree = /(?<![A-Za-z])(?:[A-Z]{0,4}NP|APRN|ARNP|APN)(?![A-Za-z])|nurse practitioner/i;

/** Whether these credentials are a nurse practitioner's. */
export const isNursePractitioner = (credentials: string): boolean =>
  !physicianDegree.test(credentials) && practitionerDegree.test(credentials);

/** A name as patients and colleagues read it. */
export const doctorName = (firstname: string, lastname: string, credentials: string): string =>
  isPhysician(credentials) ? `Dr. ${firstname} ${lastname}` : `${firstname} ${lastname}`;
