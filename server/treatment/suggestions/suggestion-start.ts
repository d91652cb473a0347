import { clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { prescriptionOrdersOfOrder, updatePrescriptionOrders } from "../queries.ts";
import type { SuggestionRow } from "./suggestion-queries.ts";

/*
 * A suggested medicine may begin on a day the doctor names. Nothing of it is at home, so it's charged and sent once the patient agrees, and its box waits
 * for that day; the box after it follows from there.
 */

type Start = Pick<SuggestionRow, "begins_on">;

/** Has the box of an agreement begin on the doctor's day; as it comes where that has passed. Runs in the transaction that approves it. */
export async function beginOnDay(
  services: Pick<TxServices, "db" | "clock" | "content">,
  { order_id, begins_on }: Start & Pick<SuggestionRow, "order_id">,
): Promise<void> {
  if (order_id === null || begins_on === null || begins_on <= clinicToday(services)) return;
  const first = await prescriptionOrdersOfOrder(services.db, order_id);
  await updatePrescriptionOrders(
    services.db,
    first.map(({ id }) => id),
    { begins: "now", begins_on },
  );
}

/** When it's charged and begun, as the patient reads it before they answer. */
export function suggestionTerms({ begins_on }: Start, today: string): Sentence {
  if (begins_on === null) return sentence("treatment.suggestion_terms");
  return begins_on > today
    ? sentence("treatment.suggestion_terms_day", { day: formatDay(begins_on) })
    : sentence("treatment.suggestion_terms_late");
}

/** What the patient reads once they agreed and it's prescribed. */
export function suggestionAgreed({ begins_on }: Start, today: string): Sentence {
  if (begins_on === null) return sentence("treatment.suggestion_agreed");
  return begins_on > today
    ? sentence("treatment.suggestion_agreed_day", { day: formatDay(begins_on) })
    : sentence("treatment.suggestion_agreed_late");
}
