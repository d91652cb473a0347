import type { treatment } from "#contract/treatment.ts";
import type { Caller, Handlers } from "#server/platform/http/handler.ts";
import { toldIn } from "#server/emergency/public.ts";
import { orderById, presentOrder } from "#server/store/public.ts";
import { treatmentOf } from "./overview/overview.ts";
import { agree, refuse } from "./change-decide.ts";
import { cancel, preventCancel } from "./cancel.ts";
import { cancelSupply } from "./cancel-supply.ts";
import { getNext, reorder } from "./order-supply.ts";
import { pause, resume } from "./pause.ts";
import { replyChange, replySubscriptions, replySupplied, replySupply, targetOf } from "./replies.ts";
import { skip } from "./skip.ts";
import { supplyOf } from "./supply-queries.ts";
import { shipmentsOf } from "./shipments.ts";

/** Months of a pause when none are said. */
const shortestPause = 1;

export const treatmentHandlers = {
  full: (_input, ctx) => treatmentOf(ctx, ctx.caller.patientId),

  order: async ({ params }, ctx) => {
    const row = await orderById(ctx.db, params.id);
    const order = row?.patient_id === ctx.caller.patientId ? await presentOrder(ctx, params.id) : undefined;
    if (!order) throw ctx.fail("not_found");
    return order;
  },

  shipment: async ({ params }, ctx) => {
    const supply = await supplyOf(ctx.db, ctx.caller.patientId, params.id);
    if (!supply) throw ctx.fail("not_found");
    const shipments = await shipmentsOf(ctx.db, supply.order_id === null ? [] : [supply.order_id]);
    return { prescriptionorderid: supply.id, shipment: (supply.order_id && shipments.get(supply.order_id)) || null };
  },

  getNext: {
    resumable: async ({ params }, ctx) => replySupplied(ctx, await getNext(ctx, wishOf(ctx, params.id))),
  },
  reorder: {
    resumable: async ({ params }, ctx) => replySupplied(ctx, await reorder(ctx, wishOf(ctx, params.id))),
  },
  skip: async ({ params, body }, ctx) =>
    replySupply(ctx, params.id, await skip(ctx, ctx.caller.patientId, params.id, body?.alone)),
  cancelPrescriptionOrder: async ({ params }, ctx) =>
    replySupply(ctx, params.id, await cancelSupply(ctx, ctx.caller.patientId, params.id)),

  pause: async ({ params, body }, ctx) =>
    replySubscriptions(ctx, await pause(ctx, targetOf(ctx, params, body), body?.months ?? shortestPause)),
  resume: async ({ params, body }, ctx) => replySubscriptions(ctx, await resume(ctx, targetOf(ctx, params, body))),
  preventCancel: async ({ params, body }, ctx) => {
    const { offer, message } = await preventCancel(ctx, targetOf(ctx, params, body));
    return { ...(await replySubscriptions(ctx, message)), offer };
  },
  cancel: async ({ params, body }, ctx) => {
    const message = await cancel(ctx, { ...targetOf(ctx, params, body), reason: body?.reason });
    return {
      ...(await replySubscriptions(ctx, message)),
      emergency: toldIn(ctx.content, body?.reason ?? "")?.emergency ?? null,
    };
  },

  agreeToChange: async ({ params, body }, ctx) =>
    replyChange(ctx, params.id, await agree(ctx, { ...decisionOf(ctx, params.id), price: body.price })),
  refuseChange: async ({ params }, ctx) => replyChange(ctx, params.id, await refuse(ctx, decisionOf(ctx, params.id))),
} satisfies Handlers<typeof treatment>;

const decisionOf = ({ caller }: { readonly caller: Caller }, changeId: string) => ({
  patientId: caller.patientId,
  changeId,
});

const wishOf = (
  { caller, idempotencyKey }: { readonly caller: Caller; readonly idempotencyKey: string },
  supplyId: string,
) => ({
  patientId: caller.patientId,
  supplyId,
  idempotencyKey,
});
