import type { care } from "#contract/care/calls.ts";
import type { PatientAsked } from "#contract/care/subscriptions.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import {
  cancelSubscriptions,
  loadSubscriptions,
  pauseSubscriptions,
  resumeSubscriptions,
} from "#server/treatment/public.ts";
import { type ClinicContext, requirePatient } from "../chart/patient-summary.ts";
import { keepPatientRequest, requireAskedBefore, type SubscriptionAction } from "./patient-requests.ts";

interface Params {
  readonly id: string;
  readonly subscriptionid: string;
}

/** Does `work` to the subscription of a patient who asked for it, keeps that they did, and answers with what they have now. */
async function actAsAsked(
  ctx: ClinicContext & { readonly clinic: ClinicCaller },
  { id: patientId, subscriptionid: subscriptionId }: Params,
  { action, asked }: { readonly action: SubscriptionAction; readonly asked: PatientAsked },
  work: (target: { readonly patientId: string; readonly subscriptionId: string }) => Promise<string>,
) {
  await requirePatient(ctx, patientId);
  requireAskedBefore(ctx, asked);
  const message = await work({ patientId, subscriptionId });
  await keepPatientRequest(ctx, { patientId, subscriptionId, action, asked });
  const subscriptions = await loadSubscriptions(ctx, patientId, await activePrescriptions(ctx, patientId));
  return { message, subscriptions };
}

/** The clinic's calls for a patient who asks for what they could do themselves. */
export const careSubscriptionHandlers = {
  cancelSubscription: ({ params, body: { asked, reason, despitewarning } }, ctx) =>
    actAsAsked(ctx, params, { action: "cancel", asked }, (target) =>
      cancelSubscriptions(ctx, { ...target, reason, asksFirst: despitewarning !== true }),
    ),
  pauseSubscription: ({ params, body: { asked, months } }, ctx) =>
    actAsAsked(ctx, params, { action: "pause", asked }, (target) => pauseSubscriptions(ctx, target, months)),
  resumeSubscription: ({ params, body: { asked } }, ctx) =>
    actAsAsked(ctx, params, { action: "resume", asked }, (target) => resumeSubscriptions(ctx, target)),
} satisfies Pick<Handlers<typeof care>, "cancelSubscription" | "pauseSubscription" | "resumeSubscription">;
