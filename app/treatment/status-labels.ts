import type { Subscription } from "#contract/treatment/subscriptions.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import { formatDay } from "#app/formats/dates.ts";
import type { Status } from "#app/ui/data/badge.tsx";

const phaseTones: Readonly<Record<Treatment["plan"]["phase"], Status["tone"]>> = {
  none: "neutral",
  identity: "accent",
  in_review: "accent",
  approved: "success",
  on_hold: "danger",
  paused: "neutral",
  ended: "neutral",
  declined: "neutral",
};

/** Two-word status of a plan. */
export const planStatus = ({ phase, label }: Pick<Treatment["plan"], "phase" | "label">): Status => ({
  tone: phaseTones[phase],
  label,
});

/** Since when the plan has its status; empty if unknown. */
export const planSince = ({ status, since }: Pick<Treatment["plan"], "status" | "since">): string =>
  since === null || status === "none" ? "" : `Since ${formatDay(since)}`;

const subscriptionTones: Readonly<Record<Subscription["status"], Status["tone"]>> = {
  pending: "accent",
  active: "success",
  paused: "neutral",
  past_due: "danger",
  cancelled: "neutral",
};
const subscriptionLabels: Readonly<Record<Subscription["status"], string>> = {
  pending: "Starting soon",
  active: "Active",
  paused: "Paused",
  past_due: "Payment due",
  cancelled: "Cancelled",
};

export const subscriptionStatus = ({ status }: Pick<Subscription, "status">): Status => ({
  tone: subscriptionTones[status],
  label: subscriptionLabels[status],
});
