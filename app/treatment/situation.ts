import { marketingUrl, settings } from "#app/api/settings.ts";
import type { Order, PrescriptionOrder, Subscription } from "#contract/entities.ts";
import type { Need, Treatment } from "#contract/treatment.ts";
import { isGoingBack } from "./money.ts";
import { isUnderWay } from "./status.ts";

export type Shipment = NonNullable<PrescriptionOrder["shipment"]>;

export interface Action {
  readonly label: string;
  readonly href: string;
  /** Leads to another site. */
  readonly external?: true;
}

export type Picture = "seed" | "flower" | "parcel" | "letter" | "lock" | "moon";

/** Where a visit goes on, and whether she has answered anything in it. */
export interface Visit {
  readonly href: string;
  readonly begun: boolean;
}

/** The one thing the home screen says first: where she stands, what comes next, and the one thing to press. */
export interface Situation {
  readonly picture: Picture;
  readonly title: string;
  readonly text: string;
  readonly action: Action;
  /** Another thing she may like, as a link. */
  readonly also?: Action;
}

/** Her orders, newest first, but those she added to her treatment that wait for a doctor or came to nothing: they change nothing of the rest. */
export const leadingOrders = ({ orders }: Pick<Treatment, "orders">): Order[] =>
  orders.filter(({ added, status }) => !added || !["authorized", "voided", "failed", "cancelled"].includes(status));

/** `visit` is the one she has not finished, or not begun; null when she has finished hers. */
export function situationOf(all: Treatment, visit: Visit | null): Situation {
  const treatment = { ...all, orders: leadingOrders(all) };
  const { plan, doctor, orders, needs } = treatment;
  const stop = needs.find(({ kind }) => kind === "talk_to_doctor");
  if (stop)
    return {
      picture: "letter",
      title: stop.title,
      text: stop.text,
      action: { label: needLabel(stop), href: stop.href },
    };
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
    case "approved": {
      const held = heldSituation(treatment);
      if (held) return held;
      return order
        ? orderSituation(treatment, order, orders.length > 1 ? "Your next order is under way" : "Your plan is approved")
        : { picture: "flower", title: "Your plan is approved", text: plan.nextstep, action: seePlan };
    }
    case "none":
      return order ? orderSituation(treatment, order, "Thank you for your order") : nothingYet(visit);
  }
}

/** Her next supply does not come by itself: its payment failed, or, with nothing under way, she paused or ended it. */
function heldSituation({ plan, orders: [order], subscriptions }: Treatment): Situation | null {
  const text = plan.nextstep;
  const all = (...statuses: readonly Subscription["status"][]) =>
    subscriptions.length > 0 && subscriptions.every(({ status }) => statuses.includes(status));
  if (subscriptions.some(({ status }) => status === "past_due"))
    return { picture: "lock", title: "Your order waits for your payment", text, action: updateCard };
  if (order && (isUnderWay(order) || isGoingBack(order))) return null;
  if (all("cancelled")) return { picture: "letter", title: "Your plan has ended", text, action: seePlan };
  if (all("paused", "cancelled")) return { picture: "moon", title: "You are taking a break", text, action: seePlan };
  return null;
}

function orderSituation(treatment: Treatment, order: Order, placed: string): Situation {
  const text = treatment.plan.status === "none" ? "You find every step below, with its date." : treatment.plan.nextstep;
  const action = seeOrder(order);
  if (isGoingBack(order)) return { picture: "letter", title: "We are giving your money back", text, action };
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
      if (order.refunded > 0) return { picture: "letter", title: "We gave your money back", text, action };
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

const nothingYet = (visit: Visit | null): Situation => ({
  picture: "moon",
  title: "Nothing is under way yet",
  text:
    visit === null
      ? "Write to us if something is missing here."
      : "Your plan begins with a short visit. A doctor reads every answer.",
  action:
    visit === null
      ? writeToUs
      : { label: visit.begun ? "Go on with your visit" : "Start your visit", href: visit.href },
  also: { label: "See our products", href: marketingUrl(settings.brand.marketingpages.treatments) },
});

const updateCard: Action = { label: "Update your card", href: "/account-settings/billing-details" };
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
  talk_to_doctor: "Write to your doctor",
  finish_visit: "Go on with your visit",
  verify_identity: "See how it stands",
  update_payment: updateCard.label,
  confirm_payment: "See your order",
  reply_to_doctor: "Reply",
  treatment_review: "Begin the review",
  verify_email: "Confirm your email",
  renew_prescription: "See your plan",
  agree_to_change: "See what changes",
};

/** What its button says. */
export const needLabel = ({ kind, href, begun }: Pick<Need, "kind" | "href" | "begun">): string => {
  if (href === writeToUs.href) return writeToUs.label;
  return kind === "treatment_review" && begun ? "Go on" : needLabels[kind];
};

/** Whether it may wait: nothing is held up by it, or somebody else has to act. */
export const canWait = ({ kind, href }: Need): boolean =>
  kind === "verify_email" ||
  kind === "renew_prescription" ||
  (href !== writeToUs.href && (kind === "verify_identity" || kind === "confirm_payment"));

/**
 * What needs her, in two: what holds something up, and what she may do when she has a moment. Left out is what is said already: the
 * failed payment where a banner is above every page, a medicine to stop, which the situation itself says, and a change she is to agree to,
 * which has a card of its own.
 */
export function sortNeeds(needs: readonly Need[], banner: boolean) {
  const said = ["talk_to_doctor", "agree_to_change"];
  const shown = needs.filter(({ kind }) => !said.includes(kind) && !(banner && kind === "update_payment"));
  return { urgent: shown.filter((need) => !canWait(need)), later: shown.filter(canWait) };
}
