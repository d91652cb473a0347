import type { treatment } from "#contract/treatment.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { orderById, presentOrder } from "#server/store/public.ts";
import { treatmentOf } from "./full.ts";
import { supplyOf } from "./subscriptions.ts";
import { shipmentsOf } from "./shipments.ts";

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
} satisfies Pick<Handlers<typeof treatment>, "full" | "order" | "shipment">;
