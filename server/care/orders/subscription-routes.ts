import type { care } from "#contract/care/calls.ts";
import type { PatientAsked } from "#contract/care/subscriptions.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import {
  cancelSubscriptions,
  findPrescriptionOrder,
  loadSubscriptions,
  movePrescriptionOrder,
  pauseSubscriptions,
  restartSubscription,
  resumeSubscriptions,
  skipPrescriptionOrder,
  takeSkipBack,
} from "#server/treatment/public.ts";
import { type ClinicContext, requirePatient } from "../chart/patient-summary.ts";
import {
  keepPatientRequest,
  requireAskedBefore,
  requireProofOrLetter,
  type SubscriptionAction,
} from "./patient-requests.ts";

interface Params {
  readonly id: string;
  readonly subscriptionid: string;
}

/**
 * Does `work` to the subscription of a patient who asked for it, keeps that they did, and answers with what they have now. `bad_request` for a day to come, or
 * where nobody noted how they showed who they are.
 */
async function actAsAsked(
  ctx: ClinicContext & { readonly clinic: ClinicCaller },
  { id: patientId, subscriptionid: subscriptionId }: Params,
  { action, asked }: { readonly action: SubscriptionAction; readonly asked: PatientAsked },
  work: (target: { readonly patientId: string; readonly subscriptionId: string }) => Promise<string>,
) {
  await requirePatient(ctx, patientId);
  requireAskedBefore(ctx, asked);
  requireProofOrLetter(asked);
  const message = await work({ patientId, subscriptionId });
  await keepPatientRequest(ctx, { patientId, subscriptionId, action, asked });
  const subscriptions = await loadSubscriptions(ctx, patientId, await activePrescriptions(ctx, patientId));
  return { message, subscriptions };
}

/** The same with one of their prescription orders. */
async function actOnOrderAsAsked(
  ctx: ClinicContext & { readonly clinic: ClinicCaller },
  {
    id: patientId,
    prescriptionorderid: prescriptionOrderId,
  }: { readonly id: string; readonly prescriptionorderid: string },
  done: { readonly action: SubscriptionAction; readonly asked: PatientAsked },
  work: (patientId: string, prescriptionOrderId: string) => Promise<string>,
) {
  const order = await findPrescriptionOrder(ctx.db, patientId, prescriptionOrderId);
  if (!order) throw new Refusal("not_found");
  return actAsAsked(ctx, { id: patientId, subscriptionid: order.subscription_id }, done, () =>
    work(patientId, prescriptionOrderId),
  );
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
  restartSubscription: ({ params, body: { asked } }, ctx) =>
    actAsAsked(ctx, params, { action: "restart", asked }, (target) => restartSubscription(ctx, target)),
  skipPrescriptionOrder: ({ params, body: { asked } }, ctx) =>
    actOnOrderAsAsked(ctx, params, { action: "skip", asked }, (...order) => skipPrescriptionOrder(ctx, ...order)),
  takeSkipBack: ({ params, body: { asked } }, ctx) =>
    actOnOrderAsAsked(ctx, params, { action: "unskip", asked }, (...order) => takeSkipBack(ctx, ...order)),
  movePrescriptionOrder: ({ params, body: { asked, day } }, ctx) =>
    actOnOrderAsAsked(ctx, params, { action: "move", asked }, (patientId, prescriptionOrderId) =>
      movePrescriptionOrder(ctx, { patientId, prescriptionOrderId, day }),
    ),
} satisfies Pick<
  Handlers<typeof care>,
  | "cancelSubscription"
  | "pauseSubscription"
  | "resumeSubscription"
  | "restartSubscription"
  | "skipPrescriptionOrder"
  | "takeSkipBack"
  | "movePrescriptionOrder"
>;
