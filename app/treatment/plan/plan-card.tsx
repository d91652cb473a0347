import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { Treatment } from "#contract/treatment/overview.ts";
import { PlanItems } from "./plan-items.tsx";
import { PlanStatusText } from "./plan-state.tsx";
import { CardHead } from "#app/ui/layout/card-head.tsx";
import { planStatus } from "../status-labels.ts";

/** The plan and the status of the doctor's decision. */
export function PlanCard({ plan }: { plan: Treatment["plan"] }) {
  return (
    <Card as="section" gap={5} aria-labelledby="plan">
      <CardHead id="plan" title="Your plan" status={planStatus(plan)} />
      <PlanStatusText plan={plan} />
      {plan.items.length > 0 && <PlanItems items={plan.items} />}
      <Link standalone href="/treatment">
        {plan.phase === "approved" ? "How to use it" : "See your whole plan"}
      </Link>
    </Card>
  );
}
