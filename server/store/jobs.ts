import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { orderById, type OrderKind } from "./orders.ts";
import { storeQueues } from "./queues.ts";

export interface NewOrder {
  readonly orderId: string;
  readonly patientId: string;
  readonly kind: OrderKind;
}

/** Told when an order is authorized or paid, by whichever way that became known; at least once, so it must bear a repeat. */
export type OrderListener = (services: Services, order: NewOrder) => Promise<void>;

/** The queues of the store; `listeners` are the rooms that act on new orders. */
export const defineStoreJobs =
  (listeners: readonly OrderListener[]) =>
  (jobs: Jobs, services: Services): void => {
    jobs.define(storeQueues.placed, async ({ orderId }) => {
      const order = await orderById(services.db, String(orderId));
      if (!order) return;
      const told: NewOrder = { orderId: order.id, patientId: order.patient_id, kind: order.kind as OrderKind };
      for (const listen of listeners) await listen(services, told);
    });
  };
