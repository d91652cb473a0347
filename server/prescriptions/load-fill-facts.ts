import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { type DispensedBox, loadDispensedBoxes } from "./dispensed-boxes.ts";
import type { UpcomingFill, Companion, FillFacts, Prescription } from "./fill-rule.ts";
import { activePrescriptions } from "./fills.ts";

type Deps = Pick<Services, "content" | "clock"> & { readonly db: Database };

/**
 * Loads the facts of the fill rule. A caller that dispenses by it loads them in the same transaction, under the patient's order lock.
 * `companions`: the companion requirements that follow from the patient's answers.
 */
export async function loadFillFacts(
  { db, content, clock }: Deps,
  patientId: string,
  companions: readonly Companion[],
): Promise<Omit<FillFacts, "boxes"> & { readonly boxes: ReadonlyMap<string, readonly DispensedBox[]> }> {
  const [prescriptions, boxes, subscriptions] = await Promise.all([
    activePrescriptions(db, patientId),
    loadDispensedBoxes(db, patientId, content.brand.timezone),
    openSubscriptionRows(db, patientId),
  ]);
  return {
    today: clinicToday({ content, clock }),
    medicines: content.catalogue.products,
    prescriptions,
    boxes,
    upcomingFills: subscriptions.flatMap((row) => upcomingFillOf(row, prescriptions.get(row.product_id)) ?? []),
    subscribed: subscriptions.map(({ product_id }) => product_id),
    companions,
  };
}

type SubscriptionRow = Awaited<ReturnType<typeof openSubscriptionRows>>[number];

/** A scheduled prescription order that awaits nobody and can be filled; null for any other. */
function upcomingFillOf(row: SubscriptionRow, prescription: Prescription | undefined): UpcomingFill | null {
  const { product_id: productId, status, discontinued_on, held_back_from, failed_on, charge_on: chargeOn } = row;
  if (
    status !== "active" ||
    discontinued_on !== null ||
    held_back_from !== null ||
    failed_on !== null ||
    chargeOn === null
  )
    return null;
  if (!prescription || prescription.onHold) return null;
  return { productId, chargeOn, days: prescription.refillsLeft * (prescription.daysSupply ?? 0) };
}

/** Subscriptions that are not cancelled, with their scheduled prescription order. */
const openSubscriptionRows = (db: Database, patientId: string) =>
  db
    .selectFrom("subscription")
    .leftJoin("prescription_order", (join) =>
      join
        .onRef("prescription_order.subscription_id", "=", "subscription.id")
        .on("prescription_order.status", "=", "scheduled"),
    )
    .select([
      "subscription.product_id",
      "subscription.status",
      "discontinued_on",
      "held_back_from",
      "failed_on",
      "charge_on",
    ])
    .where("subscription.patient_id", "=", patientId)
    .where("subscription.status", "!=", "cancelled")
    .execute();
