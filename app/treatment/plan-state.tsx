import type { Treatment } from "#contract/treatment.ts";
import css from "./plan/plan-card.module.css";
import { planSince } from "./status-labels.ts";

/** How far the doctor's decision is, and since when. */
export function PlanStatusText({ plan }: { plan: Treatment["plan"] }) {
  return (
    <p className={css["state"]}>
      {plan.statustext}
      <span className={css["since"]}>{planSince(plan)}</span>
    </p>
  );
}
