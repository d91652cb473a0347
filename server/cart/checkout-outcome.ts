import type { store } from "#contract/cart/calls.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { isPlaced, isClosedUnpaid, orderByKey, presentOrder } from "#server/orders/public.ts";
import { declineRefusal } from "#server/payment/public.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";

type Outcome = Output<typeof store.checkoutOutcome>;
type Deps = Pick<Services, "content" | "db" | "secrets" | "clock">;

const emptyOutcome = { order: null, message: null, code: null };

/** The outcome of the patient's cart checkout by its idempotency key; another patient's key gives `none`. */
export async function checkoutOutcome(services: Deps, patientId: string, key: string): Promise<Outcome> {
  // Order matters: a call that ends between the two reads has already written its order.
  const isRunning = await hasRunningCall(services, patientId, key);
  const order = await orderByKey(services.db, patientId, key);
  if (order?.kind !== "cart") return { ...emptyOutcome, outcome: isRunning ? "open" : "none" };
  if (isClosedUnpaid(order.status)) {
    const refusal =
      order.decline_code === null
        ? null
        : await declineRefusal({ ...services, ...refusesAny }, patientId, order.decline_code);
    return {
      ...emptyOutcome,
      outcome: "refused",
      message: refusal?.text(services.content) ?? toText(services.content, sentence("cart.not_charged")),
      code: (refusal?.code ?? null) as Outcome["code"],
    };
  }
  if (order.status === "mismatch") {
    const message = toText(services.content, sentence("cart.payment_in_review"));
    return { ...emptyOutcome, outcome: "review", message };
  }
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
    .where("leased_until", ">", clock.now())
    .executeTakeFirst();
  return lease !== undefined;
}
