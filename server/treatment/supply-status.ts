import type * as z from "zod/mini";
import type { PrescriptionOrderStatus } from "#contract/entities.ts";
import type { OrderStatus } from "#server/store/public.ts";
import type { PrescriptionOrderRow } from "./queries.ts";

export type PrescriptionOrderProgress = z.output<typeof PrescriptionOrderStatus>;

/** The status of a prescription order; once it is ordered, its order determines it. */
export function progressOf(
  { status, failed_on }: Pick<PrescriptionOrderRow, "status" | "failed_on">,
  order: OrderStatus | undefined,
): PrescriptionOrderProgress {
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
