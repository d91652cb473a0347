import type { Order, PrescriptionOrder } from "#contract/entities.ts";
import type { Need, Treatment } from "#contract/treatment.ts";

export type Shipment = NonNullable<PrescriptionOrder["shipment"]>;

export interface Action {
  readonly label: string;
  readonly href: string;
  /** Leads to another site. */
  readonly external?: true;
}

export type Picture = "seed" | "flower" | "parcel" | "letter" | "lock" | "moon";

/** The one thing the home screen says first: where she stands, what comes next, and the one thing to press. */
export interface Situation {
  readonly picture: Picture;
  readonly title: string;
  readonly text: string;
  readonly action: Action;
}

/** `visit` is where an unfinished visit goes on; null when she has finished hers. */
export function situationOf(treatment: Treatment, visit: string | null): Situation {
  const { plan, doctor, orders } = treatment;
  const [order] = orders;
  switch (plan.status) {
    case "in_review":
      if (order && isConfirming(order)) return confirming(order);
      return {
        picture: "seed",
        title: doctor ? `${doctor.name} is reviewing your visit` : "We are finding your doctor",
        text: plan.nextstep,
        action: order ? seeOrder(order) : seePlan,
      };
    case "declined":
      return {
        picture: "letter",
        title: `${doctor?.name ?? "Your doctor"} did not approve this plan`,
        text: plan.nextstep,
        action: { label: "Write to your doctor", href: "/messages/doctor" },
      };
    case "approved":
      return order
        ? orderSituation(treatment, order, "Your plan is approved")
        : { picture: "flower", title: "Your plan is approved", text: plan.nextstep, action: seePlan };
    case "none":
      return order ? orderSituation(treatment, order, "Thank you for your order") : nothingYet(visit);
  }
}

function orderSituation(treatment: Treatment, order: Order, placed: string): Situation {
  const text = treatment.plan.status === "none" ? "You find every step below, with its date." : treatment.plan.nextstep;
  const action = seeOrder(order);
  switch (order.status) {
    case "authorizing":
    case "unknown":
      return confirming(order);
    case "shipped":
      return {
        picture: "parcel",
        title: "Your parcel is on its way",
        text,
        action: trackAction(shipmentOf(treatment, order.id)) ?? action,
      };
    case "delivered":
      return {
        picture: "flower",
        title: treatment.plan.status === "approved" ? "Your plan is under way" : "Your order has arrived",
        text,
        action: seePlan,
      };
    case "voided":
    case "cancelled":
      return { picture: "letter", title: "You were not charged", text, action };
    case "refunded":
      return { picture: "letter", title: "We gave your money back", text, action };
    case "failed":
      return { picture: "lock", title: "Your payment did not go through", text, action };
    default:
      return { picture: "flower", title: placed, text, action };
  }
}

const confirming = (order: Order): Situation => ({
  picture: "lock",
  title: "Your bank is confirming the payment",
  text: "We show the result here as soon as we know it. Please do not pay again.",
  action: seeOrder(order),
});

const nothingYet = (visit: string | null): Situation => ({
  picture: "moon",
  title: "Nothing is under way yet",
  text:
    visit === null
      ? "Write to us if something is missing here."
      : "Your plan begins with a short visit. A doctor reads every answer.",
  action: visit === null ? writeToUs : { label: "Go on with your visit", href: visit },
});

const writeToUs: Action = { label: "Write to us", href: "/contact-us" };
const seePlan: Action = { label: "See your plan", href: "/treatment" };
const seeOrder = ({ id }: Pick<Order, "id">): Action => ({ label: "See your order", href: `/order/${id}` });
const isConfirming = ({ status }: Order): boolean => status === "authorizing" || status === "unknown";

/** The parcel of an order, once it left the pharmacy. */
export const shipmentOf = ({ subscriptions }: Pick<Treatment, "subscriptions">, orderId: string): Shipment | null =>
  subscriptions
    .flatMap(({ prescriptionorders }) => prescriptionorders)
    .find(({ orderid, shipment }) => orderid === orderId && shipment !== null)?.shipment ?? null;

/** Where the carrier shows the parcel. */
export const trackAction = (shipment: Shipment | null): Action | null =>
  shipment?.trackingurl
    ? { label: `Track with ${shipment.carrier}`, href: shipment.trackingurl, external: true }
    : null;

const needLabels: Readonly<Record<Need["kind"], string>> = {
  finish_visit: "Go on with your visit",
  verify_identity: "See how it stands",
  update_payment: "Update your card",
  confirm_payment: "See your order",
  reply_to_doctor: "Reply",
  treatment_review: "Begin the review",
  verify_email: "Confirm your email",
  renew_prescription: "Ask for a renewal",
};

/** What its button says. */
export const needLabel = ({ kind, href }: Pick<Need, "kind" | "href">): string =>
  href === writeToUs.href ? writeToUs.label : needLabels[kind];

/** Nothing is held up by it, or somebody else has to act. */
const canWait = ({ kind, href }: Need): boolean =>
  kind === "verify_email" || (href !== writeToUs.href && (kind === "verify_identity" || kind === "confirm_payment"));

/**
 * What needs her, in two: what holds something up, and what she may do when she has a moment. The failed payment is left out where a
 * banner above every page says it already.
 */
export function sortNeeds(needs: readonly Need[], banner: boolean) {
  const shown = banner ? needs.filter(({ kind }) => kind !== "update_payment") : needs;
  return { urgent: shown.filter((need) => !canWait(need)), later: shown.filter(canWait) };
}
