import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";

/** What of a patient's payments is unsettled, as a sentence for the practice; null when everything is settled. */
export async function moneyMoving(db: Database, patientId: string): Promise<string | null> {
  const { rows } = await sql<{ what: string }>`
    select 'An order is ' || status || '.' as what from customer_order
      where patient_id = ${patientId} and status in ('pending', 'authorizing', 'unknown', 'authorized', 'paid', 'shipped', 'mismatch')
    union all
    select 'A refund is under way.' from refund r join payment_intent p on p.id = r.payment_intent_id
      where p.patient_id = ${patientId} and r.status in ('created', 'unknown')
    union all
    select 'A payment is being settled.' from payment_intent
      where patient_id = ${patientId} and status in ('created', 'unknown', 'requires_capture')
    union all
    select 'A payment is being released.' from payment_release l join customer_order o on o.id = l.order_id
      where o.patient_id = ${patientId} and l.done_at is null
    union all
    select 'A payment is disputed.' from dispute
      where patient_id = ${patientId} and status in ('inquiry', 'needs_response', 'under_review')
    limit 1`.execute(db);
  return rows[0]?.what ?? null;
}
