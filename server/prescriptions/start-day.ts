import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { prescriptionOrderStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";

/**
 * The day a doctor has a row of `prescription` begin, as its first box that is planned or ordered says; null where it begins as that box comes. Label,
 * record and FHIR say this one. It may have passed.
 */
export const startDay = (of: ExpressionBuilder<Tables, "prescription">): RawBuilder<string | null> => {
  const planned = of
    .selectFrom("prescription_order")
    .innerJoin("subscription", "subscription.id", "prescription_order.subscription_id")
    .select("prescription_order.begins_on")
    .whereRef("prescription_order.patient_id", "=", "prescription.patient_id")
    .where("prescription_order.status", "in", prescriptionOrderStates.live.list)
    .where("prescription_order.begins_on", "is not", null)
    .where(
      (where) => where.fn.coalesce("prescription_order.product_id", "subscription.product_id"),
      "=",
      of.ref("prescription.product_id"),
    )
    .orderBy("prescription_order.begins_on", "desc")
    .limit(1);
  return sql<string | null>`(${planned})`;
};
