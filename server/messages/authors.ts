import type { Message } from "#contract/entities.ts";

export type Role = Message["sender"]["role"];

/** Who writes a message: the patient herself, the practice through a call of its own, or the practice by itself. */
export type Author =
  | { readonly role: "patient" }
  | { readonly role: "doctor"; readonly doctorId: string | null }
  | { readonly role: "patient_services" }
  | { readonly role: "system" };

/** Whose client ids they are: two messages of one author never share one. */
export function authorKey({ role }: Author, patientId: string): string {
  if (role === "patient") return `patient:${patientId}`;
  return role === "system" ? "system" : "clinic";
}
