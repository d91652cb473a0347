import { type RawBuilder, sql } from "kysely";
import { closedEmail } from "#server/auth/public.ts";
import { mergedFrom, mergedInto } from "#server/persons/public.ts";
import { createAudit } from "#server/platform/audit/audit.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { type Tx, inTransaction, type Database } from "#server/platform/database/open.ts";
import { disputeStates, intentStates, orderStates, refundStates } from "#server/platform/database/states.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import { keepingLogKinds, openEntryOf } from "#server/tasks/public.ts";
import { type DataSubject, subjectOf } from "./data-subject.ts";
import { type TableRule, erasureRules } from "./erasure-rules.ts";

type NeededServices = Pick<Services, "db" | "secrets" | "content" | "clock" | "files" | "gateway">;

export interface ErasureResult {
  /** Until when clinical records are retained; null when they are erased too. */
  readonly retainedUntil: Date | null;
  /** Rows that were deleted or overwritten, by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
}

/**
 * Erases a patient whose account is closed, whose payments are all settled and whose records nobody has to keep, as for a court: at once what no law retains, clinical records when their retention
 * ends, and then the person from orders and payments. The payment gateway deletes the customer with the cards. Running it again completes an
 * interrupted run.
 */
export async function erasePatient(services: NeededServices, id: string): Promise<ErasureResult> {
  const { clock, content, files } = services;
  await inTransaction(services, ({ db: tx }) => requireErasable(services, tx, id));
  // First, because the row that refers to the customer is about to be deleted.
  await deleteGatewayCustomer(services, id);
  return inTransaction(services, async ({ db: tx }) => {
    const subject = await requireErasable(services, tx, id);
    const retainedUntil = clinicalRetentionEnd(
      await findLastCareAt(tx, subject),
      content.retention.clinicalyears,
      clock.now(),
    );
    // Runs the change feed's triggers with each statement, so that the registry's last tables are really written last.
    await sql`set constraints all immediate`.execute(tx);
    if (retainedUntil === null) await overwriteSealed(services, tx, subject);
    const rows: Record<string, number> = {};
    const keys: string[] = [];
    for (const rule of erasureRules) {
      const { count, storageKeys } = await applyRule(tx, rule, subject, retainedUntil !== null);
      if (count > 0) rows[rule.table] = count;
      keys.push(...storageKeys);
    }
    await createAudit(tx, clock).record({
      actor: "system:patient",
      patientId: id,
      call: retainedUntil === null ? "patient erase" : "patient erase, clinical records held",
      status: 200,
      code: null,
      requestId: newId(),
    });
    // Before the rows are deleted for good, so that no file is left without a row that leads to it.
    for (const key of keys) await files.remove(key);
    return { retainedUntil, rows, files: keys.length };
  });
}

/** The patient to erase, with the row locked; throws where nothing may be erased yet. */
async function requireErasable(services: NeededServices, tx: Tx, id: string): Promise<DataSubject> {
  await sql`select from patient where id::text = ${id} for update`.execute(tx);
  const subject = await subjectOf({ ...services, db: tx }, id);
  if (subject.closedAt === null)
    throw new Error(
      `The account of ${id} is open. The patient has to close it first, so that treatment and charges end.`,
    );
  // What keeps one account of two that became one keeps the other.
  const accounts = [id, (await mergedInto(tx, id)) ?? [], ...(await mergedFrom(tx, id))].flat();
  const keeping = await openEntryOf(tx, accounts, keepingLogKinds(services.content.log));
  if (keeping !== null)
    throw new Error(
      `“${services.content.log[keeping]?.label ?? keeping}” stands on the chart of ${id}. Nothing is erased until somebody ends it.`,
    );
  const unsettled = await unsettledMoney(tx, id);
  if (unsettled !== null) throw new Error(`${unsettled} Nothing is erased until that is settled.`);
  return subject;
}

async function deleteGatewayCustomer({ db, gateway }: NeededServices, id: string): Promise<void> {
  const customer = await db
    .selectFrom("payment_customer")
    .select(["gateway", "gateway_customer_id"])
    .where("patient_id", "=", id)
    .executeTakeFirst();
  if (customer === undefined) return;
  if (customer.gateway !== gateway.name)
    throw new Error(`The customer is at the gateway ${customer.gateway}, and these settings are for ${gateway.name}.`);
  await gateway.deleteCustomer(customer.gateway_customer_id);
}

async function applyRule(
  tx: Tx,
  { table, rows, whileRetained, afterRetention }: TableRule,
  subject: DataSubject,
  isRetained: boolean,
) {
  const action = isRetained ? whileRetained : afterRetention;
  if (action === "keep") return { count: 0, storageKeys: [] };
  const { set = null, where = sql<boolean>`true` } = action === "delete" ? {} : action;
  const condition: RawBuilder<boolean> = sql`(${rows(subject)}) and (${where})`;
  if (set !== null) {
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${set} where ${condition}`.execute(tx);
    return { count: Number(numAffectedRows ?? 0), storageKeys: [] };
  }
  if (table !== "uploaded_file") {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${condition}`.execute(tx);
    return { count: Number(numAffectedRows ?? 0), storageKeys: [] };
  }
  const deleted = await sql<{
    storage_key: string;
  }>`delete from uploaded_file where ${condition} returning storage_key`.execute(tx);
  return { count: deleted.rows.length, storageKeys: deleted.rows.map(({ storage_key }) => storage_key) };
}

/** Overwrites sealed values of rows that stay and whose columns must not be empty. */
async function overwriteSealed(
  { secrets }: Pick<NeededServices, "secrets">,
  tx: Tx,
  { id }: DataSubject,
): Promise<void> {
  const placeholderEmail = closedEmail(id);
  await tx
    .updateTable("patient")
    .set({
      email: placeholderEmail,
      closed_email_sealed: secrets.seal(placeholderEmail, sealed("patient.closed_email_sealed")(id)),
    })
    .where("id", "=", id)
    .execute();
  const orders = await tx
    .selectFrom("customer_order")
    .select(["id", "shipping_state"])
    .where("patient_id", "=", id)
    .execute();
  for (const order of orders) {
    const emptyAddress = {
      firstname: "",
      lastname: "",
      address1: "",
      address2: "",
      city: "",
      state: order.shipping_state,
      zipcode: "",
    };
    const shipping_address_sealed = secrets.seal(
      emptyAddress,
      sealed("customer_order.shipping_address_sealed")(order.id),
    );
    await tx.updateTable("customer_order").set({ shipping_address_sealed }).where("id", "=", order.id).execute();
  }
}

/** When the patient last received care, according to the clinical tables; null if they never did. */
export async function findLastCareAt(db: Database, subject: DataSubject): Promise<Date | null> {
  const tablesWithCareDates = erasureRules.filter(({ careDateColumns: careColumns }) => careColumns.length > 0);
  const maxDateQueries = tablesWithCareDates.map(
    ({ table, careDateColumns: careColumns, rows }) =>
      sql`select max(greatest(${sql.join(careColumns.map((column) => sql.ref(column)))})) as at from ${sql.table(table)} where ${rows(subject)}`,
  );
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from (${sql.join(maxDateQueries, sql` union all `)}) as care`.execute(db);
  return rows[0]?.at ?? null;
}

/** Until when clinical records are retained; null if there is no retention, or it is over. */
export function clinicalRetentionEnd(lastCareAt: Date | null, years: number, now: Date): Date | null {
  if (lastCareAt === null) return null;
  const until = new Date(lastCareAt);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  return until > now ? until : null;
}

/** What of a patient's payments is unsettled, as a sentence for the practice; null when everything is settled. */
export async function unsettledMoney(db: Database, patientId: string): Promise<string | null> {
  const { rows } = await sql<{ what: string }>`
    select 'An order is ' || status || '.' as what from customer_order
      where patient_id = ${patientId} and status in ${orderStates.underWay.sql}
    union all
    select 'A refund is under way.' from refund r join payment_intent p on p.id = r.payment_intent_id
      where p.patient_id = ${patientId} and r.status in ${refundStates.unfinished.sql}
    union all
    select 'A payment is being settled.' from payment_intent
      where patient_id = ${patientId} and status in ${intentStates.open.sql}
    union all
    select 'A payment is being released.' from payment_release l join customer_order o on o.id = l.order_id
      where o.patient_id = ${patientId} and l.completed_at is null
    union all
    select 'A payment is disputed.' from dispute
      where patient_id = ${patientId} and status in ${disputeStates.open.sql}
    limit 1`.execute(db);
  return rows[0]?.what ?? null;
}
