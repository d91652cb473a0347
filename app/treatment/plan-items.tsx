import type { Treatment } from "#contract/treatment.ts";
import css from "./plan-items.module.css";

type Item = Treatment["plan"]["items"][number];

/** What her plan is made of; `directions` adds how each is used, in the doctor's words. */
export function PlanItems({
  items,
  level = 3,
  directions = false,
  refills,
}: {
  items: readonly Item[];
  level?: 2 | 3;
  directions?: boolean;
  /** How far the prescription of each product reaches, in words. */
  refills?: ReadonlyMap<string, string>;
}) {
  const Name = `h${level}` as const;
  return (
    <ul className={css["items"]}>
      {items.map((item) => (
        <li key={item.productid} className={css["item"]}>
          <div className={css["picture"]}>
            <img src={item.image} alt="" width={96} height={96} loading="lazy" />
          </div>
          <div className={css["text"]}>
            <Name className={css["name"]}>{item.name}</Name>
            <p className={css["dosage"]}>
              {item.dosage}
              {item.prescription && " · Prescription"}
            </p>
            {refills?.get(item.productid) && <p className={css["refills"]}>{refills.get(item.productid)}</p>}
          </div>
          {directions && <Directions item={item} />}
        </li>
      ))}
    </ul>
  );
}

function Directions({ item }: { item: Item }) {
  const waiting = item.prescription
    ? "Your doctor writes down how to use it when your plan is approved."
    : "Follow the directions on the label.";
  return (
    <div className={css["directions"]}>
      <p className={css["label"]}>How to use it</p>
      <p className={item.directions ? undefined : css["dosage"]}>{item.directions ?? waiting}</p>
    </div>
  );
}
