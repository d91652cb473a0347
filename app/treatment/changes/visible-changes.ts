import type { TreatmentChange } from "#contract/treatment/changes.ts";

/** A product with its strength, in one line. */
export const productText = ({ name, dosage }: Pick<TreatmentChange["from"], "name" | "dosage">): string =>
  dosage === "" ? name : `${name}, ${dosage}`;

/** A change as a title: of what the patient gets, or of what they asked for. */
export const changeTitle = ({ doctor, fromordered }: Pick<TreatmentChange, "doctor" | "fromordered">): string =>
  `${doctor?.name ?? "Your doctor"} ${fromordered ? "changed your treatment" : "prescribed something else"}`;

/** What becomes of the product that is replaced. */
export const whatComes = ({ from, fromordered }: Pick<TreatmentChange, "from" | "fromordered">): string =>
  fromordered
    ? "What you've already paid for will still come."
    : `${from.name} won't be sent, and you won't pay for it.`;

/**
 * The changes worth showing: those waiting for the patient, those due with their next charge, and refusals that no newer change has
 * replaced. Only the newest change of each subscription counts.
 */
export function visibleChanges(changes: readonly TreatmentChange[]): readonly TreatmentChange[] {
  const newest = changes.filter(
    ({ subscriptionid }, index) => changes.findIndex((each) => each.subscriptionid === subscriptionid) === index,
  );
  return newest.filter(({ status, chargeon }) => status !== "agreed" || chargeon !== null);
}
