import { daysAtPace } from "#contract/treatment/pace.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { type DispensedBox, loadDispensedBoxes } from "./dispensed-boxes.ts";
import { mayComeEarly } from "./early-fill.ts";
import type { UpcomingFill, Companion, FillFacts, Prescription } from "./fill-rule.ts";
import { activePrescriptions } from "./fills.ts";

type Deps = Pick<Services, "content" | "clock"> & { readonly db: Database };

/** What the rule asks of a patient's answers. */
export interface FillScreening {
  /** What has to be combined. */
  readonly companions: readonly Companion[];
  /** What may not be taken, by a rule that is newer than the answers. */
  readonly forbids: (productId: string) => boolean;
}

/**
 * Loads the facts of the fill rule. A caller that dispenses by it loads them in the same transaction, under the patient's order lock.
 * What the answers forbid counts as on hold.
 */
export async function loadFillFacts(
  { db, content, clock }: Deps,
  patientId: string,
  { companions, forbids }: FillScreening,
): Promise<Omit<FillFacts, "boxes"> & { readonly boxes: ReadonlyMap<string, readonly DispensedBox[]> }> {
  const [active, boxes, rows] = await Promise.all([
    activePrescriptions(db, patientId),
    loadDispensedBoxes(db, patientId, content.brand.timezone),
    subscriptionRows(db, patientId),
  ]);
  const prescriptions = new Map(
    [...active].map(([id, each]) => [id, { ...each, onHold: each.onHold || forbids(id) }] as const),
  );
  return fillFacts(content, clinicToday({ content, clock }), { prescriptions, boxes, subscriptions: rows, companions });
}

/** What the fill rule decides on, from rows; `subscriptions` are oldest first, each with its scheduled prescription order. */
export function fillFacts<B extends ReadonlyMap<string, readonly DispensedBox[]>>(
  { catalogue }: Services["content"],
  today: string,
  {
    prescriptions,
    boxes,
    subscriptions: rows,
    companions,
  }: {
    readonly prescriptions: FillFacts["prescriptions"];
    readonly boxes: B;
    readonly subscriptions: readonly SubscribedRow[];
    readonly companions: readonly Companion[];
  },
): Omit<FillFacts, "boxes"> & { readonly boxes: B } {
  const subscriptions = rows.filter(({ status }) => status !== "cancelled");
  return {
    today,
    medicines: catalogue.products,
    prescriptions,
    boxes,
    upcomingFills: subscriptions.flatMap((row) => upcomingFillOf(row, prescriptions.get(row.product_id)) ?? []),
    // The newest subscription of a product counts.
    orderableFrom: new Map(rows.map(({ product_id, orderable_from }) => [product_id, orderable_from])),
    subscribed: subscriptions.map(({ product_id }) => product_id),
    companions,
    earlyFills: new Set(
      [...prescriptions].flatMap(([id, { earlyFill }]) =>
        mayComeEarly(earlyFill, boxes.get(id) ?? [], today) ? id : [],
      ),
    ),
  };
}

/** A subscription with its scheduled prescription order; null where none is. */
export type SubscribedRow = Awaited<ReturnType<typeof subscriptionRows>>[number];

/** A scheduled prescription order that awaits nobody and can be filled; null for any other. */
function upcomingFillOf(row: SubscribedRow, prescription: Prescription | undefined): UpcomingFill | null {
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
  const { refillsLeft, daysSupply, pace = "label" } = prescription;
  return { productId, chargeOn, days: daysAtPace(refillsLeft * (daysSupply ?? 0), pace) };
}

/** Subscriptions with their scheduled prescription order, oldest first. */
const subscriptionRows = (db: Database, patientId: string) =>
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
      "orderable_from",
      "held_back_from",
      "failed_on",
      "charge_on",
    ])
    .where("subscription.patient_id", "=", patientId)
    .orderBy("subscription.created_at")
    .execute();
