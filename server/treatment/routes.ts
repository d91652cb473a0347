import type { treatment } from "#contract/treatment/calls.ts";
import { detectEmergency } from "#server/emergency/public.ts";
import { orderById, presentOrder } from "#server/orders/public.ts";
import type { Caller, Handlers } from "#server/platform/http/handler.ts";
import { agreeToTreatmentChange, refuseTreatmentChange } from "./changes/decide-change.ts";
import { loadShipments } from "./load-shipments.ts";
import { cancelPrescriptionOrder } from "./prescription-orders/cancel-prescription-order.ts";
import { movePrescriptionOrder } from "./prescription-orders/move-prescription-order.ts";
import { getNext, reorder } from "./prescription-orders/place-prescription-order.ts";
import { skipPrescriptionOrder } from "./prescription-orders/skip-prescription-order.ts";
import { takeSkipBack } from "./prescription-orders/take-skip-back.ts";
import { findPrescriptionOrder } from "./queries.ts";
import {
  treatmentChangeResult,
  subscriptionsResult,
  placeOrderResult,
  prescriptionOrderResult,
  subscriptionTargetOf,
} from "./results.ts";
import { cancelSubscriptions, preventCancel } from "./subscriptions/cancel-subscription.ts";
import { pauseSubscriptions, resumeSubscriptions } from "./subscriptions/pause-subscription.ts";
import { restartSubscription } from "./subscriptions/restart-subscription.ts";

/** Months of a pause when the request names none. */
const shortestPause = 1;

export const treatmentHandlers = {
  order: async ({ params }, ctx) => {
    const row = await orderById(ctx.db, params.id);
    const order = row?.patient_id === ctx.caller.patientId ? await presentOrder(ctx, params.id) : undefined;
    if (!order) throw ctx.refuse("not_found");
    return order;
  },

  shipment: async ({ params }, ctx) => {
    const prescriptionOrder = await findPrescriptionOrder(ctx.db, ctx.caller.patientId, params.id);
    if (!prescriptionOrder) throw ctx.refuse("not_found");
    const shipments = await loadShipments(
      ctx.db,
      prescriptionOrder.order_id === null ? [] : [prescriptionOrder.order_id],
    );
    return {
      prescriptionorderid: prescriptionOrder.id,
      shipment: (prescriptionOrder.order_id && shipments.get(prescriptionOrder.order_id)) || null,
    };
  },

  getNext: {
    resumable: async ({ params }, ctx) => placeOrderResult(ctx, await getNext(ctx, placeOrderCommand(ctx, params.id))),
  },
  reorder: {
    resumable: async ({ params }, ctx) => placeOrderResult(ctx, await reorder(ctx, placeOrderCommand(ctx, params.id))),
  },
  skip: async ({ params, body }, ctx) =>
    prescriptionOrderResult(
      ctx,
      params.id,
      await skipPrescriptionOrder(ctx, ctx.caller.patientId, params.id, body?.separately),
    ),
  unskip: async ({ params }, ctx) =>
    prescriptionOrderResult(ctx, params.id, await takeSkipBack(ctx, ctx.caller.patientId, params.id)),
  move: async ({ params, body }, ctx) =>
    prescriptionOrderResult(
      ctx,
      params.id,
      await movePrescriptionOrder(ctx, {
        patientId: ctx.caller.patientId,
        prescriptionOrderId: params.id,
        day: body.day,
      }),
    ),
  cancelPrescriptionOrder: async ({ params }, ctx) =>
    prescriptionOrderResult(ctx, params.id, await cancelPrescriptionOrder(ctx, ctx.caller.patientId, params.id)),

  pause: async ({ params, body }, ctx) =>
    subscriptionsResult(
      ctx,
      await pauseSubscriptions(ctx, subscriptionTargetOf(ctx, params, body), body?.months ?? shortestPause),
    ),
  resume: async ({ params, body }, ctx) =>
    subscriptionsResult(ctx, await resumeSubscriptions(ctx, subscriptionTargetOf(ctx, params, body))),
  preventCancel: async ({ params, body }, ctx) => {
    const { offer, message } = await preventCancel(ctx, subscriptionTargetOf(ctx, params, body));
    return { ...(await subscriptionsResult(ctx, message)), offer };
  },
  cancel: async ({ params, body }, ctx) => {
    const message = await cancelSubscriptions(ctx, {
      ...subscriptionTargetOf(ctx, params, body),
      reason: body?.reason,
    });
    return {
      ...(await subscriptionsResult(ctx, message)),
      emergency: detectEmergency(ctx.content, body?.reason ?? "")?.emergency ?? null,
    };
  },

  restart: async ({ params, body }, ctx) => {
    const { patientId } = subscriptionTargetOf(ctx, params, body);
    return subscriptionsResult(ctx, await restartSubscription(ctx, { patientId, subscriptionId: body.subscriptionid }));
  },

  agreeToChange: async ({ params, body }, ctx) =>
    treatmentChangeResult(
      ctx,
      params.id,
      await agreeToTreatmentChange(ctx, { ...decisionOf(ctx, params.id), price: body.price, afterAll: body.afterall }),
    ),
  refuseChange: async ({ params }, ctx) =>
    treatmentChangeResult(ctx, params.id, await refuseTreatmentChange(ctx, decisionOf(ctx, params.id))),
} satisfies Omit<
  Handlers<typeof treatment>,
  | "overview"
  | "withdrawPlan"
  | "agreeToSuggestion"
  | "declineSuggestion"
  | "counseling"
  | "answerCounseling"
  | "reportMedicine"
>;

const decisionOf = ({ caller }: { readonly caller: Caller }, changeId: string) => ({
  patientId: caller.patientId,
  changeId,
});

const placeOrderCommand = (
  { caller, idempotencyKey }: { readonly caller: Caller; readonly idempotencyKey: string },
  prescriptionOrderId: string,
) => ({
  patientId: caller.patientId,
  prescriptionOrderId,
  idempotencyKey,
});
