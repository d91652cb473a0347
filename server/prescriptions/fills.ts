import { sql } from "kysely";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { readInOneStatement } from "#server/platform/database/read-together.ts";
import type { Services } from "#server/platform/services.ts";
import { isHeldByWorkItem } from "#server/work-items/public.ts";
import { pacesByProduct, paceOn, phaseRows } from "./directions-schedule.ts";
import { earlyFillFromRow, latestEarlyFill } from "./early-fill.ts";
import type { Prescription } from "./fill-rule.ts";

/** A patient's active prescriptions by product, including those on hold. */
export async function activePrescriptions(
  { db, content, clock }: Pick<Services, "content" | "clock"> & { readonly db: Database },
  patientId: string,
): Promise<ReadonlyMap<string, Prescription>> {
  const { prescriptions, phases } = await readFillable(db, patientId);
  const paces = pacesByProduct(phases, content.brand.timezone);
  const today = clinicToday({ content, clock });
  return new Map(
    prescriptions.map((row) => [
      row.product_id,
      {
        refillsLeft: row.refills_left,
        onHold: row.on_hold_at !== null,
        waits: row.waits,
        daysSupply: row.days_supply,
        earlyFill: earlyFillFromRow(row),
        pace: paceOn(paces.get(row.product_id), today),
      },
    ]),
  );
}

const readFillable = readInOneStatement((db, patientId) => ({
  prescriptions: db
    .selectFrom("prescription")
    .leftJoinLateral(latestEarlyFill, (join) => join.onTrue())
    .select(["product_id", "refills_left", "on_hold_at", "days_supply", isHeldByWorkItem.as("waits")])
    .select(["early.granted_at as early_granted_at", "early.ends_on as early_ends_on"])
    .where("patient_id", "=", patientId)
    .where("status", "=", "active"),
  phases: phaseRows(db, patientId),
}));

/** Consumes one fill of a product's prescription. Returns the prescription's id, or null when no refill is left or it is on hold. */
export async function consumeFill(tx: Tx, patientId: string, productId: string): Promise<string | null> {
  const consumed = await tx
    .updateTable("prescription")
    .set({ refills_left: sql`refills_left - 1` })
    .where("patient_id", "=", patientId)
    .where("product_id", "=", productId)
    .where("status", "=", "active")
    .where("refills_left", ">", 0)
    .where("on_hold_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return consumed?.id ?? null;
}

/** Restores the fills of lines or prescription orders that were not paid or not shipped; null where one consumed none. */
export async function restoreFills(
  tx: Tx,
  consumed: readonly { readonly prescription_id: string | null }[],
): Promise<void> {
  for (const { prescription_id: id } of consumed)
    if (id !== null)
      await tx
        .updateTable("prescription")
        .set({ refills_left: sql`refills_left + 1` })
        .where("id", "=", id)
        .execute();
}

/** What a line consumed is left again, once: its own fill, or that of the prescription order it's of. Returns its product. */
export async function giveFillBack(
  tx: Tx,
  { order_id, line }: { readonly order_id: string; readonly line: number },
): Promise<string> {
  const own = await tx
    .selectFrom("order_line")
    .select(["prescription_id", "product_id"])
    .where("order_id", "=", order_id)
    .where("line", "=", line)
    .executeTakeFirstOrThrow();
  if (own.prescription_id !== null) {
    await restoreFills(tx, [own]);
    await tx
      .updateTable("order_line")
      .set({ prescription_id: null })
      .where("order_id", "=", order_id)
      .where("line", "=", line)
      .execute();
    return own.product_id;
  }
  const { rows } = await sql<{ prescription_id: string | null }>`
    with own as (
      select id, prescription_id from prescription_order
      where order_id = ${order_id} and product_id = ${own.product_id} and prescription_id is not null for update)
    update prescription_order set prescription_id = null from own where prescription_order.id = own.id
    returning own.prescription_id`.execute(tx);
  await restoreFills(tx, rows);
  return own.product_id;
}

/** Restores the fills of a cart order that came to nothing, to the prescriptions they were consumed from; a cancelled line has restored its own. */
export async function restoreOrderFills(tx: Tx, orderId: string): Promise<void> {
  await sql`update prescription p set refills_left = refills_left + 1 from order_line l
    where l.order_id = ${orderId} and l.cancelled_at is null and p.id = l.prescription_id`.execute(tx);
}
