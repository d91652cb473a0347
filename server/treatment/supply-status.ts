import type * as z from "zod/mini";
import type { PrescriptionOrderStatus } from "#contract/entities.ts";
import type { OrderStatus } from "#server/store/public.ts";
import type { SupplyRow } from "./supply-queries.ts";

export type SupplyStatus = z.output<typeof PrescriptionOrderStatus>;

/** How far a supply is: once ordered, its order says. */
export function supplyStatus(
  { status, failed_on }: Pick<SupplyRow, "status" | "failed_on">,
  order: OrderStatus | undefined,
): SupplyStatus {
  if (status === "scheduled" && failed_on !== null) return "payment_failed";
  if (status !== "ordered") return status as "scheduled" | "skipped" | "cancelled";
  switch (order) {
    case "shipped":
    case "delivered":
      return order;
    case "failed":
      return "payment_failed";
    case "voided":
    case "cancelled":
    case "refunded":
      return "cancelled";
    default:
      return "processing";
  }
}
