import type { TreatmentChange } from "#contract/treatment/changes.ts";

/** A product with its strength, in one line. */
export const productText = ({ name, dosage }: Pick<TreatmentChange["from"], "name" | "dosage">): string =>
  dosage === "" ? name : `${name}, ${dosage}`;

/** What becomes of the product that is replaced. */
export const whatComes = ({ from, fromordered }: Pick<TreatmentChange, "from" | "fromordered">): string =>
  fromordered
    ? "What you've already paid for will still come."
    : `${from.name} won't be sent, and you won't pay for it.`;

/** Why the patient is asked, before a change is made. */
export const reasonToAsk = ({ begins, fromordered }: Pick<TreatmentChange, "begins" | "fromordered">): string =>
  begins === "now"
    ? "We'd charge you today and send it right away, so we ask you first."
    : begins === "on_day"
      ? "We'd charge you before what you have is used up, so we ask you first."
      : `It costs more than ${fromordered ? "before" : "what you asked for"}, so we ask you first.`;

/** What a refusal leaves the patient with. */
export const afterRefusal = ({ doctor, from, fromordered, to, until, today }: TreatmentChange): string => {
  if (!fromordered)
    return `You didn't want ${productText(to)} instead of ${productText(from)}. You won't be charged for either one, and your doctor has your message.`;
  return until === "stop"
    ? `${doctor?.name ?? "Your doctor"} stopped ${productText(from)}. You didn't want ${productText(to)} instead. You won't be charged for either one, and your doctor has your message.`
    : `You didn't want ${productText(to)} instead of ${productText(from)}. ${today ?? "Nothing changes."} Your doctor has your message.`;
};

/** The same, before the patient refuses. */
export const beforeRefusal = ({
  doctor,
  from,
  fromordered,
  until,
}: Pick<TreatmentChange, "doctor" | "from" | "fromordered" | "until">): string => {
  if (!fromordered)
    return `${doctor?.name ?? "Your doctor"} didn't prescribe ${productText(from)}, so it won't be sent. You won't be charged for either one.`;
  return until === "stop"
    ? `${doctor?.name ?? "Your doctor"} stopped ${productText(from)}, so you won't get it again automatically. You won't be charged for either one.`
    : `You'll keep getting ${productText(from)} at the same price, and use it as before.`;
};

/**
 * The changes worth showing: those waiting for the patient, those due with their next charge or not begun yet, and refusals that no newer change has
 * replaced. Only the newest change of each subscription counts.
 */
export function visibleChanges(changes: readonly TreatmentChange[]): readonly TreatmentChange[] {
  const newest = changes.filter(
    ({ subscriptionid }, index) => changes.findIndex((each) => each.subscriptionid === subscriptionid) === index,
  );
  return newest.filter(({ status, chargeon, then }) => status !== "agreed" || chargeon !== null || then !== null);
}
