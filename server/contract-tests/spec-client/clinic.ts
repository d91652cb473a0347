import { expect } from "vitest";
import type { Call } from "./client.ts";
import { missingFields } from "./spec-fields.ts";

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly nextpage: string | null;
}

/** The practice's own system accepts a waiting patient. */
export async function acceptPatient(clinic: Call, patientId: string): Promise<void> {
  for (const line of ["GET default /patient", "GET default /patient/incoming"]) {
    const page = await clinic<Page>(line, { query: "nextpage=" });
    expect(missingFields("list", page)).toEqual([]);
    expect(page.items.map(({ id }) => id)).toContain(patientId);
  }
  await clinic("GET default /patient/{id}", { path: [patientId] });
  await clinic("PUT default /patient/{id}/accept", { path: [patientId] });
  await clinic("GET v3 /admin/patients/{id}/messages", { path: [patientId], query: "limit=50&cursor=" });
}

/** The patient waits in the identity queue with one photo of each kind. */
export async function checkIdentityQueue(clinic: Call, patientId: string): Promise<void> {
  const { items } = await clinic<{ items: { id: string; photos: { kind: string }[] }[] }>(
    "GET default /patient/verification",
    { query: "nextpage=" },
  );
  const kinds = items.find(({ id }) => id === patientId)?.photos.map(({ kind }) => kind);
  expect(kinds?.toSorted()).toEqual(["photo_id", "selfie"]);
}
