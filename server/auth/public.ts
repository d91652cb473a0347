export { createAuthenticator, type Authenticator } from "./authenticator.ts";
export { type ConsentGiven, type ConsentVersion, consentsOf, recordConsents } from "./consents.ts";
export { type Patient, type PatientChanges, patientById, updatePatient } from "./patients.ts";
