import { clinicDay } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { lockOrder } from "#server/store/public.ts";
import { chargeDayWhenTold } from "./billing-rules.ts";
import { withdrawChanges } from "./change-queries.ts";
import { callOffUnderWay } from "./call-off.ts";
import { freeCoupons } from "./free-coupons.ts";
import { forgiveIfNothingOwed } from "./owing.ts";
import { planCharges } from "./plan-charges.ts";
import { refundSupply } from "./refund-supply.ts";
import {
  changeSubscriptions,
  changeSupplies,
  owingNothing,
  putOff,
  type SubscriptionRow,
  type SupplyRow,
} from "./supply-queries.ts";

/**
 * A doctor prescribed a product again: prescription orders that waited for it are planned, with time to tell the patient, also those of
 * what needs it beside. What was owed for them is forgotten: the patient is told of the charge anew.
 */
export async function releaseHeldSupplies(parts: TxServices, patientId: string, productId: string): Promise<void> {
  const { db } = parts;
  const today = clinicDay(parts);
  const held = (await suppliesOf(db, patientId, [productId])).filter(isHeld);
  for (const supply of [...held, ...(await heldBeside(parts, patientId, productId))]) {
    const day = chargeDayWhenTold(supply.charge_on, today);
    if (day !== supply.charge_on) await putOff(db, supply, day);
    await changeSupplies(db, [supply.id], { held_on: null, reminded_on: null, ...owingNothing });
    if (supply.failed_on !== null) await changeSubscriptions(db, [supply.subscription_id], { status: "active" });
  }
  await planCharges(parts, patientId);
  await forgiveIfNothingOwed(parts, patientId);
}

/** Prescription orders that wait although their own prescription can be filled: what they need beside, `productId`, could not be. */
export async function heldBeside(
  { db, content }: Pick<TxServices, "db" | "content">,
  patientId: string,
  productId: string,
): Promise<HeldSupply[]> {
  const { products } = content.catalogue;
  const given = products.find(({ productid }) => productid === productId)?.categories ?? [];
  const needing = content.requirements
    .filter(({ require }) => given.includes(require))
    .map(({ ifcategory }) => ifcategory);
  const beside = products.filter(({ categories }) => categories.some((each) => needing.includes(each)));
  if (beside.length === 0) return [];
  const fillable = await db
    .selectFrom("prescription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .where("refills_left", ">", 0)
    .where("withheld_at", "is", null)
    .where(
      "product_id",
      "in",
      beside.map(({ productid }) => productid),
    )
    .execute();
  if (fillable.length === 0) return [];
  const ids = fillable.map(({ product_id }) => product_id).filter((id) => id !== productId);
  return ids.length === 0 ? [] : (await suppliesOf(db, patientId, ids)).filter(isHeld);
}

type HeldSupply = Awaited<ReturnType<typeof suppliesOf>>[number];

const isHeld = ({ status, held_on, stopped_on }: HeldSupply): boolean =>
  status === "scheduled" && held_on !== null && stopped_on === null;

/**
 * A product is not prescribed to her any more: its subscriptions end, nothing more is charged, and what was paid and has not left is given
 * back. Returns the prescriptions a fill of which was taken for that, each as often as it was.
 */
export async function endSubscriptionsOf(parts: TxServices, patientId: string, productId: string): Promise<string[]> {
  const { db, clock } = parts;
  const ended = await db
    .updateTable("subscription")
    .set({ status: "cancelled", cancelled_at: clock.now(), paused_until: null, planned_on: null })
    .where("patient_id", "=", patientId)
    .where("product_id", "=", productId)
    .where("status", "!=", "cancelled")
    .returning("id")
    .execute();
  const ids = ended.map(({ id }) => id);
  const supplies = await suppliesOf(db, patientId, [productId]);
  const planned = supplies.filter(({ status }) => status === "scheduled");
  await changeSupplies(
    db,
    planned.map(({ id }) => id),
    { status: "cancelled", held_on: null, ...owingNothing },
  );
  await withdrawChanges(db, ids, clock.now());
  await callOffUnderWay(parts, ids);
  const unused: string[] = [];
  for (const supply of supplies.filter(({ status, settled_at }) => status === "ordered" && settled_at !== null)) {
    const order = await lockOrder(db, supply.order_id ?? "");
    if (order?.status !== "paid") continue;
    await refundSupply(parts, order, supply);
    if (supply.prescription_id !== null) unused.push(supply.prescription_id);
  }
  await freeCoupons(parts, patientId);
  await forgiveIfNothingOwed(parts, patientId);
  return unused;
}

/** Supplies of these products that are planned wait for her doctor, and charges for them that nobody has made yet are not made. */
export async function holdSuppliesOf(
  parts: TxServices,
  patientId: string,
  productIds: readonly string[],
): Promise<void> {
  const { db } = parts;
  const supplies = await suppliesOf(db, patientId, productIds);
  const planned = supplies.filter(({ status, held_on }) => status === "scheduled" && held_on === null);
  await changeSupplies(
    db,
    planned.map(({ id }) => id),
    { held_on: clinicDay(parts) },
  );
  await callOffUnderWay(parts, [...new Set(supplies.map(({ subscription_id }) => subscription_id))]);
}

/** Supplies of these products: by what was ordered, where that is done, else by what their subscription supplies now. */
const suppliesOf = (
  db: Database,
  patientId: string,
  productIds: readonly string[],
): Promise<(SupplyRow & Pick<SubscriptionRow, "stopped_on"> & { readonly supplies: string })[]> =>
  db
    .selectFrom("prescription_order")
    .innerJoin("subscription", "subscription.id", "prescription_order.subscription_id")
    .selectAll("prescription_order")
    .select(["subscription.stopped_on", "subscription.product_id as supplies"])
    .where("prescription_order.patient_id", "=", patientId)
    .where(({ fn }) => fn.coalesce("prescription_order.product_id", "subscription.product_id"), "in", [...productIds])
    .execute();
