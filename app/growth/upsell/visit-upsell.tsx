import { Stack } from "#app/ui/layout/stack.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOf } from "#app/api/query.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { PlusIcon } from "#app/ui/brand/base-icons.tsx";
import type { Output } from "#contract/http/endpoint.ts";
import { growth } from "#contract/growth/calls.ts";
import type { Upsell } from "#contract/growth/upsell.ts";
import { UpsellCard } from "./upsell-card.tsx";
import css from "./upsell-card.module.css";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { acceptUpsellInVisit } from "./upsell-calls.ts";
import { upsellPriceText } from "./upsell-text.ts";
import { useDenyUpsell, useRefetchUpsells } from "./use-upsells.ts";

type AcceptedInVisit = Output<typeof growth.acceptOnboardingUpsell>;

/** The upsells of the visit. */
export const useVisitUpsells = () => useQuery(queryOf(growth.onboardingUpsell, {}));

/** The upsell on the add-ons page as it opens; null if none is known by then: one that came later would move the rows below it. */
export function useVisitUpsell(chosen: readonly string[]): Upsell | null {
  const { data } = useVisitUpsells();
  const [atFirst] = useState(data?.items.find(({ product }) => !chosen.includes(product.productid)) ?? null);
  return atFirst;
}

/** One upsell among the add-ons. Accepting and declining are equally easy. */
export function VisitUpsell({
  upsell,
  onAdded,
  onDeclined,
  onRefused,
}: {
  upsell: Upsell;
  onAdded: (added: AcceptedInVisit) => void;
  onDeclined: () => void;
  /** Returns whether the error led to another page. */
  onRefused: (error: Error) => boolean;
}) {
  const refetch = useRefetchUpsells();
  const keyed = useKeyedRequests();
  const add = useMutation({
    networkMode: "always",
    mutationFn: () => keyed(upsell.upsellId, (key) => acceptUpsellInVisit(upsell, key)),
    onSuccess: (added) => {
      onAdded(added);
      void refetch();
    },
    onError: onRefused,
  });
  const declineAction = useDenyUpsell(onDeclined);
  const busy = useDelayedBusy(add.isPending);
  const pending = add.isPending || declineAction.pending;
  const { product, price, upsellId } = upsell;
  return (
    <UpsellCard
      upsell={upsell}
      terms={`${upsellPriceText({ ...upsell, total: price })}. You'll pay for it with your plan, once your doctor says yes.`}
      error={add.error ?? declineAction.error}
      actions={
        <>
          <Button busy={busy} busyLabel="Adding it" onClick={() => pending || add.mutate()}>
            <PlusIcon />
            Add to my plan
            <span className="visually-hidden">: {product.name}</span>
          </Button>
          <Button
            variant="secondary"
            busy={declineAction.busy}
            busyLabel="Please wait"
            onClick={() => pending || declineAction.deny(upsellId)}
          >
            No, thank you
            <span className="visually-hidden">: {product.name}</span>
          </Button>
        </>
      }
    >
      {product.notices.length > 0 && (
        <Stack as="ul" gap={2} className={css["notices"]}>
          {product.notices.map((notice) => (
            <li key={notice}>
              <EmergencyText>{notice}</EmergencyText>
            </li>
          ))}
        </Stack>
      )}
    </UpsellCard>
  );
}
