import type { Output } from "#contract/http/endpoint.ts";
import type { treatment } from "#contract/treatment/calls.ts";
import { presentOrder } from "#server/orders/public.ts";
import type { Caller } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { loadTreatmentChanges } from "./changes/present-changes.ts";
import type { PlaceOrderResult } from "./prescription-orders/place-prescription-order.ts";
import { companionsSentence } from "./sentences.ts";
import { loadTreatmentSnapshot } from "./snapshot/treatment-snapshot.ts";
import { loadSubscriptions } from "./subscriptions/present-subscriptions.ts";
import type { SubscriptionTarget } from "./subscriptions/targeted-subscriptions.ts";

type Ctx = Services & { readonly caller: Caller };

/** The subscriptions a call is about. The path names the patient, who must be the caller; any other id is `not_found`. */
export function subscriptionTargetOf(
  { caller }: Ctx,
  params: { readonly id: string },
  body: { readonly subscriptionid?: string | undefined; readonly separately?: boolean | undefined } | null | undefined,
): SubscriptionTarget {
  if (params.id !== caller.patientId) throw new Refusal("not_found");
  return { patientId: caller.patientId, subscriptionId: body?.subscriptionid, withoutCompanions: body?.separately };
}

export const subscriptionsResult = async (ctx: Ctx, message: string) => ({
  message,
  subscriptions: await loadOwnSubscriptions(ctx),
});

export const prescriptionOrderResult = async (ctx: Ctx, prescriptionOrderId: string, message: string) => ({
  message,
  prescriptionorder: await loadPrescriptionOrder(ctx, prescriptionOrderId),
});

/** The treatment change after the patient's decision, with a sentence on it. */
export async function treatmentChangeResult(ctx: Ctx, changeId: string, message: string) {
  const { patientId } = ctx.caller;
  const snapshot = await loadTreatmentSnapshot(ctx, patientId, await activePrescriptions(ctx, patientId));
  const change = (await loadTreatmentChanges(ctx, snapshot, patientId)).find(({ id }) => id === changeId);
  if (!change) throw new Refusal("not_found");
  return { message, change };
}

export async function placeOrderResult(
  ctx: Ctx,
  { orderId, prescriptionOrderId, names = [] }: PlaceOrderResult,
): Promise<Output<typeof treatment.getNext>> {
  const order = orderId === null ? null : ((await presentOrder(ctx, orderId)) ?? null);
  return {
    outcome: orderId === null ? "review_requested" : "ordered",
    message:
      orderId === null
        ? toText(ctx.content, sentence("treatment.renewal_requested"))
        : toText(ctx.content, sentence("treatment.ordered"), companionsSentence(names)),
    prescriptionorder: await loadPrescriptionOrder(ctx, prescriptionOrderId),
    order,
  };
}

async function loadPrescriptionOrder(ctx: Ctx, id: string) {
  const found = (await loadOwnSubscriptions(ctx))
    .flatMap(({ prescriptionorders }) => prescriptionorders)
    .find((each) => each.id === id);
  if (!found) throw new Refusal("not_found");
  return found;
}

const loadOwnSubscriptions = async (ctx: Ctx) =>
  loadSubscriptions(ctx, ctx.caller.patientId, await activePrescriptions(ctx, ctx.caller.patientId));
