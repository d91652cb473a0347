import type { VisitTracking } from "#server/onboarding/public.ts";
import type { Database } from "#server/platform/database/open.ts";

/** Stores where an order came from; the first record stays. */
export async function insertAttribution(
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
export async function findAttribution(
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
export async function findOrdersWithoutEvent(db: Database, event: string, since: Date): Promise<string[]> {
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
