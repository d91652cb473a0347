import type { Output } from "#contract/endpoint.ts";
import type { store } from "#contract/store.ts";
import { declined } from "#server/payment/public.ts";
import type { Services } from "#server/platform/services.ts";
import { isBought, isDead } from "./order-machine.ts";
import { orderByKey } from "./orders.ts";
import { presentOrder } from "./present-order.ts";

type Outcome = Output<typeof store.checkoutOutcome>;
type Parts = Pick<Services, "db" | "secrets" | "clock">;

const nothing = { order: null, message: null, code: null };
const neverCharged = "The payment did not go through, and you were not charged. Please try again.";
const inReview = "Something about this payment needs a person’s eyes. Please do not pay again. We will write to you.";

/** What became of a cart checkout of hers, by its idempotency key; another patient's key is `none`. */
export async function checkoutOutcome(parts: Parts, patientId: string, key: string): Promise<Outcome> {
  // In this order: a call that ends between the two reads has left its order.
  const underWay = await isUnderWay(parts, patientId, key);
  const order = await orderByKey(parts.db, patientId, key);
  if (order?.kind !== "cart") return { ...nothing, outcome: underWay ? "open" : "none" };
  if (isDead(order.status)) {
    const refusal = order.decline_code === null ? null : await declined(parts, patientId, order.decline_code);
    return {
      ...nothing,
      outcome: "refused",
      message: refusal?.message ?? neverCharged,
      code: (refusal?.code ?? null) as Outcome["code"],
    };
  }
  if (order.status === "mismatch") return { ...nothing, outcome: "review", message: inReview };
  const shown = (await presentOrder(parts, order.id)) ?? null;
  return { ...nothing, outcome: isBought(order.status) ? "placed" : "open", order: shown };
}

/** Whether the call arrived and has neither made its order nor been answered. */
async function isUnderWay({ db, clock }: Parts, patientId: string, key: string): Promise<boolean> {
  const claimed = await db
    .selectFrom("idempotency_key")
    .select("key")
    .where("owner", "=", patientId)
    .where("key", "=", key)
    .where("call", "like", "store.checkout %")
    .where("response_status", "is", null)
    .where("lease_until", ">", clock.now())
    .executeTakeFirst();
  return claimed !== undefined;
}
