import type { Database } from "#server/platform/database/open.ts";

/** Orders that have been in a state since `until` or longer, oldest first. Read across rooms: the desk has the whole clinic in view. */
export const ordersInStatusSince = (db: Database, status: "paid" | "shipped", until: Date) =>
  db
    .selectFrom("customer_order")
    .select(["id", "number"])
    .where("status", "=", status)
    .where("updated_at", "<=", until)
    .orderBy("updated_at")
    .limit(200)
    .execute();
