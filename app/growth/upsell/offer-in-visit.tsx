import { EmergencyText } from "#app/ui/emergency-text.tsx";
import { useMutation, useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { useSlow } from "#app/forms/use-slow.ts";
import { Button } from "#app/ui/button.tsx";
import { PlusIcon } from "#app/ui/icons.tsx";
import type { Output } from "#contract/endpoint.ts";
import { growth } from "#contract/growth.ts";
import type { Upsell } from "#contract/upsell.ts";
import { OfferCard } from "./offer-card.tsx";
import css from "./offer-card.module.css";
import { acceptInVisit } from "./offer-calls.ts";
import { priceWords } from "./offer-words.ts";
import { useDeny, useFreshOffers } from "./use-offers.ts";

type Added = Output<typeof growth.acceptOnboardingUpsell>;

/** The offer to show on the page of add-ons; none while it loads, and none without an answer: nothing there waits for it. */
export function useOfferInVisit(chosen: readonly string[]): Upsell | null {
  const { data } = useQuery(queryOf(growth.onboardingUpsell, {}));
  return data?.items.find(({ product }) => !chosen.includes(product.productid)) ?? null;
}

/** One offer among the add-ons. Taking it and leaving it are equally easy. */
export function OfferInVisit({
  offer,
  onAdded,
  onDenied,
  onRefused,
}: {
  offer: Upsell;
  onAdded: (added: Added) => void;
  onDenied: () => void;
  /** Answers whether it led her elsewhere. */
  onRefused: (error: Error) => boolean;
}) {
  const refetch = useFreshOffers();
  const add = useMutation({
    networkMode: "always",
    mutationFn: () => acceptInVisit(offer),
    onSuccess: (added) => {
      onAdded(added);
      void refetch();
    },
    onError: onRefused,
  });
  const no = useDeny(onDenied);
  const busy = useSlow(add.isPending);
  const pending = add.isPending || no.pending;
  const { product, price, upsellId } = offer;
  return (
    <OfferCard
      offer={offer}
      tone="accent"
      terms={`${priceWords({ ...offer, total: price })}. It is paid with your plan, when your doctor has said yes.`}
      trouble={add.error ?? no.error}
      actions={
        <>
          <Button busy={busy} busyLabel="Adding it" onClick={() => pending || add.mutate()}>
            <PlusIcon />
            Add to my plan
            <span className="visually-hidden">: {product.name}</span>
          </Button>
          <Button
            variant="secondary"
            busy={no.busy}
            busyLabel="Please wait"
            onClick={() => pending || no.deny(upsellId)}
          >
            No, thank you
            <span className="visually-hidden">: {product.name}</span>
          </Button>
        </>
      }
    >
      {product.notices.length > 0 && (
        <ul className={css["notices"]}>
          {product.notices.map((notice) => (
            <li key={notice}>
              <EmergencyText>{notice}</EmergencyText>
            </li>
          ))}
        </ul>
      )}
    </OfferCard>
  );
}
