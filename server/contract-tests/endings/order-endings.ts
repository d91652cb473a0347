import { care } from "#contract/care/calls.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import { growth } from "#contract/growth/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { overchargeOrder } from "#server/care/testing/sandbox-charges.ts";
import { addAddressAndCard, placeOrder, referredFriend } from "#server/growth/testing/referrals.ts";
import {
  acceptUpsell,
  answeredPatientInCare,
  dashboardUpsell,
  upsellAtClinic,
} from "#server/growth/testing/upsells.ts";
import { paymentQueues } from "#server/payment/public.ts";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { bill, inCare, passDays, tokenOf } from "#server/treatment/testing/in-care.ts";
import { statesByCall } from "../testing/clinic-document-states.ts";
import { answered, type Ending, exampleOf, exampleRequest, type Scene } from "./ending.ts";

const couponCode = "FSASTORE30";

type Opened = TestPatient & { readonly orderId: string };

/** A paid order of the cart, with a code or a discount that the patient earned. */
async function cartOrder(server: TestServer, discount: "code" | "earned"): Promise<Opened> {
  const rosa = await server.newPatient();
  await addAddressAndCard(server, rosa);
  if (discount === "earned") await referredFriend(server, rosa);
  const { order } = await placeOrder(server, rosa, discount === "code" ? couponCode : undefined);
  return { ...rosa, orderId: order?.id ?? "" };
}

/** An order of an upsell that waits for a doctor, with a code. */
async function upsellOrder(server: TestServer): Promise<Opened> {
  const rosa = await answeredPatientInCare(server);
  const { upsellId } = await dashboardUpsell(server, rosa, "minoxidil");
  const { ok, raw } = await acceptUpsell(server, rosa, upsellId, { coupon: couponCode });
  if (!ok.order) throw new Error(raw.payload);
  return { ...rosa, orderId: ok.order.id };
}

/** The same, whose payment differed and was accepted by the practice: it is captured before the doctor decides. */
async function capturedUpsellOrder(server: TestServer): Promise<Opened> {
  const rosa = await upsellOrder(server);
  await overchargeOrder(server, rosa.orderId);
  const input = { params: { id: rosa.orderId }, body: { outcome: "accept" as const } };
  await answered(server.call(care.resolvePayment, input, { apiKey, key: newId() }));
  return rosa;
}

/** A plan that waits, or one that is paid and not sent, with a code. */
async function plan(server: TestServer, isPaid: boolean): Promise<Opened> {
  const rosa = await handedOver(server, "IA", couponCode);
  const params = { id: rosa.id };
  await server.call(care.accept, { params, body: {} }, { apiKey });
  if (isPaid) await server.call(care.approvePlan, { params, body: {} }, { apiKey });
  return rosa;
}

/** A renewal order that is paid and not sent, with a code that was saved for it; with the ids of its prescription orders. */
async function renewalOrder(
  server: TestServer,
): Promise<Opened & { readonly prescriptionOrderIds: readonly string[] }> {
  const rosa = await inCare(server);
  await server.call(growth.applyPromoCode, { body: { code: "WINBACK10" } }, { token: rosa.token });
  await passDays(server, 22);
  await bill(server);
  const rows = await server.services.db
    .selectFrom("prescription_order")
    .innerJoin("customer_order", "customer_order.id", "prescription_order.order_id")
    .select(["prescription_order.id", "order_id"])
    .where("prescription_order.patient_id", "=", rosa.id)
    .where("customer_order.kind", "=", "renewal")
    .execute();
  return { ...rosa, orderId: rows[0]?.order_id ?? "", prescriptionOrderIds: rows.map(({ id }) => id) };
}

const cancelled =
  (open: (server: TestServer) => Promise<Opened>): Ending["open"] =>
  async (server) => {
    const patient = await open(server);
    return sceneOf(patient, () => exampleRequest(server, "care.cancelOrder", { ORDER: patient.orderId }));
  };

const sceneOf = (patient: Opened, end: Scene["end"]): Scene => ({ ended: [patient.orderId], patient, end });

const capturedUpsellEnds =
  "care.cases:upsell care.orders:paid care.upsells coupon_use customer_order home:upsellrequests order_line upsell_request";
const capturedUpsellStays = {
  "care.orders:mismatch_decided": "the payment was decided on before",
  marketing_event: "of what was before, where the patient allowed it",
  notification: "of what was before, not read yet",
};

