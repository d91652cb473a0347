import { formatCents, toCents } from "#contract/fields/numbers.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { subscriptionStates } from "#server/platform/database/states.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { loadUpsellRequests } from "#server/upsell-requests/public.ts";
import { upcomingCharges } from "../calendar/upcoming-charges.ts";
import { type TreatmentSnapshot, loadTreatmentSnapshot } from "../snapshot/treatment-snapshot.ts";

/**
 * Sentences on what continues after the subscriptions `changedIds` were paused or cancelled: the next charge with its amount, and upsells that
 * await the doctor; null when nothing does. Read after the change.
 */
export async function remainingTreatmentText(
  services: TxServices,
  previous: TreatmentSnapshot,
  patientId: string,
  changedIds: readonly string[],
): Promise<string | null> {
  const snapshot = await loadTreatmentSnapshot(services, patientId, previous.prescribed);
  const remainingIds = snapshot.subscriptions
    .filter(({ id, status }) => isRunning(status) && !changedIds.includes(id))
    .map(({ id }) => id);
  const upsellSentence = await loadPendingUpsellSentence(services, patientId);
  if (remainingIds.length === 0) return upsellSentence && toText(services.content, upsellSentence);
  const { charges } = upcomingCharges(services.content, snapshot);
  const next = charges.find(({ items }) => items.some(({ subscriptionid }) => remainingIds.includes(subscriptionid)));
  const remaining = next
    ? sentence("treatment.rest_next_charge", {
        day: formatDay(next.chargeon),
        total: formatCents(toCents(next.amount)),
      })
    : sentence("treatment.rest_goes_on");
  return toText(services.content, remaining, upsellSentence);
}

/** The sentence on upsells that await the doctor; null when there are none. */
async function loadPendingUpsellSentence(services: TxServices, patientId: string): Promise<Sentence | null> {
  const { waiting: pendingUpsells } = await loadUpsellRequests(services, patientId);
  return pendingUpsells.length === 0 ? null : sentence("treatment.upsell_pending");
}

/** Started and not cancelled. A paused one counts, because it resumes automatically; as a companion (`companions.ts`) it would not. */
const isRunning = (status: TreatmentSnapshot["subscriptions"][number]["status"]): boolean =>
  subscriptionStates.taken.has(status);
