import { createHash } from "node:crypto";
import type { Content } from "#content/schema/content.ts";

/*
 * Which decisions of a month are read by another prescriber. Chance decides, and anybody can draw it again: what is drawn follows from the month and the ids of
 * the notes alone, which nobody chooses.
 */

const allInPercent = 100;

/** How many of so many decisions are read. */
export function sampleSize({ least, percent, most }: Content["peerreview"], decided: number): number {
  return Math.min(decided, most, Math.max(least, Math.ceil((decided * percent) / allInPercent)));
}

/** As many of these as are read, by the month `YYYY-MM-DD` and their ids; the same whenever it's asked. */
export function drawSample<T extends { readonly id: string }>(
  numbers: Content["peerreview"],
  month: string,
  decisions: readonly T[],
): readonly T[] {
  const lot = ({ id }: T) => createHash("sha256").update(`${month} ${id}`).digest("hex");
  return decisions
    .map((decision) => ({ decision, lot: lot(decision) }))
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, sampleSize(numbers, decisions.length))
    .map(({ decision }) => decision);
}