export const orderEndings: readonly Ending[] = [
  {
    of: "care.cancelOrder",
    when: "a cart order with a coupon",
    open: cancelled((server) => cartOrder(server, "code")),
    ends: "care.inbox care.orders:paid care.orders:ready coupon_use customer_order home:nextstep:preparing order_line",
    begins: "home:nextstep:refunded notification",
    stays: {
      marketing_event: "of what was before, where the patient allowed it",
      notification: "of what was before, not read yet",
    },
  },
  {
    of: "care.cancelOrder",
    when: "a cart order with an earned discount",
    open: cancelled((server) => cartOrder(server, "earned")),
    ends: "care.inbox care.orders:paid care.orders:ready customer_order earned_discount home:nextstep:preparing order_line",
    begins: "home:nextstep:refunded notification",
    stays: {
      marketing_event: "of what was before, where the patient allowed it",
      notification: "of what was before, not read yet",
    },
  },
  {
    of: "care.cancelOrder",
    when: "a plan that waits, with a coupon",
    open: cancelled((server) => plan(server, false)),
    ends: "care.cases:accepted care.orders:authorized care_case coupon_use customer_order home:nextstep:doctor_review order_line payment_intent sandbox.intent subscription",
    begins: "home:nextstep:not_charged notification",
  },
  {
    of: "care.cancelOrder",
    when: "a paid plan, with a coupon",
    open: cancelled((server) => plan(server, true)),
    ends: "care.inbox care.orders:paid care.orders:ready coupon_use customer_order home:nextstep:approved order_line",
    begins: "home:nextstep:refunded notification",
    stays: {
      marketing_event: "of what was before, where the patient allowed it",
      notification: "of what was before, not read yet",
      "prescription subscription": "the treatment goes on with the next order",
    },
  },
  {
    of: "care.cancelOrder",
    when: "an upsell that waits, with a coupon",
    open: cancelled(upsellOrder),
    ends: "care.cases:upsell care.orders:authorized care.upsells coupon_use customer_order home:upsellrequests order_line payment_intent sandbox.intent upsell_request",
    begins: "notification",
    stays: { notification: "of what was before, not read yet" },
  },
  {
    of: "care.cancelOrder",
    when: "a renewal order with a saved code",
    alone: true,
    open: cancelled(renewalOrder),
    ends: "care.inbox care.orders:paid care.orders:ready customer_order earned_discount home:nextstep:preparing order_line",
    begins: "home:nextstep:refunded notification",
    stays: { notification: "of what was before, not read yet" },
  },
  {
    of: "care.cancelOrder",
    when: "an order that was packed",
    open: async (server) => {
      const names = (await statesByCall["care.lotRecipients"]?.(server)) ?? {};
      return { ended: [names["ORDER"] ?? ""], end: () => exampleRequest(server, "care.cancelOrder", names) };
    },
    ends: "customer_order order_line order_fill care.orders:paid care.orders:ready care.inbox",
    begins: "notification",
    stays: {
      notification: "of what was before, not read yet",
      marketing_event: "of what was before, where the patient allowed it",
      "subscription prescription": "the treatment goes on with the next order",
    },
  },
  {
    of: "care.approvePlan",
    when: "without one of its products, with a coupon",
    open: async (server) => {
      const rosa = await plan(server, false);
      const body = { declined: { estradiol_patch_0_05: "Please have your blood pressure checked first." } };
      const end = () => answered(server.call(care.approvePlan, { params: { id: rosa.id }, body }, { apiKey }));
      return sceneOf(rosa, end);
    },
    ends: "care_case payment_intent sandbox.intent order_line subscription care.cases:accepted care.orders:authorized home:nextstep:doctor_review",
    begins: `visit_note prescription prescription_order subscription marketing_event message notification home:nextstep:approved
      care.orders:paid care.orders:ready care.inbox`,
    stays: { "customer_order order_line coupon_use": "the other product is sent, at its discount" },
  },
  {
    of: "payment-reconcile",
    when: "the bank lets an authorization go, with a coupon",
    alone: true,
    open: async (server) => {
      const rosa = await plan(server, false);
      const end = async () => {
        server.clock.advance(8 * 86_400_000);
        await expireAuthorizations({ db: server.services.db, clock: server.clock });
        await server.jobs.enqueue(server.services.db, paymentQueues.reconcile, {});
        await server.jobs.drain();
        return { status: 200, payload: "" };
      };
      return { ended: [rosa.orderId], end };
    },
    ends: "coupon_use payment_intent sandbox.intent subscription customer_order order_line care_case care.cases:accepted care.orders:authorized",
    begins: "notification",
    alsoEnds: { "session refresh_token single_use_link": "of everybody, after the days the bank takes" },
  },
  {
    of: "treatment.cancelPrescriptionOrder",
    when: "paid, with a saved code",
    alone: true,
    open: async (server) => {
      const rosa = await renewalOrder(server);
      return {
        ended: [rosa.orderId, ...rosa.prescriptionOrderIds],
        patient: rosa,
        end: async () => {
          const token = await tokenOf(server, rosa);
          let last = { status: 0, payload: "" };
          for (const id of rosa.prescriptionOrderIds)
            last = await answered(server.call(treatment.cancelPrescriptionOrder, { params: { id } }, { token }));
          return last;
        },
      };
    },
    ends: "care.inbox care.orders:paid care.orders:ready customer_order earned_discount home:nextstep:preparing order_line",
    begins: "home:nextstep:refunded notification refresh_token session single_use_link",
    stays: { notification: "of what was before, not read yet" },
  },
  {
    of: "treatment.withdrawPlan",
    open: async (server) => {
      const rosa = await handedOver(server, "IA", couponCode);
      const input = { params: { id: rosa.orderId }, body: {} };
      return sceneOf(rosa, () => answered(server.call(treatment.withdrawPlan, input, { token: rosa.token })));
    },
    ends: "care.cases:incoming care.orders:authorized care_case coupon_use customer_order home:nextstep:doctor_review order_line payment_intent sandbox.intent subscription",
    begins: "home:nextstep:not_charged notification",
  },
  {
    of: "growth.withdrawUpsell",
    open: async (server) => {
      const rosa = await upsellOrder(server);
      const input = { params: { id: rosa.orderId }, body: {} };
      return sceneOf(rosa, () => answered(server.call(growth.withdrawUpsell, input, { token: rosa.token })));
    },
    ends: "care.cases:upsell care.orders:authorized care.upsells coupon_use customer_order home:upsellrequests order_line payment_intent sandbox.intent upsell_request",
    begins: "notification",
    stays: { notification: "of what was before, not read yet" },
  },
  {
    of: "growth.withdrawUpsell",
    when: "captured, with a coupon",
    open: async (server) => {
      const rosa = await capturedUpsellOrder(server);
      const input = { params: { id: rosa.orderId }, body: {} };
      return sceneOf(rosa, () => answered(server.call(growth.withdrawUpsell, input, { token: rosa.token })));
    },
    ends: capturedUpsellEnds,
    begins: "notification",
    stays: capturedUpsellStays,
  },
  {
    of: "care.declinePlan",
    open: async (server) => {
      const rosa = await plan(server, false);
      return sceneOf(rosa, () => exampleRequest(server, "care.declinePlan", { PATIENT: rosa.id }));
    },
    ends: "care.cases:accepted care.orders:authorized care_case coupon_use customer_order home:nextstep:doctor_review order_line payment_intent sandbox.intent subscription",
    begins: "home:nextstep:declined notification visit_note",
  },
  {
    of: "care.declineUpsell",
    open: async (server) => {
      const rosa = await upsellOrder(server);
      const UPSELL = (await upsellAtClinic(server, rosa))?.id ?? "";
      return sceneOf(rosa, () => exampleRequest(server, "care.declineUpsell", { UPSELL }));
    },
    ends: "care.cases:upsell care.orders:authorized care.upsells coupon_use customer_order home:upsellrequests order_line payment_intent sandbox.intent upsell_request",
    begins: "message notification visit_note",
    stays: { notification: "of what was before, not read yet" },
  },
  {
    of: "care.declineUpsell",
    when: "captured, with a coupon",
    open: async (server) => {
      const rosa = await capturedUpsellOrder(server);
      const UPSELL = (await upsellAtClinic(server, rosa))?.id ?? "";
      return sceneOf(rosa, () => exampleRequest(server, "care.declineUpsell", { UPSELL }));
    },
    ends: capturedUpsellEnds,
    begins: "message notification visit_note",
    stays: capturedUpsellStays,
  },
  {
    of: "care.refundOrder",
    when: "all of it, before it is sent",
    open: async (server) => {
      const rosa = await cartOrder(server, "code");
      const { total_cents } = await server.services.db
        .selectFrom("customer_order")
        .select("total_cents")
        .where("id", "=", rosa.orderId)
        .executeTakeFirstOrThrow();
      const body = { amount: toDollars(total_cents), reason: "Out of stock" };
      return sceneOf(rosa, () =>
        answered(server.call(care.refundOrder, { params: { id: rosa.orderId }, body }, { apiKey })),
      );
    },
    ends: "coupon_use care.inbox care.orders:paid care.orders:ready customer_order home:nextstep:preparing order_line",
    begins: "home:nextstep:refunded notification",
    stays: {
      marketing_event: "of what was before, where the patient allowed it",
      notification: "of what was before, not read yet",
    },
  },
  {
    of: "care.returnOrder",
    open: exampleOf("care.returnOrder", "ORDER"),
    ends: "care.orders:shipped shipment",
    begins: "care.inbox care.orders:paid care.orders:ready customer_order notification order_fill order_line",
    stays: {
      marketing_event: "of what was before, where the patient allowed it",
      notification: "of what was before, not read yet",
      "prescription subscription": "the treatment goes on with the next order",
    },
  },
  {
    of: "care.resolvePayment",
    open: exampleOf("care.resolvePayment", "ORDER"),
    ends: "care.inbox care.orders:mismatch customer_order order_line payment_mismatch subscription",
    begins: "care.orders:mismatch_decided notification prescription_order subscription",
    stays: {
      notification: "of what was before, not read yet",
      prescription: "the treatment goes on with the next order",
    },
  },
  {
    of: "care.resumeCharges",
    open: exampleOf("care.resumeCharges", "DISPUTE"),
    ends: "dispute",
    begins: "dispute",
    stays: { "care.inbox": "the dispute itself is still open" },
  },
];
