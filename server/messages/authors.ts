import type { Message } from "#contract/entities.ts";

export type Role = Message["sender"]["role"];

/** Who writes a message: the patient, the practice through one of its calls, or the system. */
export type Author =
  | { readonly role: "patient" }
  | { readonly role: "doctor"; readonly doctorId: string | null }
  | { readonly role: "patient_services" }
  | { readonly role: "system" };

/** The scope within which a client id is unique. */
export function authorKey({ role }: Author, patientId: string): string {
  if (role === "patient") return `patient:${patientId}`;
  return role === "system" ? "system" : "clinic";
}
