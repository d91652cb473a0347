import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queryKey } from "#app/api/query.ts";
import { store } from "#contract/cart/calls.ts";
import { queries } from "../flow/queries.ts";

export type CheckoutSectionId = "address" | "card" | "billing" | "review";
const sectionOrder: readonly CheckoutSectionId[] = ["address", "card", "billing", "review"];

/** What checkout has on file, and the first section that is missing or being changed. */
export function useCheckout() {
  const cache = useQueryClient();
  const address = useQuery(queries.address());
  const card = useQuery(queries.card());
  const billing = useQuery(queries.billing());
  const [editing, setEditing] = useState<CheckoutSectionId | null>(null);
  const shipping = address.data?.address ?? null;
  const total = useQuery({ ...queries.total(shipping?.id), enabled: shipping !== null });

  const done: Record<CheckoutSectionId, boolean> = {
    address: shipping !== null,
    card: Boolean(card.data?.source),
    billing: Boolean(billing.data?.billingaddress),
    review: false,
  };
  const stage = editing ?? sectionOrder.find((each) => !done[each]) ?? "review";
  const all = [address, card, billing] as const;

  return {
    shipping,
    card: card.data?.source ?? null,
    billing: billing.data,
    total,
    stage,
    change: setEditing,
    loading: all.some((query) => query.isPending),
    // A page filled in halfway stays when a refetch fails.
    error: all.find((query) => query.isLoadingError)?.error ?? null,
    fetching: all.some((query) => query.isFetching),
    retry: () => all.forEach((query) => void (query.isError && query.refetch())),
    stateOf: (part: CheckoutSectionId): "todo" | "current" | "done" =>
      part === stage ? "current" : done[part] ? "done" : "todo",
    reprice: () => cache.invalidateQueries({ queryKey: queryKey(store.computeTax) }),
    cache,
  };
}
