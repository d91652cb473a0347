import type { Treatment } from "#contract/treatment/overview.ts";
import css from "./plan-state.module.css";
import { planSince } from "../status-labels.ts";

/** The status of the doctor's decision, and since when. */
export function PlanStatusText({ plan }: { plan: Treatment["plan"] }) {
  return (
    <p className={css["state"]}>
      {plan.statustext}
      <span className={css["since"]}>{planSince(plan)}</span>
    </p>
  );
}
