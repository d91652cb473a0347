import { Card } from "#app/ui/card.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Doctor } from "#contract/entities.ts";
import type { Treatment } from "#contract/treatment.ts";
import { dayOf } from "./dates.ts";
import { DoctorNote } from "./doctor-note.tsx";
import css from "./home.module.css";
import { PlanItems } from "./plan-items.tsx";
import { SectionHead } from "./section-head.tsx";
import { planStatus } from "./status.ts";

/** Her plan, how far the doctor's decision is, and what the doctor wrote with it. */
export function PlanCard({ plan, doctor }: { plan: Treatment["plan"]; doctor: Doctor | null }) {
  return (
    <Card as="section" className={css["plan"]} aria-labelledby="plan">
      <SectionHead id="plan" title="Your plan" status={planStatus[plan.status]} />
      <p className={css["muted"]}>
        {plan.statustext}
        {plan.since && ` Since ${dayOf(plan.since)}.`}
      </p>
      {plan.note && <DoctorNote note={plan.note} from={doctor?.name} />}
      {plan.items.length > 0 && <PlanItems items={plan.items} />}
      <Link standalone href="/treatment">
        {plan.status === "approved" ? "How to use it" : "See your whole plan"}
      </Link>
    </Card>
  );
}
