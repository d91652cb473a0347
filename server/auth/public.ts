/** What other features use of auth: authentication of a caller, the patient and their consents, sessions and e-mail. */
export { lockOpenAccount } from "./accounts/account-queries.ts";
export { countAttempt, limitPasswordGuesses } from "./attempt-limits.ts";
export { refuseCommonPassword } from "./passwords/common-password.ts";
export { hashPassword, verifyPassword } from "./passwords/password.ts";
export { rememberDevice } from "./sessions/known-device.ts";
export { type Authenticator, createAuthenticator } from "./sessions/authenticator.ts";
export { closeAccount, closedEmail, type AccountClosingStep } from "./accounts/close-account.ts";
export { type ConsentVersion, givenConsents, latestConsents, recordConsents } from "./accounts/consents.ts";
export { requestEmailChange, confirmEmailChange } from "./accounts/email-change.ts";
export { askForEmailChange, stopEmailChange } from "./accounts/email-change-by-practice.ts";
export { findPatientIds, matchesSearch, parsePatientSearch, writeShippingPhone } from "./accounts/patient-search.ts";
export { newestPatients, patientsById } from "./accounts/patients.ts";
export { rebuildSearchTerms } from "./accounts/rebuild-patient-search.ts";
export {
  setNeedsReply,
  type Patient,
  type PatientChanges,
  patientById,
  toPatient,
  toPatientFacts,
  patientFactsQuery,
  patientQuery,
  updatePatient,
} from "./accounts/patients.ts";
export { endSession } from "./sessions/session.ts";
export { isLiveSession, liveSessions } from "./sessions/session-queries.ts";
