import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import { formatCalendarDay } from "#app/formats/dates.ts";
import type { Status } from "#app/ui/data/badge.tsx";

const tones: Readonly<Record<PrescriptionOrder["state"]["kind"], Status["tone"]>> = {
  planned: "neutral",
  on_hold: "neutral",
  in_review: "accent",
  confirming: "accent",
  charging: "accent",
  being_prepared: "accent",
  on_its_way: "accent",
  delivered: "success",
  skipped: "neutral",
  cancelled: "neutral",
  payment_failed: "danger",
};

/** Names a prescription order by the day it is, or was, due. */
export const prescriptionOrderName = ({ plannedon }: Pick<PrescriptionOrder, "plannedon">): string =>
  `Supply of ${formatCalendarDay(plannedon)}`;

/** Its state in two words, as the server says it. */
export const prescriptionOrderStatus = ({ state: { kind, label } }: Pick<PrescriptionOrder, "state">): Status => ({
  tone: tones[kind],
  label,
});
