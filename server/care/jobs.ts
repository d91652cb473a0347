import type { Services } from "#server/platform/services.ts";
import { settlePlan } from "./settle-plan.ts";

/** Told by the store when what was held for an order was taken or let go. */
export const settlePlanOfOrder = (services: Services, { orderId }: { readonly orderId: string }): Promise<void> =>
  settlePlan(services, orderId);
