import { sql } from "kysely";
import { permissions } from "#contract/policy/policy.ts";
import {
  planApprovalObstacle,
  planDeclineObstacle,
  planSettlementStep,
} from "#server/care/decisions/plans/plan-rules.ts";
import { planWithdrawalObstacle } from "#server/care/decisions/plans/withdraw-plan.ts";
import { upsellApprovalObstacle, upsellSettlementStep } from "#server/care/decisions/upsells/upsell-rules.ts";
import { cancelOrder } from "#server/care/orders/cancel-order.ts";
import { endCare } from "#server/care/patients/end-care.ts";
import { issueRefund } from "#server/care/refunds/refund-order.ts";
import { refundUnsentLines } from "#server/care/refunds/refund-unsent-lines.ts";
import { workItemHandlers } from "#server/care/work-items.ts";
import { checkoutOutcome } from "#server/cart/checkout-outcome.ts";
import { openItem } from "#server/inbox/testing/items.ts";
import { resumePaidVisit } from "#server/onboarding/checkout/finish-visit.ts";
import { confirmCartOrder } from "#server/orders/fulfillment.ts";
import { orderById, reopenReturnedOrder } from "#server/orders/orders.ts";
import { orderOutcome } from "#server/orders/placing/place-order.ts";
import { presentPatientOrders } from "#server/orders/views/present-order.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { World } from "./in-state.ts";

type Act = (world: World) => Promise<unknown>;

/** What an act made of the order, or the code it was refused with; the next act finds the order as it was. */
const outcomeOf =
  (act: Act): Act =>
  async (world) => {
    await world.run(sql`savepoint act`);
    const before = await orderInWords(world);
    const told = await act(world).then(
      async (result) => (typeof result === "string" ? result : wordsOfChange(before, await orderInWords(world))),
      (error: unknown) => {
        if (error instanceof Refusal) return error.code;
        throw error;
      },
    );
    await world.run(sql`rollback to savepoint act`);
    return told;
  };

const wordsOfChange = (before: string, after: string) => (after === before ? "nothing" : after);

async function orderInWords({ db, orderId }: World): Promise<string> {
  const order = await orderById(db, orderId);
  const intent = await db
    .selectFrom("payment_intent")
    .select(["capture_or_void", "cancel_requested"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const refunds = await db.selectFrom("refund").select("amount_cents").execute();
  return [
    order?.status,
    ...(intent.cancel_requested ? ["not charged"] : []),
    ...(intent.capture_or_void === null ? [] : [intent.capture_or_void]),
    ...refunds.map(() => "refund"),
  ].join(", ");
}

const statusOf = async ({ db, orderId }: World) => (await orderById(db, orderId))?.status ?? "pending";
const allowed = (obstacle: unknown) => (obstacle === null ? "allowed" : obstacle === "unsettled" ? "later" : "refused");

/** What somebody, or a job, can do about an order, by its status. */
export const acts = {
  refund: outcomeOf(({ services, orderId }) =>
    issueRefund(services, { orderId, amountCents: 100, reason: "asked", key: "1" }),
  ),
  cancel: outcomeOf(({ services, orderId }) => cancelOrder(services, orderId, "asked")),
  endCare: outcomeOf(({ services, id }) => endCare(services, id)),
  endMedicine: outcomeOf(async ({ run, db, services, id, orderId }) => {
    await run(sql`update customer_order set kind = 'cart' where id = ${orderId}`);
    const { product_id } = await db
      .selectFrom("order_line")
      .select("product_id")
      .where("order_id", "=", orderId)
      .limit(1)
      .executeTakeFirstOrThrow();
    await refundUnsentLines(services, id, product_id);
  }),
  reopen: outcomeOf(({ db, services, orderId }) => reopenReturnedOrder(db, orderId, "paid", services.clock.now())),
  reopenPart: outcomeOf(({ db, services, orderId }) =>
    reopenReturnedOrder(db, orderId, "shipped", services.clock.now()),
  ),
  checkout: outcomeOf(async ({ services, orderId }) => (await orderOutcome(services, orderId)).status),
  cart: outcomeOf(async ({ run, services, id, orderId }) => {
    await run(sql`update customer_order set kind = 'cart', idempotency_key = 'key' where id = ${orderId}`);
    return (await checkoutOutcome(services, id, "key")).outcome;
  }),
  resumeVisit: outcomeOf(async ({ db, services, id }) => {
    await resumePaidVisit(services, id);
    const { status } = await db
      .selectFrom("onboarding")
      .select("status")
      .where("patient_id", "=", id)
      .executeTakeFirstOrThrow();
    return status;
  }),
  confirm: outcomeOf(async ({ run, db, services, orderId, id }) => {
    await run(sql`delete from order_event where order_id = ${orderId}`);
    await confirmCartOrder(services, { orderId, patientId: id, kind: "cart" });
    const events = await db.selectFrom("order_event").select("event").where("order_id", "=", orderId).execute();
    return events.map(({ event }) => event).join(" ");
  }),
  /** The orders shown to whom looks at what the patient told: something of them may yet be sent. */
  lookAtWorkItem: outcomeOf(async (world) => {
    const item = await openItem.work_item(world.server, world, world.services.clock.now());
    const ctx = { ...world.services, auditPatient: () => undefined, clinic: { permissions, member: null } };
    const { orders } = await workItemHandlers.workItem({ params: { id: item } } as never, ctx as never);
    return orders.map(({ order }) => order.status).join(" ");
  }),
  approvePlan: async (world) => {
    const visit = { status: "DONE", stopped: false, identityStatus: "matched" } as const;
    const orderStatus = await statusOf(world);
    return allowed(
      planApprovalObstacle({ caseStatus: "accepted", withdrawn: false, visit, orderStatus, waitsForVerdict: false }),
    );
  },
  declinePlan: async (world) => {
    const orderStatus = await statusOf(world);
    return allowed(planDeclineObstacle({ caseStatus: "accepted", withdrawn: false, orderStatus }));
  },
  withdrawPlan: async (world) => allowed(planWithdrawalObstacle("in_review", await statusOf(world))),
  settleApproved: async (world) => planSettlementStep("approved", await statusOf(world)),
  settleUndecided: async (world) => planSettlementStep("accepted", await statusOf(world)),
  approveUpsell: async (world) => {
    const facts = { stopped: false, flags: [], onHold: false, despiteWarning: false, combination: null };
    return allowed(upsellApprovalObstacle({ ...facts, status: "open", orderStatus: await statusOf(world) }));
  },
  settleUpsell: async (world) => upsellSettlementStep("approved", await statusOf(world)),
  timeline: async ({ services, id }) => {
    const [order] = await presentPatientOrders(services, id, { limit: 1 });
    return order?.timeline
      .map(({ event, state }) => `${event}${{ done: "", current: "!", todo: "?" }[state]}`)
      .join(" ");
  },
} as const satisfies Record<string, Act>;
export type ActName = keyof typeof acts;
