import { treatment } from "#contract/treatment.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { updatePatient } from "#server/auth/public.ts";
import { placeOrder } from "#server/store/public.ts";
import { markPastDue } from "#server/treatment/public.ts";
import type { Stage } from "./stage.ts";
import type { DemoPatient } from "./visit.ts";

type Reason = NonNullable<DemoPatient["failedpayment"]>;

/** Her next supply was to be charged, and her card said no. Once: who is past due is left as she is. */
export async function failCharge(stage: Stage, id: string, reason: Reason, token: string): Promise<void> {
  const { services, call } = stage;
  const { subscriptions } = await call(treatment.full, {}, token);
  const active = subscriptions.filter(({ status }) => status === "active");
  if (active.length === 0) return;
  await spoilCard(stage, id, reason);
  const declined = await placeOrder(services, {
    patientId: id,
    kind: "renewal",
    lines: active.map(({ item, pricingid, quantity }) => ({ productid: item.productid, pricingid, quantity })),
    couponCode: null,
    shippingId: null,
    expectedTotalCents: null,
    idempotencyKey: `demo-renewal-${id}`,
    capture: "automatic",
    termsVersion: "renewal",
  }).then(
    () => false,
    (error: unknown) => error instanceof Refusal,
  );
  if (!declined) throw new Error(`The card of the demo patient ${id} was charged`);
  await updatePatient(services, id, { failedTransactionReason: reason });
  await markPastDue(
    services,
    active.map((subscription) => subscription.id),
  );
}

/** In the sandbox gateway's books her card is refused from now on; an expired one has a date in the past. */
async function spoilCard({ services: { db } }: Stage, patientId: string, reason: Reason): Promise<void> {
  const expiry = reason === "expired_card" ? { exp_month: 8, exp_year: 2026 } : {};
  const card = await db
    .updateTable("payment_source")
    .set({ is_default: true, ...expiry })
    .where("patient_id", "=", patientId)
    .where("is_default", "=", true)
    .returning("gateway_method_id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("sandbox.payment_method")
    .set({ charge_decline: reason, ...expiry })
    .where("id", "=", card.gateway_method_id)
    .execute();
}
