/** What other features use of auth: authentication of a caller, the patient and their consents, sessions and e-mail. */
export { lockOpenAccount } from "./patients/account-queries.ts";
export { countAttempt, limitPasswordGuesses, mayMailRecovery } from "./sessions/attempt-limits.ts";
export { requestPasswordRecovery } from "./accounts/recovery.ts";
export { refuseCommonPassword } from "./passwords/common-password.ts";
export { hashPassword, verifyPassword } from "./passwords/password.ts";
export { rememberDevice } from "./sessions/known-device.ts";
export { type Authenticator, createAuthenticator } from "./sessions/authenticator.ts";
export { closeAccount, closedEmail, type AccountClosingStep } from "./accounts/close-account.ts";
export {
  careEndOf,
  careToEnd,
  endsCareBy,
  setCareEnd,
  setCareEnded,
  takeBackCareEnd,
  whatStopsOrders,
} from "./accounts/care-end.ts";
export {
  accountNamed,
  confirmDeath,
  noteDeath,
  reopenAfterDeath,
  takeBackDeath,
  waitsForReport,
} from "./accounts/death.ts";
export { hasReportedDeath, isDeathReported } from "./patients/death-reported.ts";
export { type ConsentVersion, givenConsents, latestConsents, recordConsents } from "./accounts/consents.ts";
export {
  copiedMails,
  copyRecipient,
  copyRecipients,
  type ForbidsCopies,
  isCopied,
  wantCopies,
} from "./helpers/helper-copies.ts";
export { helperPage, patientName as patientNameInMail } from "./helpers/helper-mails.ts";
export { endHelpers } from "./helpers/end-helper.ts";
export { helperActors, helperNames, helpersOf, presentHelper } from "./helpers/helpers.ts";
export { dismissedDigest, openSignIns, sealSignIns, type SignIns } from "./dismissed-email.ts";
export { mergeSignIns, separateSignIns, unusableHash } from "./accounts/merge-accounts.ts";
export { requestEmailChange, confirmEmailChange } from "./accounts/email-change.ts";
export { askContactEmail, contactEmailOf, unconfirmedContactEmails } from "./accounts/contact-email.ts";
export { askForEmailChange, stopEmailChange } from "./accounts/email-change-by-practice.ts";
export { findPatientIds, matchesSearch, parsePatientSearch, writeShippingPhone } from "./patients/patient-search.ts";
export type { Death } from "./patients/death-columns.ts";
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
export { isLiveSession, liveSessions, sessionsSince } from "./sessions/session-queries.ts";
