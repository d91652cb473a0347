import { ButtonLink } from "#app/ui/button.tsx";
import { MarigoldBranch } from "#app/ui/illustrations/marigold-branch.tsx";
import { ComingCharges } from "../coming-charges.tsx";
import { useTreatment } from "../queries.ts";
import type { Outcome } from "./cancel-subscription.tsx";
import { Confirmation } from "./confirmation.tsx";

/** She took the offer: what it changed. */
export function Stayed({ ids, message }: Outcome) {
  const { data } = useTreatment();
  const [first] = ids;
  return (
    <Confirmation picture={<MarigoldBranch />} title="It is done" message={message}>
      <ComingCharges charges={data?.charges ?? []} discounts={data?.discounts ?? []} />
      <ButtonLink href={ids.length === 1 ? `/subscription/${first}` : "/treatment"}>
        {ids.length === 1 ? "See your subscription" : "See your plan"}
      </ButtonLink>
    </Confirmation>
  );
}
