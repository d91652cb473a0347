import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { sweep } from "#server/platform/jobs/sweep.ts";
import type { Services } from "#server/platform/services.ts";
import { confirmCartOrder } from "./confirm-order.ts";
import { tellOfMismatch } from "./mismatch.ts";
import { orderById, type OrderKind, unconfirmedOrders } from "./orders.ts";
import { storeQueues } from "./queues.ts";

/** With a delay that doubles from 2 s, thirteen tries reach over four hours. */
const retries = 13;
/** An order younger than this is left to its own job, in milliseconds. */
const restMs = 60_000;

export interface NewOrder {
  readonly orderId: string;
  readonly patientId: string;
  readonly kind: OrderKind;
}

/** Told of an order, by whichever way the store learned of it; at least once, so it must bear a repeat. */
export type OrderListener = (services: Services, order: NewOrder) => Promise<void>;

/** The rooms that act on orders: when one is authorized or paid, and when what was held for it is taken or let go. */
export interface OrderListeners {
  readonly placed: readonly OrderListener[];
  readonly settled: readonly OrderListener[];
}

/** The queues of the store. */
export const defineStoreJobs =
  ({ placed, settled }: OrderListeners) =>
  (jobs: Jobs, services: Services): void => {
    const tell = (listeners: readonly OrderListener[]) => async (data: Readonly<Record<string, unknown>>) => {
      const order = await orderById(services.db, String(data["orderId"]));
      if (!order) return;
      const told: NewOrder = { orderId: order.id, patientId: order.patient_id, kind: order.kind as OrderKind };
      for (const listen of listeners) await listen(services, told);
    };
    const tellPlaced = tell([confirmCartOrder, ...placed]);
    jobs.define(storeQueues.placed, tellPlaced, { retries });
    jobs.define(storeQueues.settled, tell(settled), { retries });
    jobs.define(storeQueues.mismatch, ({ orderId }) => tellOfMismatch(services, String(orderId)), { retries });
    jobs.define(
      storeQueues.sweep,
      async () => {
        const until = new Date(services.clock.now().getTime() - restMs);
        const paid = await unconfirmedOrders(services.db, { kind: "cart", statuses: ["paid"], until });
        await sweep(
          services.log,
          "paid cart",
          paid.map(({ id }) => id),
          (orderId) => tellPlaced({ orderId }),
        );
      },
      { cron: "* * * * *" },
    );
  };
