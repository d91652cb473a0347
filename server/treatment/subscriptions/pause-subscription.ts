import { formatDay } from "#server/platform/clock/calendar-days.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { withParcelCompanions, warnOfMissingCompanion } from "../calendar/companions.ts";
import { chargeDayIfResumed, planCharges } from "../calendar/plan-charges.ts";
import { pauseEndDay } from "../charge-days.ts";
import { notifyPaused, notifyResumed } from "../notify-patient.ts";
import {
  updateSubscriptions,
  updatePrescriptionOrders,
  rescheduledTo,
  type PrescriptionOrderRow,
  type SubscriptionRow,
  prescriptionOrdersById,
} from "../queries.ts";
import { companionsSentence, nextOrderSentence } from "../sentences.ts";
import { actOnTreatment, withLockedTreatment } from "../snapshot/lock-treatment.ts";
import { type TreatmentSnapshot, scheduledPrescriptionOrder, currentName } from "../snapshot/treatment-snapshot.ts";
import { remainingTreatmentText } from "./remaining-treatment.ts";
import { onSubscriptions, type SubscriptionTarget } from "./targeted-subscriptions.ts";

/**
 * Pauses, with what comes in the same parcel: the next charge moves by as many months, to the day the pause ends. Of one that is paused, its pause gets another
 * length. Returns a sentence with that day.
 */
export const pauseSubscriptions = (
  services: Services & Refuses<"wrong_state">,
  target: SubscriptionTarget,
  months: number,
): Promise<string> =>
  actOnTreatment(services, target.patientId, {
    ...onSubscriptions("pause", target),
    perform: async (tx, snapshot, { possible }) => {
      const { patientId, withoutCompanions } = target;
      const subscriptions = withoutCompanions ? possible : withParcelCompanions(tx.content, snapshot, possible);
      if (isPausedSo(snapshot, subscriptions, months))
        throw services.refuse("wrong_state", {
          message: sentence("treatment.subscription_paused_already", {
            day: formatDay(possible[0]?.paused_until ?? snapshot.today),
          }),
        });
      const companionNames = subscriptions.length > possible.length ? namesOf(snapshot, subscriptions) : [];
      const effectText = await pauseAndNotify(tx, snapshot, { patientId, subscriptions, months });
      return toText(tx.content, sentence("treatment.paused"), companionsSentence(companionNames), effectText);
    },
  });

const namesOf = (snapshot: TreatmentSnapshot, subscriptions: readonly SubscriptionRow[]) =>
  subscriptions.map((row) => currentName(snapshot, row));

/** Pauses subscriptions for `months`: moves their next charges and notifies the patient. Returns sentences on the effect. */
export async function pauseAndNotify(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  input: { readonly patientId: string; readonly subscriptions: readonly SubscriptionRow[]; readonly months: number },
): Promise<string> {
  const { patientId, subscriptions, months } = input;
  const ids = subscriptions.map(({ id }) => id);
  const until = await pauseEach(services, snapshot, subscriptions, months);
  const remainingText = await remainingTreatmentText(services, snapshot, patientId, ids);
  await notifyPaused(services, { patientId, until, remainingText });
  const warning = await warnOfMissingCompanion(services, snapshot, patientId, ids);
  const day = formatDay(until);
  return remainingText === null
    ? toText(services.content, sentence("treatment.paused_until", { day }), warning)
    : toText(services.content, sentence("treatment.paused_one_until", { day }), remainingText, warning);
}

