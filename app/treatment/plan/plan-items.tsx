import { Stack } from "#app/ui/layout/stack.tsx";
import type { PlanItem } from "#contract/treatment/plan.ts";
import { formatCalendarDay } from "#app/formats/dates.ts";
import css from "./plan-items.module.css";

/** An item of a plan or of a subscription; the latter has neither `fromnextorder` nor `startson`. */
type Item = PlanItem & { readonly fromnextorder?: boolean; readonly startson?: string | null };

/** The items of the plan; `directions` adds how to use each, in the doctor's words. */
export function PlanItems({
  items,
  level = 3,
  directions = false,
  approved = false,
  refills,
}: {
  items: readonly Item[];
  level?: 2 | 3;
  directions?: boolean;
  /** The doctor has decided: an item without directions has been discontinued since. */
  approved?: boolean;
  /** What is left of each product's prescription, in words, by product id. */
  refills?: ReadonlyMap<string, string>;
}) {
  const Name = `h${level}` as const;
  return (
    <Stack as="ul" gap={4}>
      {items.map((item) => (
        <li key={item.productid} className={css["item"]}>
          <div className={css["picture"]}>
            <img src={item.image} alt="" width={96} height={96} loading="lazy" />
          </div>
          <Stack gap={1} className={css["text"]}>
            <Name className={css["name"]}>{item.name}</Name>
            <p className={css["dosage"]}>
              {item.dosage}
              {item.prescription && " · Prescription"}
            </p>
            {item.startson ? (
              <p className={css["refills"]}>Begin on {formatCalendarDay(item.startson)}</p>
            ) : (
              item.fromnextorder && <p className={css["refills"]}>From your next order</p>
            )}
            {refills?.get(item.productid) && <p className={css["refills"]}>{refills.get(item.productid)}</p>}
          </Stack>
          {directions && <ItemDirections item={item} approved={approved} />}
        </li>
      ))}
    </Stack>
  );
}

function ItemDirections({ item, approved }: { item: Item; approved: boolean }) {
  const doctors = approved
    ? "Your doctor stopped this one. Please ask before you use more of it."
    : "Your doctor will tell you how to use it when your plan is approved.";
  const waiting = item.prescription ? doctors : "Follow the directions on the label.";
  return (
    <Stack gap={1} className={css["directions"]}>
      <p className={css["label"]}>How to use it</p>
      <p className={item.directions ? undefined : css["dosage"]}>{item.directions ?? waiting}</p>
    </Stack>
  );
}
