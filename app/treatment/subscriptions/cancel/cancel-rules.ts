import type { CancelOffer, PrescriptionOrder, Subscription } from "#contract/entities.ts";
import type * as z from "zod/mini";
import { pastPrescriptionOrders } from "../../billing/charges.ts";

/** Those that can be cancelled now. */
export const cancellableSubscriptions = (subscriptions: readonly Subscription[]): readonly Subscription[] =>
  subscriptions.filter(({ actions }) => actions.includes("cancel"));

/** What is ticked at first: the one she came from, or the only one there is. */
export function initialSelection(
  subscriptions: readonly Pick<Subscription, "id">[],
  linkedId: string | null,
): string[] {
  if (subscriptions.length === 1) return subscriptions.map(({ id }) => id);
  return subscriptions.filter(({ id }) => id === linkedId).map(({ id }) => id);
}

/** The one offer made for what she chose, and for which of them it is; null when there is none. */
export function cancelOfferFor(
  chosen: readonly Subscription[],
): { readonly offer: z.output<typeof CancelOffer>; readonly ids: readonly string[] } | null {
  const withCancelOffer = chosen.filter(
    ({ canceloffer, actions }) => canceloffer !== null && actions.includes("preventcancel"),
  );
  const offer = withCancelOffer[0]?.canceloffer ?? null;
  return offer && { offer, ids: withCancelOffer.map(({ id }) => id) };
}

/** What to know before she cancels these and keeps the rest; nothing of one that is cancelled together with the one it names. */
export const cancelWarnings = (chosen: readonly Pick<Subscription, "warning" | "item">[]): readonly string[] =>
  chosen
    .flatMap(({ warning }) => warning ?? [])
    .filter((warning) => !chosen.some(({ item }) => warning.includes(item.name)));

/** Supplies that are paid and still come. */
export const paidOrdersToCome = (subscriptions: readonly Subscription[]): readonly PrescriptionOrder[] =>
  subscriptions.flatMap(pastPrescriptionOrders).filter(({ status }) => status === "processing" || status === "shipped");
