import { sql } from "kysely";
import type { CreditReason } from "#contract/care/credits.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services, TxServices } from "#server/platform/services.ts";

/*
 * A credit is an amount the practice gives off later orders. It's an earned discount of its own, or several: an order uses what it can of one, and the rest is
 * another. So it's taken off, released and carried to another account like any discount.
 */

const noteSealContext = sealed("credit.note_sealed");

/** The code that an order with a credit shows. */
const creditCode = "CREDIT";

export interface NewCredit {
  readonly patientId: string;
  readonly amountCents: number;
  readonly reason: CreditReason;
  readonly note: string;
  /** `staff:<id>` or `key:<id>`. */
  readonly actor: string;
}

/** A credit, with what no order has used. */
export interface CreditRow {
  readonly id: string;
  readonly amountCents: number;
  readonly leftCents: number;
  readonly reason: CreditReason;
  readonly note: string | null;
  readonly actor: string;
  readonly givenAt: Date;
  readonly withdrawnAt: Date | null;
}

/** Gives a credit, in the caller's transaction; returns its id. */
export async function insertCredit(
  { db, secrets, clock }: Pick<TxServices, "db" | "secrets" | "clock">,
  { patientId, amountCents, reason, note, actor }: NewCredit,
): Promise<string> {
  const [id, now] = [newId(), clock.now()];
  await db
    .insertInto("credit")
    .values({
      ...{ id, patient_id: patientId, amount_cents: amountCents, reason, given_by: actor, given_at: now },
      note_sealed: secrets.seal(note, noteSealContext(id)),
    })
    .execute();
  await db
    .insertInto("earned_discount")
    .values({
      ...{ id: newId(), patient_id: patientId, source: "credit", source_id: id, code: creditCode, credit_id: id },
      ...{ amount_cents: amountCents, earned_at: now },
    })
    .execute();
  return id;
}

/** The credits a patient was given, also by an account that became part of theirs, newest first. */
export async function creditsOf(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  patientId: string,
): Promise<CreditRow[]> {
  const rows = await db
    .selectFrom("credit")
    .selectAll()
    .select(
      sql<number>`(select coalesce(sum(amount_cents), 0)::int from earned_discount e
        where e.credit_id = credit.id and e.order_id is null and e.withdrawn_at is null)`.as("left_cents"),
    )
    .where((row) =>
      row.or([
        row("credit.patient_id", "=", patientId),
        row.exists(
          row
            .selectFrom("earned_discount as own")
            .select("own.id")
            .whereRef("own.credit_id", "=", "credit.id")
            .where("own.patient_id", "=", patientId),
        ),
      ]),
    )
    .orderBy("given_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, amountCents: row.amount_cents, leftCents: row.left_cents, reason: row.reason },
    note: row.note_sealed && secrets.open<string>(row.note_sealed, noteSealContext(row.id)),
    ...{ actor: row.given_by, givenAt: row.given_at, withdrawnAt: row.withdrawn_at },
  }));
}

/** What a patient was given since then, in cents, less what was withdrawn of it. */
export async function givenSince(db: Database, patientId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents - (select coalesce(sum(e.amount_cents), 0) from earned_discount e
      where e.credit_id = credit.id and e.withdrawn_at is not null)), 0)::int as cents
    from credit where patient_id = ${patientId} and given_at > ${since}`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** Withdraws what no order has used of a credit; returns how much that was, 0 where nothing is left. Takes the patient's order lock. */
export async function withdrawCredit(
  { db, clock }: Pick<TxServices, "db" | "clock">,
  { id, patientId, actor }: { readonly id: string; readonly patientId: string; readonly actor: string },
): Promise<number> {
  await lockPatientOrders(db, patientId);
  const now = clock.now();
  const withdrawn = await db
    .updateTable("earned_discount")
    .set({ withdrawn_at: now })
    .where("credit_id", "=", id)
    .where("patient_id", "=", patientId)
    .where("order_id", "is", null)
    .where("withdrawn_at", "is", null)
    .returning("amount_cents")
    .execute();
  const cents = withdrawn.reduce((sum, { amount_cents }) => sum + (amount_cents ?? 0), 0);
  if (cents > 0)
    await db.updateTable("credit").set({ withdrawn_at: now, withdrawn_by: actor }).where("id", "=", id).execute();
  return cents;
}

/** What was given, used and withdrawn of credits, for the books. */
export interface CreditMovement {
  readonly kind: "credit" | "credit_used" | "credit_withdrawn";
  readonly at: Date;
  readonly cents: number;
  readonly reason: string;
  /** Of the order that used it. */
  readonly orderNumber: string | null;
}

/** Each movement of a credit in a period, oldest first. An order that came to nothing has used none. */
export async function creditMovements(
  db: Database,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<CreditMovement[]> {
  const { rows } = await sql<CreditMovement>`
    select 'credit' as kind, given_at as at, amount_cents as cents, reason, null as "orderNumber"
      from credit where given_at >= ${from} and given_at < ${to}
    union all
    select 'credit_used', e.used_at, e.amount_cents, c.reason, o.number
      from earned_discount e join credit c on c.id = e.credit_id join customer_order o on o.id = e.order_id
      where e.used_at >= ${from} and e.used_at < ${to}
    union all
    select 'credit_withdrawn', e.withdrawn_at, e.amount_cents, c.reason, null
      from earned_discount e join credit c on c.id = e.credit_id
      where e.withdrawn_at >= ${from} and e.withdrawn_at < ${to}
    order by at, kind`.execute(db);
  return rows;
}
