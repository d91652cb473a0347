import type { Output } from "#contract/http/endpoint.ts";
import type { store } from "#contract/store.ts";
import { declineRefusal } from "#server/payment/public.ts";
import type { Services } from "#server/platform/services.ts";
import { isPlaced, isClosedUnpaid, orderByKey, presentOrder } from "#server/orders/public.ts";

type Outcome = Output<typeof store.checkoutOutcome>;
type Deps = Pick<Services, "db" | "secrets" | "clock">;

const emptyOutcome = { order: null, message: null, code: null };
const notChargedText = "The payment did not go through, and you were not charged. Please try again.";
const inReviewText =
  "Something about this payment needs a person’s eyes. Please do not pay again. We will write to you.";

/** The outcome of the patient's cart checkout by its idempotency key; another patient's key gives `none`. */
export async function checkoutOutcome(services: Deps, patientId: string, key: string): Promise<Outcome> {
  // Order matters: a call that ends between the two reads has already written its order.
  const isRunning = await hasRunningCall(services, patientId, key);
  const order = await orderByKey(services.db, patientId, key);
  if (order?.kind !== "cart") return { ...emptyOutcome, outcome: isRunning ? "open" : "none" };
  if (isClosedUnpaid(order.status)) {
    const refusal = order.decline_code === null ? null : await declineRefusal(services, patientId, order.decline_code);
    return {
      ...emptyOutcome,
      outcome: "refused",
      message: refusal?.message ?? notChargedText,
      code: (refusal?.code ?? null) as Outcome["code"],
    };
  }
  if (order.status === "mismatch") return { ...emptyOutcome, outcome: "review", message: inReviewText };
  const presented = (await presentOrder(services, order.id)) ?? null;
  return { ...emptyOutcome, outcome: isPlaced(order.status) ? "placed" : "open", order: presented };
}

/** Whether the call has arrived but has neither made its order nor been answered. */
async function hasRunningCall({ db, clock }: Deps, patientId: string, key: string): Promise<boolean> {
  const lease = await db
    .selectFrom("idempotency_key")
    .select("key")
    .where("owner", "=", patientId)
    .where("key", "=", key)
    .where("call", "like", "store.checkout %")
    .where("response_status", "is", null)
    .where("lease_until", ">", clock.now())
    .executeTakeFirst();
  return lease !== undefined;
}
