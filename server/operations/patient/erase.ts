import { type RawBuilder, sql } from "kysely";
import { createAudit } from "#server/platform/audit.ts";
import { type Tx, transact } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import { sealedColumns } from "../sealed-columns.ts";
import { heldUntil, lastCare } from "./hold.ts";
import { type Decision, registry } from "./registry.ts";
import { type Subject, subjectOf } from "./subject.ts";
import { moneyMoving } from "./unsettled.ts";

type Parts = Pick<Services, "db" | "secrets" | "content" | "clock" | "files" | "gateway">;

export interface Erased {
  /** Until when clinical records stay; null when they are gone too. */
  readonly heldUntil: Date | null;
  /** Rows that were deleted or overwritten, by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
}

/**
 * Erases a patient whose account is closed and whose money has come to rest: at once what no law holds, clinical records when their hold is
 * over, and the person out of orders and payments then. The payment gateway forgets the customer, and the cards with it. Run again, it finishes
 * what an interruption left.
 */
export async function erasePatient(parts: Parts, id: string): Promise<Erased> {
  const { clock, content, files } = parts;
  await transact(parts.db, (tx) => erasable(parts, tx, id));
  // Before the row that leads there is gone for good.
  await forgetAtGateway(parts, id);
  return transact(parts.db, async (tx) => {
    const subject = await erasable(parts, tx, id);
    const hold = heldUntil(await lastCare(tx, subject), content.retention.clinicalyears, clock.now());
    // What notes changes for other tabs runs with each statement, so that the last tables of the registry are the last that are written.
    await sql`set constraints all immediate`.execute(tx);
    if (hold === null) await overwriteSealed(parts, tx, subject);
    const rows: Record<string, number> = {};
    const keys: string[] = [];
    for (const decision of registry) {
      const { count, storageKeys } = await apply(tx, decision, subject, hold !== null);
      if (count > 0) rows[decision.table] = count;
      keys.push(...storageKeys);
    }
    await createAudit(tx, clock).record({
      actor: "system:patient",
      patientId: id,
      call: hold === null ? "patient erase" : "patient erase, clinical records held",
      status: 200,
      code: null,
      requestId: newId(),
    });
    // Before the rows are gone for good, so that no file is left without the row that leads to it.
    for (const key of keys) await files.remove(key);
    return { heldUntil: hold, rows, files: keys.length };
  });
}

/** Whom it is about, under the lock of the patient; throws where nothing may be erased yet. */
async function erasable(parts: Parts, tx: Tx, id: string): Promise<Subject> {
  await sql`select from patient where id::text = ${id} for update`.execute(tx);
  const subject = await subjectOf({ ...parts, db: tx }, id);
  if (subject.closedAt === null)
    throw new Error(
      `The account of ${id} is open. The patient has to close it first, so that treatment and charges end.`,
    );
  const moving = await moneyMoving(tx, id);
  if (moving !== null) throw new Error(`${moving} Nothing is erased until that is settled.`);
  return subject;
}

async function forgetAtGateway({ db, gateway }: Parts, id: string): Promise<void> {
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

async function apply(tx: Tx, { table, rows, onHold, after }: Decision, subject: Subject, held: boolean) {
  const act = held ? onHold : after;
  if (act === "keep") return { count: 0, storageKeys: [] };
  const { set = null, where = sql<boolean>`true` } = act === "delete" ? {} : act;
  const which: RawBuilder<boolean> = sql`(${rows(subject)}) and (${where})`;
  if (set !== null) {
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${set} where ${which}`.execute(tx);
    return { count: Number(numAffectedRows ?? 0), storageKeys: [] };
  }
  if (table !== "uploaded_file") {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${which}`.execute(tx);
    return { count: Number(numAffectedRows ?? 0), storageKeys: [] };
  }
  const gone = await sql<{
    storage_key: string;
  }>`delete from uploaded_file where ${which} returning storage_key`.execute(tx);
  return { count: gone.rows.length, storageKeys: gone.rows.map(({ storage_key }) => storage_key) };
}

/** Sealed values of rows that stay and may not be empty. */
async function overwriteSealed({ secrets }: Pick<Parts, "secrets">, tx: Tx, { id }: Subject): Promise<void> {
  const standIn = `closed-${id}@closed.invalid`;
  await tx
    .updateTable("patient")
    .set({ email: standIn, closed_email_sealed: secrets.seal(standIn, placeOf("patient", "closed_email_sealed", id)) })
    .where("id", "=", id)
    .execute();
  const orders = await tx
    .selectFrom("customer_order")
    .select(["id", "ship_state"])
    .where("patient_id", "=", id)
    .execute();
  for (const order of orders) {
    const nobody = {
      firstname: "",
      lastname: "",
      address1: "",
      address2: "",
      city: "",
      state: order.ship_state,
      zipcode: "",
    };
    const shipping_sealed = secrets.seal(nobody, placeOf("customer_order", "shipping_sealed", order.id));
    await tx.updateTable("customer_order").set({ shipping_sealed }).where("id", "=", order.id).execute();
  }
}

function placeOf(table: string, column: string, id: string): string {
  const sealed = sealedColumns.find((each) => each.table === table && each.column === column);
  if (!sealed) throw new Error(`${table}.${column} is no sealed column.`);
  return `${sealed.place}:${id}`;
}
