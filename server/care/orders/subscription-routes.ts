import type { care } from "#contract/care/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import {
  cancelSubscriptions,
  loadSubscriptions,
  pauseSubscriptions,
  resumeSubscriptions,
} from "#server/treatment/public.ts";
import { type ClinicContext, requirePatient } from "../patients/patient-summary.ts";

interface Params {
  readonly id: string;
  readonly subscriptionid: string;
}

/** The subscription a call is about; its patient is recorded for the audit. */
async function targetOf(ctx: ClinicContext, { id: patientId, subscriptionid: subscriptionId }: Params) {
  await requirePatient(ctx, patientId);
  return { patientId, subscriptionId };
}

const result = async (ctx: ClinicContext, { id }: Params, message: string) => ({
  message,
  subscriptions: await loadSubscriptions(ctx, id, await activePrescriptions(ctx, id)),
});

/** The clinic's calls for a patient who asks by phone for what they could do themselves. */
export const careSubscriptionHandlers = {
  cancelSubscription: async ({ params, body }, ctx) => {
    const target = await targetOf(ctx, params);
    return result(ctx, params, await cancelSubscriptions(ctx, { ...target, reason: body.reason }));
  },
  pauseSubscription: async ({ params, body }, ctx) =>
    result(ctx, params, await pauseSubscriptions(ctx, await targetOf(ctx, params), body.months)),
  resumeSubscription: async ({ params }, ctx) =>
    result(ctx, params, await resumeSubscriptions(ctx, await targetOf(ctx, params))),
} satisfies Pick<Handlers<typeof care>, "cancelSubscription" | "pauseSubscription" | "resumeSubscription">;
