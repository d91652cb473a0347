import { formatCalendarDay } from "#contract/fields/formats.ts";
import { Timeline } from "#app/ui/data/timeline.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { CardHead } from "#app/ui/data/card-head.tsx";
import type { NextStep } from "#contract/treatment/next-step.ts";
import type { Plan } from "#contract/treatment/plan.ts";
import css from "./approval-card.module.css";

/** What a doctor has just approved, and what happens next. */
export const ApprovalCard = ({ items, stages }: { items: Plan["items"]; stages: NonNullable<NextStep["stages"]> }) => (
  <>
    {items.length > 0 && (
      <Card as="section" gap={5} aria-labelledby="prescribed">
        <CardHead id="prescribed" title="What you’ll get" />
        <ul className={css["items"]}>
          {items.map((item) => (
            <li key={item.productid} className={css["item"]}>
              <img className={css["picture"]} src={item.image} alt="" width={64} height={64} />
              <div className={css["words"]}>
                <h3 className={css["name"]}>{item.name}</h3>
                {item.dosage && <p className={css["muted"]}>{item.dosage}</p>}
                {item.directions && <p>{item.directions}</p>}
                {item.startson === null && item.fromnextorder && (
                  <p className={css["later"]}>Comes in a later package</p>
                )}
                {item.startson !== null && (
                  <p className={css["later"]}>You begin it on {formatCalendarDay(item.startson)}</p>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Card>
    )}
    <Card as="section" gap={5} aria-labelledby="stages">
      <CardHead id="stages" title="What happens next" />
      <Timeline
        label="What happens next"
        items={stages.map(({ when, text }, index) => ({
          title: when,
          detail: text,
          state: index === 0 ? "current" : "todo",
        }))}
      />
    </Card>
  </>
);
