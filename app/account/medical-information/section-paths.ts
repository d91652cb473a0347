import type { Emergency } from "#contract/emergency/emergency.ts";

/** Path of the page that shows the answers. */
export const medicalInformationPath = "/medical-information";

/** Path of the form that changes a section. */
export const sectionPath = (step: number): string => `${medicalInformationPath}?part=${step}`;

/** The section a query string asks to change, or null. */
export function sectionInQuery(search: string): number | null {
  const part = Number(new URLSearchParams(search).get("part") || Number.NaN);
  return Number.isFinite(part) ? part : null;
}

/** History state that a saved form passes to the page. */
export interface SavedState {
  readonly saved?: boolean;
  readonly notices?: readonly string[];
  /** When somebody of the practice looks at it. */
  readonly promise?: string;
  /** The patient's text reveals an emergency: whom to turn to. */
  readonly emergency?: Emergency | null;
}
