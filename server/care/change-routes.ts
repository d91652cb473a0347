import type { care } from "#contract/care/calls.ts";
import { toDollars } from "#contract/fields/fields.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { patientOfSubscription, loadSubscriptions } from "#server/treatment/public.ts";
import { changeTreatment } from "./decisions/treatment-change.ts";
import { activePrescriptions } from "#server/prescriptions/prescriptions.ts";

/** The clinic's call that changes a treatment. */
export const treatmentChangeHandlers = {
  async changeTreatment({ params, body }, ctx) {
    const patientId = await patientOfSubscription(ctx.db, params.id);
    if (patientId === undefined) throw new Refusal("not_found");
    ctx.touches(patientId);
    const { status, cents, beforeCents } = await changeTreatment(ctx, patientId, params.id, body);
    const subscriptions = await loadSubscriptions(ctx, patientId, await activePrescriptions(ctx, patientId));
    const subscription = subscriptions.find(({ id }) => id === params.id);
    if (!subscription) throw new Refusal("not_found");
    return { status, price: toDollars(cents), before: toDollars(beforeCents), subscription };
  },
} satisfies Partial<Handlers<typeof care>>;
