import { sql } from "kysely";
import { daysAtPace } from "#contract/treatment/pace.ts";
import { linkedRecords } from "#server/persons/public.ts";
import { addDays, clinicToday, laterDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { type DispensedBox, loadDispensedBoxes } from "./dispensed-boxes.ts";
import { mayComeEarly } from "./early-fill.ts";
import { type UpcomingFill, type Companion, type FillFacts, fillsInCare, type Prescription } from "./fill-rule.ts";
import { activePrescriptions } from "./fills.ts";
import { reminderDays } from "./timeline.ts";

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
): Promise<LoadedFillFacts> {
  const [active, boxes, { subscriptions, careEndsOn }, linked] = await Promise.all([
    activePrescriptions({ db, content, clock }, patientId),
    loadDispensedBoxes(db, patientId, content.brand.timezone),
    subscriptionRows(db, patientId),
    linkedRecords(db, patientId),
  ]);
  const prescriptions = new Map(
    [...active].map(([id, each]) => [id, { ...each, onHold: each.onHold || forbids(id) }] as const),
  );
  const facts = fillFacts(content, clinicToday({ content, clock }), {
    ...{ prescriptions, boxes, subscriptions, companions, careEndsOn },
  });
  return {
    ...facts,
    linkedBoxes: await loadApprovedBoxes(db, linked, content.brand.timezone),
    isEarliestRecord: linked.every((id) => patientId < id),
  };
}

type BoxesByProduct = ReadonlyMap<string, readonly DispensedBox[]>;

/** As they are loaded, with what other records of the same person have. */
export interface LoadedFillFacts extends Omit<FillFacts, "boxes" | "linkedBoxes"> {
  readonly boxes: BoxesByProduct;
  readonly linkedBoxes: BoxesByProduct;
  /** Of all linked records, this one's account was made first: its subscriptions go on as they are. */
  readonly isEarliestRecord: boolean;
}

/** The boxes of these records by product; without those of orders that a doctor has yet to decide on: nobody has them, and nothing is sent by them. */
export async function loadApprovedBoxes(
  db: Database,
  linked: readonly string[],
  timezone: string,
): Promise<BoxesByProduct> {
  if (linked.length === 0) return new Map();
  const all = await Promise.all(linked.map((id) => loadDispensedBoxes(db, id, timezone)));
  const entries = all.flatMap((boxes) =>
    [...boxes].flatMap(([productId, own]) => own.map((box) => ({ productId, box }))),
  );
  const undecided = await undecidedOrders(
    db,
    entries.map(({ box }) => box.orderId),
  );
  const counted = entries.filter(({ box }) => !undecided.has(box.orderId));
  const byProduct = Map.groupBy(counted, ({ productId }) => productId);
  return new Map([...byProduct].map(([productId, found]) => [productId, found.map(({ box }) => box)]));
}

/** Orders among these that wait for a doctor, or were never approved. */
async function undecidedOrders(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from customer_order o where id = any(${ids}::uuid[]) and kind in ('onboarding', 'upsell')
      and not exists (select from care_case where order_id = o.id and status = 'approved')
      and not exists (select from upsell_request where order_id = o.id and status = 'approved')`.execute(db);
  return new Set(rows.map(({ id }) => id));
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
    careEndsOn,
  }: {
    readonly prescriptions: FillFacts["prescriptions"];
    readonly boxes: B;
    readonly subscriptions: readonly SubscribedRow[];
    readonly companions: readonly Companion[];
    /** The first day without care; null where it goes on. */
    readonly careEndsOn: string | null;
  },
): Omit<FillFacts, "boxes"> & { readonly boxes: B } {
  const subscriptions = rows.filter(({ status }) => status !== "cancelled");
  return {
    today,
    medicines: catalogue.products,
    prescriptions,
    boxes,
    upcomingFills: subscriptions.flatMap(
      (row) => upcomingFillOf(row, prescriptions.get(row.product_id), { today, careEndsOn }) ?? [],
    ),
    // The newest subscription of a product counts.
    orderableFrom: new Map(rows.map(({ product_id, orderable_from }) => [product_id, orderable_from])),
    subscribed: subscriptions.map(({ product_id }) => product_id),
    companions,
    careEndsOn,
    earlyFills: new Set(
      [...prescriptions].flatMap(([id, { earlyFill }]) =>
        mayComeEarly(earlyFill, boxes.get(id) ?? [], today) ? id : [],
      ),
    ),
  };
}

/** A subscription with its scheduled prescription order; null where none is. */
export type SubscribedRow = Awaited<ReturnType<typeof subscriptionRows>>["subscriptions"][number];

/**
 * A scheduled prescription order that awaits nobody and can be filled; null for any other. One the patient wasn't notified of is charged no sooner than the
 * notice of it allows, and none once care has ended.
 */
function upcomingFillOf(
  row: SubscribedRow,
  prescription: Prescription | undefined,
  { today, careEndsOn }: { readonly today: string; readonly careEndsOn: string | null },
): UpcomingFill | null {
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
  const day = laterDay(chargeOn, row.reminded_on === null ? addDays(today, reminderDays) : today);
  const count = fillsInCare(careEndsOn, { day, days: daysAtPace(daysSupply ?? 0, pace), count: refillsLeft });
  if (count < Math.min(1, refillsLeft)) return null;
  return { productId, chargeOn, days: daysAtPace(count * (daysSupply ?? 0), pace) };
}

/** Subscriptions with their scheduled prescription order, oldest first, and the day the patient's care ends. */
async function subscriptionRows(db: Database, patientId: string) {
  const rows = await db
    .selectFrom("patient")
    .leftJoin("subscription", "subscription.patient_id", "patient.id")
    .leftJoin("prescription_order", (join) =>
      join
        .onRef("prescription_order.subscription_id", "=", "subscription.id")
        .on("prescription_order.status", "=", "scheduled"),
    )
    .select([
      "care_ends_on",
      "subscription.product_id",
      "subscription.status",
      "discontinued_on",
      "orderable_from",
      "held_back_from",
      "failed_on",
      "charge_on",
      "reminded_on",
    ])
    .where("patient.id", "=", patientId)
    .orderBy("subscription.created_at")
    .execute();
  return {
    careEndsOn: rows[0]?.care_ends_on ?? null,
    subscriptions: rows.flatMap(
      ({ product_id, status, discontinued_on, orderable_from, held_back_from, failed_on, charge_on, reminded_on }) =>
        product_id === null || status === null
          ? []
          : [
              {
                ...{ product_id, status, discontinued_on, orderable_from },
                ...{ held_back_from, failed_on, charge_on, reminded_on },
              },
            ],
    ),
  };
}