/** Marks each as paused and moves its next charge by `months`, to the day its own pause ends; returns the earliest of these days. */
async function pauseEach(
  { db, clock }: TxServices,
  snapshot: TreatmentSnapshot,
  subscriptions: readonly SubscriptionRow[],
  months: number,
): Promise<string> {
  const days: string[] = [];
  for (const row of subscriptions) {
    const { id } = row;
    const prescriptionOrder = scheduledPrescriptionOrder(snapshot, id);
    if (!prescriptionOrder) continue;
    const until = endOfPause(snapshot, row, prescriptionOrder, months);
    await updateSubscriptions(db, [id], {
      status: "paused",
      paused_at: row.status === "paused" ? row.paused_at : clock.now(),
      paused_until: until,
      charge_on_before_pause: row.charge_on_before_pause ?? prescriptionOrder.charge_on,
    });
    await updatePrescriptionOrders(db, [prescriptionOrder.id], { ...rescheduledTo(until), earliest_charge_on: until });
    days.push(until);
  }
  return days.toSorted()[0] ?? snapshot.today;
}

const endOfPause = (
  { today }: TreatmentSnapshot,
  { charge_on_before_pause }: SubscriptionRow,
  { charge_on }: PrescriptionOrderRow,
  months: number,
): string => pauseEndDay(charge_on_before_pause ?? charge_on, months, today);

/** They are paused until the day these months would have them paused to: nothing changes. */
const isPausedSo = (snapshot: TreatmentSnapshot, subscriptions: readonly SubscriptionRow[], months: number): boolean =>
  subscriptions.every((row) => {
    const planned = scheduledPrescriptionOrder(snapshot, row.id);
    return planned !== undefined && row.paused_until === endOfPause(snapshot, row, planned, months);
  });

/**
 * Ends pauses early, together with those of parcel companions. The next charge is on its original day or when the medicine at home runs low,
 * and never before the patient can be notified. Returns a sentence with the day.
 */
export const resumeSubscriptions = (
  services: Services & Refuses<"wrong_state">,
  target: SubscriptionTarget,
): Promise<string> =>
  actOnTreatment(services, target.patientId, {
    ...onSubscriptions("resume", target),
    perform: async (tx, snapshot, { possible }) => {
      const { patientId } = target;
      const subscriptions = withParcelCompanions(tx.content, snapshot, possible);
      for (const row of subscriptions) {
        const { id, charge_on_before_pause } = row;
        const prescriptionOrder = scheduledPrescriptionOrder(snapshot, id);
        const day = chargeDayIfResumed(tx.content, snapshot, row);
        await updateSubscriptions(tx.db, [id], {
          status: "active",
          paused_until: null,
          charge_on_before_pause: null,
        });
        if (prescriptionOrder)
          await updatePrescriptionOrders(tx.db, [prescriptionOrder.id], {
            ...rescheduledTo(day),
            earliest_charge_on: charge_on_before_pause,
          });
      }
      await planCharges(tx, patientId);
      const day = await firstChargeDay(tx, snapshot, subscriptions);
      const next = toText(tx.content, nextOrderSentence(snapshot, day));
      await notifyResumed(tx, { patientId, next });
      const companionNames = subscriptions.length > possible.length ? namesOf(snapshot, subscriptions) : [];
      return toText(tx.content, sentence("treatment.resumed"), companionsSentence(companionNames), next);
    },
  });

/** The earliest charge day of these after replanning. */
async function firstChargeDay(
  { db }: TxServices,
  snapshot: TreatmentSnapshot,
  subscriptions: readonly SubscriptionRow[],
): Promise<string> {
  const ids = subscriptions.flatMap(({ id }) => scheduledPrescriptionOrder(snapshot, id)?.id ?? []);
  const planned = await prescriptionOrdersById(db, ids);
  return planned.map(({ charge_on }) => charge_on).toSorted()[0] ?? snapshot.today;
}

/** Resumes the patient's subscriptions whose pause is over. */
export const endPauses = (services: Services, patientId: string): Promise<void> =>
  withLockedTreatment(services, patientId, async ({ db }, { subscriptions, today }) => {
    const ended = subscriptions.filter(
      ({ status, paused_until }) => status === "paused" && paused_until !== null && paused_until <= today,
    );
    await updateSubscriptions(
      db,
      ended.map(({ id }) => id),
      { status: "active", paused_until: null, charge_on_before_pause: null },
    );
  });
