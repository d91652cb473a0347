/** The doctors of the practice: who is licensed where, and what a patient sees of them. */
export {
  type Prescriber,
  type LicensedDoctor,
  type RoutedDoctor,
  doctorCardRows,
  doctorsById,
  doctorsWithLicenseIn,
  isLicensed,
  licensedDoctors,
  syncDoctors,
  prescribersById,
  presentDoctor,
  visitDoctor,
} from "./doctors.ts";
export { chooseCover, currentAbsence, isAway, type LongAbsence, longAbsences, setAbsence } from "./absence.ts";
export { statesDecidedIn, undecidableStates } from "./decided-for.ts";
export {
  collaborationObstacle,
  collaboratorCredentials,
  lacksCollaborator,
  needsCollaborator,
} from "./collaboration.ts";
export { doctorName, isPhysician, namedDoctors } from "./doctor-name.ts";
export { addDoctor, patientCounts, removeDoctor, updateDoctor } from "./edit-doctor.ts";
export { registerPortraits, removePortrait, setPortrait, uploadedPortraitUrl } from "./portraits.ts";
