/** What other features use of auth: authentication of a caller, the patient and their consents, sessions and e-mail. */
export { countAttempt } from "./attempt-limits.ts";
export { type Authenticator, createAuthenticator } from "./sessions/authenticator.ts";
export { closeAccount, type AccountClosingStep } from "./accounts/close-account.ts";
export { type ConsentVersion, latestConsents, recordConsents } from "./accounts/consents.ts";
export { requestEmailChange, confirmEmailChange } from "./accounts/email-change.ts";
export { newestPatients, patientsById } from "./accounts/patients.ts";
export {
  setNeedsReply,
  type Patient,
  type PatientChanges,
  patientById,
  toPatient,
  patientQuery,
  updatePatient,
} from "./accounts/patients.ts";
export { endSession } from "./sessions/session.ts";
export { isLiveSession, liveSessions } from "./sessions/session-queries.ts";
