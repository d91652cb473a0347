import type { CancelOffer, Subscription } from "#contract/treatment/subscriptions.ts";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import type * as z from "zod/mini";
import { pastPrescriptionOrders } from "../../billing/charges.ts";

/** The subscriptions that can be cancelled at the moment. */
export const cancellableSubscriptions = (subscriptions: readonly Subscription[]): readonly Subscription[] =>
  subscriptions.filter(({ actions }) => actions.includes("cancel"));

/** Initially selected: the subscription the patient came from, or the only one. */
export function initialSelection(
  subscriptions: readonly Pick<Subscription, "id">[],
  linkedId: string | null,
): string[] {
  if (subscriptions.length === 1) return subscriptions.map(({ id }) => id);
  return subscriptions.filter(({ id }) => id === linkedId).map(({ id }) => id);
}

/** The one offer for the chosen subscriptions, and which of them it covers; null if there is none. */
export function cancelOfferFor(
  chosen: readonly Subscription[],
): { readonly offer: z.output<typeof CancelOffer>; readonly ids: readonly string[] } | null {
  const withCancelOffer = chosen.filter(
    ({ canceloffer, actions }) => canceloffer !== null && actions.includes("preventcancel"),
  );
  const offer = withCancelOffer[0]?.canceloffer ?? null;
  return offer && { offer, ids: withCancelOffer.map(({ id }) => id) };
}

/** What to know before cancelling these and keeping the rest; skips a warning about a subscription that is cancelled along with it. */
export const cancelWarnings = (chosen: readonly Pick<Subscription, "warning" | "item">[]): readonly string[] =>
  chosen
    .flatMap(({ warning }) => warning ?? [])
    .filter((warning) => !chosen.some(({ item }) => warning.includes(item.name)));

/** Prescription orders that are paid and still to be delivered. */
export const paidOrdersToCome = (subscriptions: readonly Subscription[]): readonly PrescriptionOrder[] =>
  subscriptions.flatMap(pastPrescriptionOrders).filter(({ status }) => status === "processing" || status === "shipped");

/** From when the patient would be without what they chose, named where they chose several. */
export const cancelGaps = (chosen: readonly Pick<Subscription, "cancelgap" | "item">[]): readonly string[] =>
  chosen.flatMap(({ cancelgap, item }) => {
    if (cancelgap === null) return [];
    return chosen.length === 1 ? cancelgap : `${item.name}: ${cancelgap}`;
  });
