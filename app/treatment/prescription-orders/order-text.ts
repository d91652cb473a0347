import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import { formatCalendarDay, formatDay } from "#app/formats/dates.ts";
import type { Status } from "#app/ui/data/badge.tsx";

/** Two-word status of a prescription order (decisions: `scheduled → processing → shipped → delivered`, or one of three ends). */
export const prescriptionOrderStatuses: Readonly<Record<PrescriptionOrder["status"], Status>> = {
  scheduled: { tone: "neutral", label: "Planned" },
  processing: { tone: "accent", label: "Being prepared" },
  shipped: { tone: "accent", label: "On its way" },
  delivered: { tone: "success", label: "Delivered" },
  skipped: { tone: "neutral", label: "Skipped" },
  cancelled: { tone: "neutral", label: "Canceled" },
  payment_failed: { tone: "danger", label: "Payment failed" },
};

/** Names a prescription order by the day it is, or was, due. */
export const prescriptionOrderName = ({ plannedon }: Pick<PrescriptionOrder, "plannedon">): string =>
  `Supply of ${formatCalendarDay(plannedon)}`;

/** Status of a prescription order as the patient sees it: one on hold is not shown as on its way. */
export const prescriptionOrderStatus = ({
  status,
  waitsfor: onHoldBy,
}: Pick<PrescriptionOrder, "status" | "waitsfor">): Status =>
  onHoldBy === null ? prescriptionOrderStatuses[status] : { tone: "neutral", label: "On hold" };

/** Why nothing is charged on the planned day, by whose decision is pending. */
export const onHoldTexts: Readonly<Record<NonNullable<PrescriptionOrder["waitsfor"]>, string>> = {
  doctor: "This is waiting for your doctor. You won't be charged before then.",
  both: "This is waiting for you and your doctor. You won't be charged before you both agree.",
  bank: "Your bank is looking into a payment. Until it decides, we won't charge you unless you ask us to.",
  practice:
    "Your bank gave you a payment back. We won't charge you unless you ask us to. To start again, please contact us.",
};

/** What happened to a prescription order, or will happen, in a sentence. */
export function prescriptionOrderText({ status, chargeon, waitsfor: onHoldBy, shipment }: PrescriptionOrder): string {
  if (onHoldBy !== null) return onHoldTexts[onHoldBy];
  switch (status) {
    case "scheduled":
      return chargeon === null
        ? "There's no date set yet."
        : `We'll charge you and send it on ${formatCalendarDay(chargeon)}.`;
    case "processing":
      return "The pharmacy is getting it ready.";
    case "shipped":
      return shipment?.estimateddelivery
        ? `${shipment.carrier} brings it by ${formatCalendarDay(shipment.estimateddelivery)}.`
        : `On its way with ${shipment?.carrier ?? "the carrier"}.`;
    case "delivered":
      return shipment?.deliveredat ? `It arrived on ${formatDay(shipment.deliveredat)}.` : "It has arrived.";
    case "skipped":
      return "You skipped this one. We didn't charge you or send anything.";
    case "cancelled":
      return "We didn't send anything.";
    case "payment_failed":
      return chargeon === null
        ? "We couldn't charge your card, so we didn't send it."
        : `We couldn't charge your card. We'll try again on ${formatCalendarDay(chargeon)}.`;
  }
}
