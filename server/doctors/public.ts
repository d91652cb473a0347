/** The doctors of the practice: who is licensed where, and what a patient sees of them. */
export {
  type Prescriber,
  type RoutedDoctor,
  doctorsById,
  doctorsWithLicenseIn,
  fixedDoctor,
  syncDoctors,
  prescribersById,
  presentDoctor,
} from "./doctors.ts";
