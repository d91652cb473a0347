import { ButtonLink } from "#app/ui/actions/button.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import { UpcomingCharges } from "../billing/upcoming-charges.tsx";
import { useTreatment } from "../queries.ts";
import type { CancelOutcome } from "../subscriptions/cancel/cancel-page.tsx";
import { CancelConfirmation } from "../subscriptions/cancel/cancel-confirmation.tsx";

/** Shown after the patient accepts the offer: what it changed. */
export function CancelOfferAccepted({ ids, message }: CancelOutcome) {
  const { data } = useTreatment();
  const [first] = ids;
  return (
    <CancelConfirmation picture={<MarigoldBranch />} title="It is done" message={message}>
      <UpcomingCharges charges={data?.charges ?? []} discounts={data?.discounts ?? []} />
      <ButtonLink href={ids.length === 1 ? `/subscription/${first}` : "/treatment"}>
        {ids.length === 1 ? "See your subscription" : "See your plan"}
      </ButtonLink>
    </CancelConfirmation>
  );
}
