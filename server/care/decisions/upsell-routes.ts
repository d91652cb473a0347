import type { care } from "#contract/care/calls.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import { linesOf } from "#server/orders/public.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal, refusesAny } from "#server/platform/refusal.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { patientOfSubscription, loadSubscriptions } from "#server/treatment/public.ts";
import { upsellRequestById, type UpsellRequestRow } from "#server/upsell-requests/public.ts";
import type { ClinicContext } from "../chart/patient-summary.ts";
import { signPrepared } from "../prepared/sign-prepared.ts";
import { keepVisitNote } from "../visit-notes/keep-visit-note.ts";
import { changeTreatment, type HasFollowup, quoteTreatmentChange, withdrawChange } from "./treatment-change.ts";
import { approveUpsell, declineUpsell } from "./upsells/decide-upsell.ts";
import { upsellRequestsToDecide, presentUpsellRequest } from "./upsells/upsell-list.ts";
import { keepOverride } from "./warning-overrides.ts";

/** The upsell request a call is about; its patient is recorded for the audit. */
async function loadUpsellRequest(ctx: ClinicContext, id: string): Promise<UpsellRequestRow> {
  const found = await upsellRequestById(ctx.db, id);
  if (!found) throw new Refusal("not_found");
  ctx.auditPatient(found.patient_id);
  return found;
}

const requestedProducts = async ({ db }: ClinicContext, { order_id }: UpsellRequestRow): Promise<string[]> =>
  (await linesOf(db, [order_id])).map(({ product_id }) => product_id);

/** The clinic's calls about upsell requests: products patients in care ask to add to their treatment. */
export const upsellRequestHandlers = {
  upsells: async ({ query }, ctx) => {
    const page = await upsellRequestsToDecide(ctx, query.nextpage, query.patientid);
    for (const { patient } of page.items) ctx.auditPatient(patient.id);
    return page;
  },

  approveUpsell: async ({ params, body }, ctx) => {
    const request = await loadUpsellRequest(ctx, params.id);
    await approveUpsell(ctx, request, body ?? {});
    await keepOverride(ctx, {
      ...{ patientId: request.patient_id, decision: "upsell", refId: request.id, override: body?.override },
      products: () => requestedProducts(ctx, request),
      despiteWarning: body?.despitewarning === true,
    });
    await keepVisitNote(ctx, {
      ...{ patientId: request.patient_id, refId: request.id, body },
      facts: async () =>
        visitNoteFacts("upsell_approved", await requestedProducts(ctx, request), { ...body, message: body?.note }),
    });
    return presentUpsellRequest(ctx, await loadUpsellRequest(ctx, params.id));
  },

  declineUpsell: async ({ params, body }, ctx) => {
    const request = await loadUpsellRequest(ctx, params.id);
    await declineUpsell(ctx, request, body);
    await keepVisitNote(ctx, {
      ...{ patientId: request.patient_id, refId: request.id, body },
      facts: async () =>
        visitNoteFacts("upsell_declined", await requestedProducts(ctx, request), { message: body.reason }),
    });
    return presentUpsellRequest(ctx, await loadUpsellRequest(ctx, params.id));
  },
} satisfies Pick<Handlers<typeof care>, "upsells" | "approveUpsell" | "declineUpsell">;

/** The clinic's call that changes a treatment. */
export const treatmentChangeHandlers = (hasFollowup: HasFollowup) =>
  ({
    async treatmentChangeQuote({ params, query }, ctx) {
      const patientId = await patientOfSubscription(ctx.db, params.id);
      if (patientId === undefined) throw new Refusal("not_found");
      ctx.auditPatient(patientId);
      const doctorid = ctx.clinic.member?.doctorId ?? undefined;
      return quoteTreatmentChange({ ...ctx, ...refusesAny }, patientId, params.id, { ...query, doctorid });
    },

    async changeTreatment({ params, body }, ctx) {
      const patientId = await patientOfSubscription(ctx.db, params.id);
      if (patientId === undefined) throw new Refusal("not_found");
      ctx.auditPatient(patientId);
      const { status, cents, beforeCents, weighed } = await changeTreatment(ctx, patientId, params.id, body, {
        hasFollowup,
        asksForReason: ctx.clinic.member !== null,
      });
      await keepOverride(ctx, {
        ...{ patientId, decision: "change", refId: params.id, override: body.override, weighed },
        ...{ products: async () => [body.productid], despiteWarning: body.despitewarning === true },
      });
      const preparedBy = await signPrepared(ctx, {
        ...{ preparedId: body.preparedid, decision: "treatment_changed", refId: params.id },
      });
      await keepVisitNote(ctx, {
        ...{ patientId, refId: params.id, body, preparedBy },
        facts: () => visitNoteFacts("treatment_changed", [body.productid], { ...body, message: body.note }),
      });
      const subscriptions = await loadSubscriptions(ctx, patientId, await activePrescriptions(ctx, patientId));
      const subscription = subscriptions.find(({ id }) => id === params.id);
      if (!subscription) throw new Refusal("not_found");
      return { status, price: toDollars(cents), before: toDollars(beforeCents), subscription };
    },

    async withdrawChange({ params, body }, ctx) {
      const patientId = await patientOfSubscription(ctx.db, params.id);
      if (patientId === undefined) throw new Refusal("not_found");
      ctx.auditPatient(patientId);
      const { productId } = await withdrawChange(ctx, patientId, params.id, body);
      await keepVisitNote(ctx, {
        ...{ patientId, refId: params.id, body },
        facts: () => visitNoteFacts("change_withdrawn", [productId], { message: body.note }),
      });
      const subscriptions = await loadSubscriptions(ctx, patientId, await activePrescriptions(ctx, patientId));
      const subscription = subscriptions.find(({ id }) => id === params.id);
      if (!subscription) throw new Refusal("not_found");
      return { subscription };
    },
  }) satisfies Partial<Handlers<typeof care>>;
