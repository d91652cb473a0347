import type { Database } from "#server/platform/database/open.ts";

/** Orders whose last update is at or before `until`, oldest first. Reads the store's table directly: the desk works across features. */
export const ordersInStatusSince = (db: Database, status: "paid" | "shipped", until: Date) =>
  db
    .selectFrom("customer_order")
    .select(["id", "number"])
    .where("status", "=", status)
    .where("updated_at", "<=", until)
    .orderBy("updated_at")
    .limit(200)
    .execute();
