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
