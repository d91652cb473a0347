import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { ReactNode } from "react";
import { moveFocusToTop } from "#app/ui/focus.ts";
import css from "./cancel.module.css";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import { UpcomingCharges } from "../../billing/upcoming-charges.tsx";
import { useTreatment } from "../../queries.ts";
import type { CancelOutcome } from "./cancel-page.tsx";

/** The result of the decision, in place of the screen where it was made; announced from its heading. */
export function CancelConfirmation({
  picture,
  title,
  message,
  above,
  children,
}: {
  picture: ReactNode;
  title: string;
  message: string;
  /** Shown before everything else. */
  above?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack gap={6} className={css["confirmation"]}>
      {above}
      <Cluster gap={5} className={css["said"]}>
        <div className={css["saidText"]}>
          <h1 ref={moveFocusToTop}>{title}</h1>
          <p className={css["lead"]}>{message}</p>
        </div>
        <div className={css["picture"]} aria-hidden="true">
          {picture}
        </div>
      </Cluster>
      {children}
    </Stack>
  );
}

/** Shown after the patient accepts the offer: what it changed. */
export function CancelOfferAccepted({ ids, message }: CancelOutcome) {
  const { data } = useTreatment();
  const [first] = ids;
  return (
    <CancelConfirmation picture={<MarigoldBranch />} title="All done" message={message}>
      <UpcomingCharges charges={data?.charges ?? []} discounts={data?.discounts ?? []} />
      <ButtonLink href={ids.length === 1 ? `/subscription/${first}` : "/treatment"}>
        {ids.length === 1 ? "See your subscription" : "See your plan"}
      </ButtonLink>
    </CancelConfirmation>
  );
}
