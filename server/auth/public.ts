/** What other features use of auth: authentication of a caller, the patient and their consents, sessions and e-mail. */
export { lockOpenAccount } from "./patients/account-queries.ts";
export { countAttempt, limitPasswordGuesses } from "./sessions/attempt-limits.ts";
export { refuseCommonPassword } from "./passwords/common-password.ts";
export { hashPassword, verifyPassword } from "./passwords/password.ts";
export { rememberDevice } from "./sessions/known-device.ts";
export { type Authenticator, createAuthenticator } from "./sessions/authenticator.ts";
export { closeAccount, closedEmail, type AccountClosingStep } from "./accounts/close-account.ts";
export { type ConsentVersion, givenConsents, latestConsents, recordConsents } from "./accounts/consents.ts";
export { dismissedDigest, openSignIns, sealSignIns, type SignIns } from "./dismissed-email.ts";
export { mergeSignIns, separateSignIns, unusableHash } from "./accounts/merge-accounts.ts";
export { requestEmailChange, confirmEmailChange } from "./accounts/email-change.ts";
export { askForEmailChange, stopEmailChange } from "./accounts/email-change-by-practice.ts";
export { findPatientIds, matchesSearch, parsePatientSearch, writeShippingPhone } from "./patients/patient-search.ts";
export { newestPatients, patientsById } from "./patients/patients.ts";
export {
  browserTimezoneToKeep,
  fittingTimezone,
  isTimezone,
  patientDay,
  type PatientPlace,
  patientTimezone,
  presentTimezone,
} from "./patients/patient-timezone.ts";
export { markRefusedEmail } from "./accounts/refused-email.ts";
export { rebuildSearchTerms } from "./patients/rebuild-patient-search.ts";
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
} from "./patients/patients.ts";
export { endLinks, issueLink, linkDigests, liveLink } from "./single-use-links.ts";
export { endSession } from "./sessions/session.ts";
export { isLiveSession, liveSessions } from "./sessions/session-queries.ts";
