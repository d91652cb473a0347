/** As what a person of the practice writes to a patient. */
export type WriterRole = "physician" | "nurse" | "patient_services";

/** The person of the practice who writes. */
export interface Writer {
  readonly memberId: string;
  readonly role: WriterRole;
  /** Of a physician: the doctor they are. */
  readonly doctorId: string | null;
  /** The patient's doctor, where that is somebody else and the conversation is theirs. */
  readonly coveredDoctorId: string | null;
}

/** Who writes a message: the patient, the practice through one of its calls, or the system. Without a writer, the practice's own system. */
export type Author =
  /** `helperId`: of who wrote for the patient. */
  | { readonly role: "patient"; readonly helperId?: string | null }
  | { readonly role: "doctor"; readonly doctorId: string | null; readonly writer?: Writer | undefined }
  | { readonly role: "patient_services"; readonly writer?: Writer | undefined }
  | { readonly role: "system" };

/** The scope within which a client id is unique. */
export function authorKey(author: Author, patientId: string): string {
  if (author.role === "patient") return author.helperId ? `helper:${author.helperId}` : `patient:${patientId}`;
  return author.role === "system" ? "system" : "clinic";
}
