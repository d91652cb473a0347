import { toDollars } from "#contract/fields/numbers.ts";
import { findVisitTracking, type VisitTracking } from "#server/onboarding/public.ts";
import { isPaid, orderById, orderStatusesOf } from "#server/orders/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { insertEvent } from "./event-queries.ts";
import { clickIdFields, allowedEventFields } from "./event-rules.ts";
import { findMeasurementConsent } from "./measurement-consent.ts";

/** The event of a paid order. */
export const orderCompletedEvent = "order_completed";
/** How long after it is placed an order is checked for payment, in milliseconds. */
const completionWindowMs = 60 * 24 * 3_600_000;

interface AttributableOrder {
  readonly orderId: string;
  readonly patientId: string;
  readonly kind: string;
}

/**
 * Store listener: stores where an order came from, once; without click ids for a patient whose browser asks for privacy. A renewal has no
 * attribution.
 */
export async function attributeOrder(
  services: Services,
  { orderId, patientId, kind }: AttributableOrder,
): Promise<void> {
  if (kind === "renewal") return;
  const { db, clock } = services;
  const [tracking, { gpc }] = [await findVisitTracking(db, patientId), await findMeasurementConsent(db, patientId)];
  await insertAttribution(db, { orderId, fields: gpc ? withoutClickIds(tracking) : tracking, at: clock.now() });
  await recordOrderCompleted(services, { orderId });
}

const withoutClickIds = (tracking: VisitTracking): VisitTracking =>
  Object.fromEntries(Object.entries(tracking).filter(([name]) => !clickIdFields.includes(name)));

/** Store listener: puts the event of an attributed, paid order into the outbox, once, dated when the order was placed. */
export async function recordOrderCompleted(
  { db, content }: Pick<Services, "db" | "content">,
  { orderId }: Pick<AttributableOrder, "orderId">,
): Promise<void> {
  const attribution = await findAttribution(db, orderId);
  const order = attribution && (await orderById(db, orderId));
  if (!order || !isPaid(order.status)) return;
  const { gpc } = await findMeasurementConsent(db, order.patient_id);
  const orderFields = {
    orderid: orderId,
    amount: toDollars(order.total_cents),
    currency: order.currency.toUpperCase(),
  };
  const fields = allowedEventFields(content.events, { ...attribution.fields, ...orderFields }, gpc);
  await insertEvent(db, {
    patientId: order.patient_id,
    name: orderCompletedEvent,
    fields,
    gpc,
    orderId,
    at: attribution.at,
  });
}

/** Catches up on missed listeners: records attributed, paid orders without an event. */
export async function recordMissedCompletions(services: Services): Promise<void> {
  const { db, clock } = services;
  const since = new Date(clock.now().getTime() - completionWindowMs);
  const ids = await findOrdersWithoutEvent(db, orderCompletedEvent, since);
  const states = await orderStatusesOf(db, ids);
  for (const [orderId, status] of states) if (isPaid(status)) await recordOrderCompleted(services, { orderId });
}

/** Stores where an order came from; the first record stays. */
async function insertAttribution(
  db: Database,
  { orderId, fields, at }: { readonly orderId: string; readonly fields: VisitTracking; readonly at: Date },
): Promise<void> {
  await db
    .insertInto("order_attribution")
    .values({ order_id: orderId, fields: JSON.stringify(fields), at })
    .onConflict((conflict) => conflict.column("order_id").doNothing())
    .execute();
}

/** Where an order came from, and when it was placed. */
async function findAttribution(
  db: Database,
  orderId: string,
): Promise<{ readonly fields: VisitTracking; readonly at: Date } | undefined> {
  const row = await db
    .selectFrom("order_attribution")
    .select(["fields", "at"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row && { fields: row.fields as VisitTracking, at: row.at };
}

/** Orders placed since `since` without this event in the outbox, newest first. */
async function findOrdersWithoutEvent(db: Database, event: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("order_attribution")
    .select("order_id")
    .where("at", ">=", since)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("marketing_event")
            .select("marketing_event.id")
            .where("marketing_event.name", "=", event)
            .whereRef("marketing_event.order_id", "=", "order_attribution.order_id"),
        ),
      ),
    )
    .orderBy("at", "desc")
    .limit(1000)
    .execute();
  return rows.map((row) => row.order_id);
}

/** Deletes the attribution of orders placed before `before`. */
export async function deleteAttributionsBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom("order_attribution").where("at", "<", before).execute();
}
