import type { Treatment } from "#contract/treatment/overview.ts";
import { isDeclinedByDoctor } from "#app/orders/payment-text.ts";
import { useState } from "react";

/** The changes from `before` to `after` worth announcing to screen readers; empty if there are none. */
export function describeChanges(before: Treatment, after: Treatment): string {
  return [
    doctorAnnouncement(before, after),
    changeAnnouncement(before, after),
    suggestionAnnouncement(before, after),
    planAnnouncement(before, after) || orderAnnouncement(before, after),
  ]
    .filter(Boolean)
    .join(" ");
}

function doctorAnnouncement(before: Treatment, after: Treatment): string {
  return after.doctor && before.doctor?.id !== after.doctor.id ? `Your doctor is ${after.doctor.name}.` : "";
}

/** The doctor made a treatment change while the page was open. */
function changeAnnouncement(before: Treatment, after: Treatment): string {
  const newChanges = after.changes.filter(({ id }) => before.changes.every((each) => each.id !== id));
  const asks = ({ status, agreeable }: Treatment["changes"][number]) => status === "waiting" && agreeable;
  const first = newChanges.find(asks) ?? newChanges[0];
  if (first === undefined) return "";
  return asks(first) ? `${first.title}. Please look at it and tell us if you agree.` : `${first.title}.`;
}

/** The doctor suggested a medicine while the page was open. */
function suggestionAnnouncement(before: Treatment, after: Treatment): string {
  const made = after.suggestions.find(({ id }) => before.suggestions.every((each) => each.id !== id));
  return made === undefined ? "" : `${made.title}. Please look at it and tell us if you agree.`;
}

function planAnnouncement(before: Treatment, after: Treatment): string {
  if (before.plan.status === after.plan.status) return "";
  const who = after.doctor?.name ?? "Your doctor";
  if (after.plan.status === "approved") return `Good news: ${who} approved your plan.`;
  if (after.plan.status === "declined") return `${who} didn’t approve this plan. ${chargeAnnouncement(after)}`.trim();
  return after.plan.statustext;
}

const chargeAnnouncement = ({ orders }: Treatment): string =>
  orders[0] && isDeclinedByDoctor(orders[0])
    ? orders[0].status === "voided"
      ? "You weren't charged."
      : "You won’t be charged."
    : "";

/** The latest completed step of the newest order, if it is new. */
function orderAnnouncement(before: Treatment, after: Treatment): string {
  const [order] = after.orders;
  const earlier = before.orders.find(({ id }) => id === order?.id);
  const step = order?.timeline.findLast(({ state }) => state === "done");
  const lastStep = earlier?.timeline.findLast(({ state }) => state === "done");
  return step && step.event !== lastStep?.event ? `Your order: ${step.label}` : "";
}

/** The latest announcement of a change while the page is open, for screen readers; empty at first. */
export function useTreatmentAnnouncement(treatment: Treatment | undefined): string {
  const [seen, setSeen] = useState(treatment);
  const [announcement, setAnnouncement] = useState("");
  if (treatment && treatment !== seen) {
    setSeen(treatment);
    const text = seen ? describeChanges(seen, treatment) : "";
    if (text) setAnnouncement(text);
  }
  return announcement;
}
