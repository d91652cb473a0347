import type { Content } from "#content/loader/load.ts";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import { addDays, earlierDay, formatDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import { type Box, earliestFill, emptyOn } from "#server/prescriptions/public.ts";
import { earliestCharge } from "../charge-days.ts";
import type { Obstacle } from "../obstacle.ts";
import type { PrescriptionOrderRow } from "../queries.ts";
import { prescriptionOrderObstacle } from "../snapshot/prescription-order-actions.ts";
import {
  boxesOf,
  currentName,
  prescriptionOrderFacts,
  subscriptionIn,
  type TreatmentSnapshot,
} from "../snapshot/treatment-snapshot.ts";
import { missingCompanionWarning, parcelCompanions } from "./companions.ts";

/**
 * A patient moves the next box to a day: at most a week earlier and twelve weeks later than the one it had, however often it's moved; never before most of the
 * last box is used, nor so soon that the patient couldn't be told of the charge.
 */

const [daysEarlier, daysLater] = [7, 12 * 7];

interface MoveFacts {
  readonly today: string;
  /** The day it had before it was moved. */
  readonly hadDay: string;
  /** What was dispensed of it. */
  readonly boxes: readonly Box[];
  /** The first day a doctor lets it be ordered; null where none does. */
  readonly orderableFrom: string | null;
  /** Days from a charge to the arrival of its box, at most. */
  readonly leadDays: number;
  /** Something else that goes on needs it, and comes by itself: it may not run out. */
  readonly isNeeded: boolean;
}

interface MoveDays {
  readonly first: string;
  readonly whyFirst: "treatment.move_first_notice" | "treatment.move_first_used" | "treatment.move_first_week";
  readonly last: string;
  readonly whyLast: "treatment.move_last_weeks" | "treatment.move_last_needed";
  /** The last day on which a charge leaves no day without it; null where nothing is at home. */
  readonly enoughUntil: string | null;
}

/** The days one can be moved to, by itself: all from `first` to `last`; none where the first is after the last. */
export function moveDays({ today, hadDay, boxes, orderableFrom, leadDays, isNeeded }: MoveFacts): MoveDays {
  const notice = earliestCharge(today);
  const used = laterDay(earliestFill(boxes, today) ?? notice, orderableFrom ?? notice);
  const first = [addDays(hadDay, -daysEarlier), notice, used].reduce(laterDay);
  const empty = emptyOn(boxes, today);
  const enoughUntil = empty === null || empty <= today ? null : addDays(empty, -leadDays);
  const cap = addDays(hadDay, daysLater);
  const last = isNeeded ? earlierDay(cap, laterDay(hadDay, enoughUntil ?? hadDay)) : cap;
  return {
    ...{ first, last, enoughUntil },
    whyFirst: whyFirst(first, { notice, used }),
    whyLast: last === cap ? "treatment.move_last_weeks" : "treatment.move_last_needed",
  };
}

function whyFirst(first: string, { notice, used }: { readonly notice: string; readonly used: string }) {
  if (first === notice) return "treatment.move_first_notice";
  return first === used ? "treatment.move_first_used" : "treatment.move_first_week";
}

/** A planned prescription order and what moves with it. */
export const movedTogether = (
  content: Content,
  snapshot: TreatmentSnapshot,
  order: PrescriptionOrderRow,
): readonly PrescriptionOrderRow[] => [order, ...parcelCompanions(content, snapshot, order)];

/** The days all that moves together can be moved to. */
function daysTogether(content: Content, snapshot: TreatmentSnapshot, order: PrescriptionOrderRow): MoveDays {
  const together = movedTogether(content, snapshot, order);
  const ids = together.map(({ subscription_id }) => subscription_id);
  const isNeeded = missingCompanionWarning(content, snapshot, ids) !== null;
  const all = together.map((each) => {
    const row = subscriptionIn(snapshot, each.subscription_id);
    return moveDays({
      ...{ today: snapshot.today, hadDay: each.moved_from ?? each.charge_on, boxes: boxesOf(snapshot, row), isNeeded },
      ...{ orderableFrom: row.orderable_from, leadDays: content.shipping.leaddays },
    });
  });
  return all.reduce((one, other) => ({
    ...(one.first >= other.first
      ? { first: one.first, whyFirst: one.whyFirst }
      : { first: other.first, whyFirst: other.whyFirst }),
    ...(one.last <= other.last
      ? { last: one.last, whyLast: one.whyLast }
      : { last: other.last, whyLast: other.whyLast }),
    enoughUntil:
      one.enoughUntil !== null && other.enoughUntil !== null
        ? earlierDay(one.enoughUntil, other.enoughUntil)
        : (one.enoughUntil ?? other.enoughUntil),
  }));
}

/** Why a planned prescription order can't be moved at all, or not to this day; null when it can. */
export function moveObstacle(
  content: Content,
  snapshot: TreatmentSnapshot,
  order: PrescriptionOrderRow,
  day?: string,
): Obstacle<"wrong_state"> | null {
  const ofState = prescriptionOrderObstacle("move", prescriptionOrderFacts(snapshot, order));
  if (ofState !== null) return ofState;
  const days = daysTogether(content, snapshot, order);
  const refused = (message: Sentence) => ({ code: "wrong_state", message }) as const;
  if (days.first > days.last) return refused(sentence("treatment.move_no_day"));
  if (day === undefined) return null;
  if (day < days.first) return refused(reasonOf(days.whyFirst, days.first));
  return day > days.last ? refused(reasonOf(days.whyLast, days.last)) : null;
}

const reasonOf = (why: MoveDays["whyFirst"] | MoveDays["whyLast"], day: string): Sentence =>
  sentence(why, { day: formatDay(day) });

/** What a patient chooses a day from; null where it can't be moved. */
export function moveOffer(
  content: Content,
  snapshot: TreatmentSnapshot,
  order: PrescriptionOrderRow,
): PrescriptionOrder["move"] {
  if (moveObstacle(content, snapshot, order) !== null) return null;
  const { first, whyFirst: why, last, whyLast, enoughUntil } = daysTogether(content, snapshot, order);
  const isCloseBy = enoughUntil !== null && enoughUntil < last;
  return {
    names: movedTogether(content, snapshot, order).map(({ subscription_id }) =>
      currentName(snapshot, subscriptionIn(snapshot, subscription_id)),
    ),
    ...{
      first,
      whyfirst: toText(content, reasonOf(why, first)),
      last,
      whylast: toText(content, reasonOf(whyLast, last)),
    },
    enoughuntil: isCloseBy ? enoughUntil : null,
    gap: isCloseBy
      ? toText(
          content,
          sentence("treatment.move_gap", {
            last: formatDay(addDays(enoughUntil, content.shipping.leaddays - 1)),
            day: formatDay(enoughUntil),
          }),
        )
      : null,
  };
}
