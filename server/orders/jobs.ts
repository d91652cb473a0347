import { type Jobs, retriesOverHours } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { JobServices } from "#server/platform/services.ts";
import { confirmCartOrder } from "./fulfillment.ts";
import { orderById, type OrderKind, unconfirmedOrders } from "./orders.ts";
import { notifyOfMismatch } from "./payments/mismatch.ts";
import { orderQueues } from "./queues.ts";

/** An order younger than this, in milliseconds, is left to its own job. */
const minAgeMs = 60_000;

export interface OrderRef {
  readonly orderId: string;
  readonly patientId: string;
  readonly kind: OrderKind;
}

/** Called with an order, however the store learned of it; at least once, so it must be idempotent. */
export type OrderListener = (services: JobServices, order: OrderRef) => Promise<void>;

/**
 * Features that act on orders: `placed` when one is authorized or paid, `settled` when its authorization is captured or voided; `beforeConfirming` when
 * one is placed, before a cart is handed to the pharmacy.
 */
export interface OrderListeners {
  readonly beforeConfirming: readonly OrderListener[];
  readonly placed: readonly OrderListener[];
  readonly settled: readonly OrderListener[];
}

/** Defines the store's queues. */
export const defineOrderJobs =
  ({ beforeConfirming, placed, settled }: OrderListeners) =>
  (jobs: Jobs, services: JobServices): void => {
    const notifyListeners =
      (listeners: readonly OrderListener[]) => async (data: Readonly<Record<string, unknown>>) => {
        const order = await orderById(services.db, String(data["orderId"]));
        if (!order) return;
        const orderRef: OrderRef = { orderId: order.id, patientId: order.patient_id, kind: order.kind };
        for (const listen of listeners) await listen(services, orderRef);
      };
    const notifyPlaced = notifyListeners([...beforeConfirming, confirmCartOrder, ...placed]);
    jobs.define(orderQueues.placed, notifyPlaced, { retries: retriesOverHours });
    jobs.define(orderQueues.settled, notifyListeners(settled), { retries: retriesOverHours });
    jobs.define(orderQueues.mismatch, ({ orderId }) => notifyOfMismatch(services, String(orderId)), {
      retries: retriesOverHours,
    });
    jobs.define(
      orderQueues.sweep,
      async () => {
        const until = new Date(services.clock.now().getTime() - minAgeMs);
        const paid = await unconfirmedOrders(services.db, { kind: "cart", statuses: ["paid"], until });
        await processEach(
          services.log,
          "paid cart",
          paid.map(({ id }) => id),
          (orderId) => notifyPlaced({ orderId }),
        );
      },
      { cron: "* * * * *" },
    );
  };
