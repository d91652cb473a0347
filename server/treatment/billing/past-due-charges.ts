import { sql } from "kysely";
import type { WriteOffReason } from "#contract/care/past-due.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { hasChargesStopped } from "#server/payment/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { prescriptionOrderStates } from "#server/platform/database/states.ts";
import type { KeysetCursor } from "#server/platform/pagination.ts";

/** A prescription order whose charge failed and has not been paid since. Days as `YYYY-MM-DD`. */
export interface PastDueCharge {
  readonly id: string;
  readonly patientId: string;
  readonly subscriptionId: string;
  /** The order that is trying it again now. */
  readonly orderId: string | null;
  readonly amountCents: number;
  readonly failedOn: string;
  readonly attempts: number;
  /** The day billing tries it next; null while it does not: retries are over, it is held back, or a dispute stops charges. */
  readonly retryOn: string | null;
  /** The write-off that counts for it; null: none does. */
  readonly writeOff: { readonly reason: WriteOffReason; readonly madeAt: Date; readonly madeBy: string } | null;
  /** Why it was declined last. */
  readonly reason: "insufficient_funds" | "lost_card" | "expired_card" | "generic_decline" | "no_card";
}

/** Of all patients: those that wait for somebody, or those that were written off; or all of one patient. */
type Which = { readonly isWriteOff: boolean } | { readonly patientId: string };

interface Row extends Omit<PastDueCharge, "writeOff"> {
  readonly writeOffReason: WriteOffReason | null;
  readonly writeOffAt: Date | null;
  readonly writeOffBy: string | null;
}

/** Up to `limit` past-due charges, longest past due first. */
export async function loadPastDueCharges(
  db: Database,
  cursor: KeysetCursor | null,
  limit: number,
  which: Which = { isWriteOff: false },
): Promise<PastDueCharge[]> {
  const { rows } = await sql<Row>`
    select o.id, o.patient_id as "patientId", o.subscription_id as "subscriptionId", o.order_id as "orderId",
      o.amount_cents as "amountCents", o.failed_on as "failedOn", o.attempts,
      w.reason as "writeOffReason", w.made_at as "writeOffAt", w.made_by as "writeOffBy",
      case when o.status = 'scheduled' and o.held_back_from is null and not ${hasChargesStopped("o.patient_id")}
        then o.retry_on end as "retryOn",
      case when not exists (select from payment_source card where card.patient_id = o.patient_id and card.is_default) then 'no_card'
        else case p.failed_transaction_reason when 'invalid_expiry_month' then 'expired_card' else coalesce(p.failed_transaction_reason, 'generic_decline') end end as reason
    from prescription_order o join subscription s on s.id = o.subscription_id join patient p on p.id = o.patient_id
      left join write_off w on w.prescription_order_id = o.id and w.failed_on = o.failed_on and w.ended_at is null
    where o.failed_on is not null and o.status in ${prescriptionOrderStates.live.sql} and s.status = 'past_due'
      and ${"patientId" in which ? sql`o.patient_id = ${which.patientId}` : sql`(w.id is not null) = ${which.isWriteOff}`}
      and ${cursor === null ? sql`true` : sql`(o.failed_on, o.id) > (${dayIn("UTC", cursor.at)}::date, ${cursor.id}::uuid)`}
    order by o.failed_on, o.id
    limit ${limit}`.execute(db);
  return rows.map(({ writeOffReason, writeOffAt, writeOffBy, ...row }) => ({
    ...row,
    writeOff:
      writeOffReason && writeOffAt && writeOffBy
        ? { reason: writeOffReason, madeAt: writeOffAt, madeBy: writeOffBy }
        : null,
  }));
}

/** Where the page after this charge begins. */
export const pastDueCursor = ({ id, failedOn }: PastDueCharge): KeysetCursor => ({ id, at: new Date(failedOn) });
