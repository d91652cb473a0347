import type { care } from "#contract/care/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { upsellRequestById, type UpsellRequestRow } from "#server/orders/public.ts";
import { upsellRequestsToDecide, presentUpsellRequest } from "./upsells/upsell-list.ts";
import { approveUpsell, declineUpsell } from "./upsells/decide-upsell.ts";
import type { ClinicContext } from "../patients/patient-summary.ts";
import { toDollars } from "#contract/fields/fields.ts";
import { patientOfSubscription, loadSubscriptions } from "#server/treatment/public.ts";
import { changeTreatment, type HasFollowup } from "./treatment-change.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";

/** The upsell request a call is about; its patient is recorded for the audit. */
async function loadUpsellRequest(ctx: ClinicContext, id: string): Promise<UpsellRequestRow> {
  const found = await upsellRequestById(ctx.db, id);
  if (!found) throw new Refusal("not_found");
  ctx.auditPatient(found.patient_id);
  return found;
}

/** The clinic's calls about upsell requests: products patients in care ask to add to their treatment. */
export const upsellRequestHandlers = {
  upsells: async ({ query }, ctx) => {
    const page = await upsellRequestsToDecide(ctx, query.nextpage);
    for (const { patient } of page.items) ctx.auditPatient(patient.id);
    return page;
  },

  approveUpsell: async ({ params, body }, ctx) => {
    await approveUpsell(ctx, await loadUpsellRequest(ctx, params.id), body ?? {});
    return presentUpsellRequest(ctx, await loadUpsellRequest(ctx, params.id));
  },

  declineUpsell: async ({ params, body }, ctx) => {
    await declineUpsell(ctx, await loadUpsellRequest(ctx, params.id), body);
    return presentUpsellRequest(ctx, await loadUpsellRequest(ctx, params.id));
  },
} satisfies Pick<Handlers<typeof care>, "upsells" | "approveUpsell" | "declineUpsell">;

/** The clinic's call that changes a treatment. */
export const treatmentChangeHandlers = (hasFollowup: HasFollowup) =>
  ({
    async changeTreatment({ params, body }, ctx) {
      const patientId = await patientOfSubscription(ctx.db, params.id);
      if (patientId === undefined) throw new Refusal("not_found");
      ctx.auditPatient(patientId);
      const { status, cents, beforeCents } = await changeTreatment(ctx, patientId, params.id, body, hasFollowup);
      const subscriptions = await loadSubscriptions(ctx, patientId, await activePrescriptions(ctx, patientId));
      const subscription = subscriptions.find(({ id }) => id === params.id);
      if (!subscription) throw new Refusal("not_found");
      return { status, price: toDollars(cents), before: toDollars(beforeCents), subscription };
    },
  }) satisfies Partial<Handlers<typeof care>>;
