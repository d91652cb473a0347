import type { care } from "#contract/care/calls.ts";
import { orderById, presentOrder } from "#server/orders/public.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { recordDelivered } from "#server/treatment/public.ts";
import { lotRecipients, type SummariesOf } from "./lot-recipients.ts";
import { packOrder } from "./packing.ts";
import { recallLot } from "./recall-lot.ts";
import { returnOrder } from "./return-order.ts";
import { shipOrder } from "./ship-order.ts";
import { type Packer, verifyOrder } from "./verification.ts";
import { voidFill } from "./void-fill.ts";

type Context = Services & { readonly auditPatient: (patientId: string) => void };

/** Who packs or verifies, by the name they have today; a system names them. */
async function packerOf(
  { db, clinic }: Pick<Services, "db"> & { readonly clinic: ClinicCaller },
  named: string | undefined,
): Promise<Packer> {
  const { actor, member } = clinic;
  if (member === null) return { actor, isSystem: true, name: named ?? null };
  return { actor, isSystem: false, name: (await memberNames(db, [actor])).get(actor) ?? null };
}

/** Acts on an order and answers it as it is then; its patient is recorded for the audit. */
async function actOnOrder(ctx: Context, orderId: string, act: () => Promise<void>) {
  const found = await orderById(ctx.db, orderId);
  if (!found) throw new Refusal("not_found");
  ctx.auditPatient(found.patient_id);
  await act();
  const order = await presentOrder(ctx, orderId);
  if (!order) throw new Refusal("not_found");
  return { order };
}

/** The pharmacy's calls. How a patient is shown is a feature's above this one. */
export const dispensingHandlers = (summariesOf: SummariesOf) =>
  ({
    shipOrder: ({ params, body }, ctx) => {
      const given = {
        carrier: body.carrier,
        trackingNumber: body.trackingnumber,
        trackingUrl: body.trackingurl ?? null,
        estimatedDelivery: body.estimateddelivery ?? null,
      };
      return actOnOrder(ctx, params.id, async () => {
        const packer = await packerOf(ctx, body.filledby);
        await shipOrder(ctx, params.id, { given, named: body.lines ?? null, packer, signing: body });
      });
    },

    packOrder: ({ params, body }, ctx) =>
      actOnOrder(ctx, params.id, async () => {
        const packer = await packerOf(ctx, body.filledby);
        await packOrder(ctx, params.id, { named: body.lines, packer, signing: body });
      }),

    verifyOrder: ({ params, body }, ctx) =>
      actOnOrder(ctx, params.id, async () => {
        const verifier = await packerOf(ctx, body.verifiedby);
        await verifyOrder(ctx, params.id, { seen: body.lines, verifier });
      }),

    returnOrder: ({ params, body }, ctx) =>
      actOnOrder(ctx, params.id, () =>
        returnOrder(ctx, params.id, { number: body.parcel ?? null, reason: body.reason }),
      ),

    deliverOrder: ({ params }, ctx) => actOnOrder(ctx, params.id, () => recordDelivered(ctx, params.id)),

    voidFill: ({ params, body }, ctx) =>
      actOnOrder(ctx, params.id, async () => {
        const pharmacist = await packerOf(ctx, undefined);
        await voidFill(ctx, params.id, { input: body, pharmacist });
      }),

    recallLot: async ({ body }, ctx) => {
      const { lotnumber, recalled, reason } = body;
      await recallLot(ctx, { lotNumber: lotnumber, ndc: body.ndc ?? null, recalled, reason });
      return { lotnumber, recalled };
    },

    lotRecipients: async ({ query }, ctx) => {
      const page = await lotRecipients(ctx, summariesOf, query.lotnumber, query.nextpage);
      for (const { patient } of page.items) ctx.auditPatient(patient.id);
      return page;
    },
  }) satisfies Partial<Handlers<typeof care>>;
