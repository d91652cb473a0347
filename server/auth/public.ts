/** What other rooms use of auth: the proof of a caller, the patient and her consents, her sessions and e-mail. */
export { countAttempt } from "./attempts.ts";
export { type Authenticator, createAuthenticator } from "./authenticator.ts";
export { closeAccount, type AccountClosingStep } from "./close-account.ts";
export { type ConsentVersion, latestConsents, recordConsents } from "./consents.ts";
export { recordTermsAcceptance } from "./new-terms.ts";
export { requestEmailChange, confirmEmailChange } from "./email-change.ts";
export { newestPatients, patientsById } from "./patient-list.ts";
export {
  setNeedsReply,
  type Patient,
  type PatientChanges,
  patientById,
  toPatient,
  patientQuery,
  updatePatient,
} from "./patients.ts";
export { endSession } from "./session.ts";
export { isLiveSession, liveSessions } from "./session-queries.ts";
