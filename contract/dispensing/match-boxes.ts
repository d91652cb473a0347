import { dayIn, formatCalendarDay } from "#contract/fields/formats.ts";
import type { BoxCode } from "./box-code.ts";
import { isSameNdc } from "./ndc.ts";

/**
 * Whether scanned boxes are what a line of an order has. The staff app asks before anything is sent, the server again: it also knows other medicines,
 * recalls and the boxes of other orders.
 */

/** A package that may leave for a medicine today. */
export interface Package {
  readonly ndc: string;
  /** How much is in it, in the units of the medicine. Null for one that is counted out of, so that it serves several patients. */
  readonly units: number | null;
}

/** What is to be packed of a line. */
export interface LineToPack {
  /** The medicine with its strength. */
  readonly name: string;
  readonly packages: readonly Package[];
  /** How much the patient is to have, in the units of the packages. */
  readonly units: number | null;
  /** How many days it lasts. */
  readonly days: number;
}

export const packageOf = ({ packages }: Pick<LineToPack, "packages">, { ndc }: Pick<BoxCode, "ndc">): Package | null =>
  (ndc !== null && packages.find((each) => isSameNdc(each.ndc, ndc))) || null;

const dayMs = 86_400_000;
/** The last day of a supply that leaves on a day. */
const lastDayOf = (today: string, days: number): string =>
  dayIn("UTC", new Date(Date.parse(today) + (days - 1) * dayMs));

/** Why a box can't leave for a line, by itself; null where it can. */
export function boxProblem(line: LineToPack, box: BoxCode, today: string): string | null {
  if (packageOf(line, box) === null)
    return box.ndc === null
      ? `This is no code of a prescription medicine of the US. Please scan a box of ${line.name}.`
      : `This box isn’t ${line.name}. Please put it back and take the prescribed one.`;
  if (box.endson === null) return null;
  const end = formatCalendarDay(box.endson);
  if (box.endson < today) return `This box of ${line.name} expired on ${end}. Please take another box.`;
  const lastDay = lastDayOf(today, line.days);
  if (box.endson < lastDay)
    return `This box of ${line.name} expires on ${end}, before the last day of this supply, ${formatCalendarDay(lastDay)}. Please take another box.`;
  return null;
}

export const isSameBox = (one: BoxCode, other: BoxCode): boolean =>
  one.serial !== null && one.serial === other.serial && one.gtin === other.gtin;

/** A box that is there twice among those of an order; one that is counted out of may be. */
export function boxTwice(
  lines: readonly { readonly line: LineToPack; readonly boxes: readonly BoxCode[] }[],
): string | null {
  const whole = lines.flatMap(({ line, boxes }) =>
    boxes.filter((box) => (packageOf(line, box)?.units ?? null) !== null).map((box) => ({ box, name: line.name })),
  );
  const twice = whole.find(
    ({ box }, at) => whole.findIndex((other) => isSameBox(other.box, box)) < at && box.serial !== null,
  );
  return twice
    ? `This box of ${twice.name} (serial ${twice.box.serial}) was scanned already. Please scan the next one.`
    : null;
}

/** Whether nothing in their codes tells two boxes apart, so that one box scanned twice reads the same. Most repackaged ones have no serial number. */
const isAlike = (one: BoxCode, other: BoxCode): boolean =>
  one.serial === null &&
  other.serial === null &&
  one.gtin === other.gtin &&
  one.lot === other.lot &&
  one.endson === other.endson;

/** Whether a box may be one of these scanned again; one that is counted out of may be. */
export const mayBeAgain = (line: LineToPack, boxes: readonly BoxCode[], box: BoxCode): boolean =>
  (packageOf(line, box)?.units ?? null) !== null && boxes.some((other) => isAlike(other, box));

/** Why boxes of a line can't be counted before a person has looked at them; null where they are told apart, or somebody says that they are `separate`. */
export function alikeProblem(line: LineToPack, boxes: readonly BoxCode[], separate: boolean): string | null {
  const again = separate ? undefined : boxes.find((box, at) => mayBeAgain(line, boxes.slice(0, at), box));
  return again === undefined
    ? null
    : `${boxes.filter((box) => isAlike(box, again)).length} scans of ${line.name} read the same and have no serial number. Please check that they’re separate boxes, and say so.`;
}

/** How many units of a line its boxes lack; below zero, how many are too many. Null where they aren't counted, because the boxes are counted out of. */
export function unitsMissing(line: LineToPack, boxes: readonly Pick<BoxCode, "ndc">[]): number | null {
  const sizes = boxes.map((box) => packageOf(line, box)?.units ?? null);
  if (line.units === null || sizes.includes(null)) return null;
  const missing = sizes.reduce<number>((left, units) => left - (units ?? 0), line.units);
  return Math.abs(missing) < 0.001 ? 0 : missing;
}

/** Units in boxes, where all packages scanned have one size. */
function inBoxes(line: LineToPack, boxes: readonly BoxCode[], units: number): string {
  const sizes = new Set(boxes.map((box) => packageOf(line, box)?.units ?? 0));
  const [size = 0] = sizes;
  const count = sizes.size === 1 && Number.isInteger(units / size) ? units / size : null;
  return count === null ? `${units} units` : count === 1 ? "1 box" : `${count} boxes`;
}

/** What is missing or too much of a line, in words; null where it is right. */
export function countProblem(line: LineToPack, boxes: readonly BoxCode[]): string | null {
  if (boxes.length === 0) return `Please scan the boxes of ${line.name}.`;
  const missing = unitsMissing(line, boxes) ?? 0;
  if (missing === 0) return null;
  const off = inBoxes(line, boxes, Math.abs(missing));
  const are = off === "1 box" ? "is" : "are";
  return missing > 0
    ? `${off} of ${line.name} ${are} missing. Please scan every box.`
    : `${off} of ${line.name} ${are} too many. Please take out what isn’t prescribed.`;
}
