/** What other rooms use of auth: the proof of a caller, the patient and her consents, her sessions and e-mail. */
export { countAttempt } from "./attempts.ts";
export { type Authenticator, createAuthenticator } from "./authenticator.ts";
export { closeAccount, type Ending } from "./close-account.ts";
export { type ConsentVersion, consentsOf, recordConsents } from "./consents.ts";
export { acceptTerms } from "./new-terms.ts";
export { askForEmailChange, confirmEmailChange } from "./email-change.ts";
export { newestPatients, patientsById } from "./patient-list.ts";
export {
  noteNeedsReply,
  type Patient,
  type PatientChanges,
  patientById,
  patientOf,
  patientRow,
  updatePatient,
} from "./patients.ts";
export { endSession } from "./session.ts";
export { isLiveSession, liveSessions } from "./session-queries.ts";
