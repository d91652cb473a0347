import type { Emergency } from "#contract/emergency/emergency.ts";

/** Where her answers are read. */
export const medicalInformationPath = "/medical-information";

/** Where a part of them is changed. */
export const sectionPath = (step: number): string => `${medicalInformationPath}?part=${step}`;

/** The part a search asks to change, or null. */
export function sectionInQuery(search: string): number | null {
  const part = Number(new URLSearchParams(search).get("part") || Number.NaN);
  return Number.isFinite(part) ? part : null;
}

/** What the page is told by a form that was saved. */
export interface SavedState {
  readonly saved?: boolean;
  readonly notices?: readonly string[];
  /** What was written cannot wait: whom to turn to. */
  readonly emergency?: Emergency | null;
}
