import type { ReactNode, Ref } from "react";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Changing } from "#app/ui/data/changing.tsx";
import css from "./plan-layout.module.css";

/** What the patient decides, and on a wide page the plan's summary beside it, which stays in sight through checkout. */
export const PlanLayout = ({ summary, children }: { summary: ReactNode; children: ReactNode }) => (
  <div className={css["columns"]}>
    <Stack gap={4}>{children}</Stack>
    <aside className={css["summary"]}>{summary}</aside>
  </div>
);

/** Why the plan isn't taken, and what mends it. `ref` is the form's `errorRef`: it brings the first line into sight. */
export const PlanRefusal = ({ ref, children }: { ref: Ref<HTMLDivElement>; children: ReactNode }) => (
  <div ref={ref} className={css["refusal"]}>
    {children}
  </div>
);

/** The way on, always in reach: the price of the plan as chosen now, and the one button. */
export const PlanBar = ({ amount, note, children }: { amount: string; note: ReactNode; children: ReactNode }) => (
  <div className={css["bar"]}>
    <p className={css["amount"]} aria-live="polite">
      <strong>
        <Changing>{amount}</Changing>
      </strong>{" "}
      <span className={css["note"]}>{note}</span>
    </p>
    {children}
  </div>
);
