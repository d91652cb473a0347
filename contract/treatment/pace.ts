/**
 * How fast a box is used by the doctor's directions, as a share of what its label says: every other night is half, three weeks of four three
 * quarters. Faster than the label there is none: it would be charged more often than the patient agreed to, so it is another strength or a larger supply.
 */
export const paces = ["label", "three_quarters", "two_thirds", "half", "third"] as const;
/** Until another strength begins, which the patient agreed to, more may be used: two of a weaker one at once. */
export const bridgePaces = ["double", ...paces] as const;
export type Pace = (typeof bridgePaces)[number];
/** One that goes on until a prescriber changes it. */
export type LastingPace = (typeof paces)[number];

/** Whether more is used than its label says. */
export const isFaster = (pace: Pace | null): boolean => pace === "double";

/** Whether a day at a pace uses more than one at another. */
export const usesMore = (pace: Pace, than: Pace): boolean => partsADay[pace] > partsADay[than];

/** Of twelve parts that a day by the label uses, those that a day at this pace uses. */
const partsADay: Readonly<Record<Pace, number>> = {
  ...{ double: 24, label: 12 },
  ...{ three_quarters: 9, two_thirds: 8, half: 6, third: 4 },
};

/** What is used of a supply for `days` by the label, in parts of a twelfth of such a day, over as many days at a pace. */
export const partsOver = (days: number, pace: Pace): number => days * partsADay[pace];

/** Whole days for which so many parts last at a pace. */
export const daysOfParts = (parts: number, pace: Pace): number => Math.floor(parts / partsADay[pace]);

/** Whole days for which a supply for `days` by the label lasts at a pace. */
export const daysAtPace = (days: number, pace: Pace): number => daysOfParts(partsOver(days, "label"), pace);
