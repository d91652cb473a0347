import { priceEvery } from "#contract/fields/period.ts";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import css from "./changes.module.css";

/** Before and after, side by side where the width allows. */
export function BeforeAfter({
  change: { from, fromordered, to },
}: {
  change: Pick<TreatmentChange, "from" | "fromordered" | "to">;
}) {
  return (
    <dl className={css["compare"]}>
      <ComparedProduct label={fromordered ? "Until now" : "You asked for"} item={from} />
      <ComparedProduct label={fromordered ? "New" : "Your doctor prescribed"} item={to} isNew />
    </dl>
  );
}

/** What the patient uses today, and when the other one begins. */
export const WhatToUse = ({ change: { today, then } }: { change: Pick<TreatmentChange, "today" | "then"> }) => (
  <>
    {today && (
      <div>
        <p className={css["label"]}>Today</p>
        <p className={css["today"]}>{today}</p>
      </div>
    )}
    {then && (
      <div>
        <p className={css["label"]}>Then</p>
        <p>{then}</p>
      </div>
    )}
  </>
);

function ComparedProduct({
  label,
  item,
  isNew = false,
}: {
  label: string;
  item: TreatmentChange["from"];
  isNew?: boolean;
}) {
  return (
    <div className={isNew ? css["new"] : css["side"]}>
      <dt className={css["label"]}>{label}</dt>
      <dd className={css["name"]}>{item.name}</dd>
      {item.dosage && <dd>{item.dosage}</dd>}
      <dd className={css["price"]}>{priceEvery(item)}</dd>
    </div>
  );
}
