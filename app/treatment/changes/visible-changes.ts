import type { TreatmentChange } from "#contract/treatment.ts";

/** A product with its strength, in one line. */
export const productText = ({ name, dosage }: Pick<TreatmentChange["from"], "name" | "dosage">): string =>
  dosage === "" ? name : `${name}, ${dosage}`;

/**
 * The changes worth showing: those that wait for her, those that come with her next charge, and a no she said after which nothing else was
 * prescribed. The newest of each subscription counts.
 */
export function visibleChanges(changes: readonly TreatmentChange[]): readonly TreatmentChange[] {
  const newest = changes.filter(
    ({ subscriptionid }, index) => changes.findIndex((each) => each.subscriptionid === subscriptionid) === index,
  );
  return newest.filter(({ status, chargeon }) => status !== "agreed" || chargeon !== null);
}
