import type { Output } from "#contract/endpoint.ts";
import type { treatment } from "#contract/treatment.ts";
import type { Caller } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { prescribedTo } from "#server/care/public.ts";
import { presentOrder } from "#server/store/public.ts";
import { openBook } from "./book.ts";
import { readChanges } from "./change-present.ts";
import type { Target } from "./change-subscriptions.ts";
import type { Supplied } from "./order-supply.ts";
import { subscriptionsOf } from "./present-subscriptions.ts";
import { togetherText } from "./texts.ts";

type Ctx = Services & { readonly caller: Caller };

/** Whose subscriptions a call is about: the path names the patient, who is the caller; another one is not found. */
export function targetOf(
  { caller }: Ctx,
  params: { readonly id: string },
  body: { readonly subscriptionid?: string | undefined; readonly alone?: boolean | undefined } | null | undefined,
): Target {
  if (params.id !== caller.patientId) throw new Refusal("not_found");
  return { patientId: caller.patientId, subscriptionId: body?.subscriptionid, alone: body?.alone };
}

export const replySubscriptions = async (ctx: Ctx, message: string) => ({ message, subscriptions: await hers(ctx) });

export const replySupply = async (ctx: Ctx, supplyId: string, message: string) => ({
  message,
  prescriptionorder: await supplyIn(ctx, supplyId),
});

/** The change as it is now, with the sentence on what she decided. */
export async function replyChange(ctx: Ctx, changeId: string, message: string) {
  const { patientId } = ctx.caller;
  const book = await openBook(ctx, patientId, await prescribedTo(ctx, patientId));
  const change = (await readChanges(ctx, book, patientId)).find(({ id }) => id === changeId);
  if (!change) throw new Refusal("not_found");
  return { message, change };
}

const orderedText = "Thank you. It is paid, and the pharmacy has your order.";
const reviewText = "Your doctor has to renew your prescription first, so we asked for that. Nothing is charged before.";

export async function replySupplied(
  ctx: Ctx,
  { orderId, supplyId, names = [] }: Supplied,
): Promise<Output<typeof treatment.getNext>> {
  const order = orderId === null ? null : ((await presentOrder(ctx, orderId)) ?? null);
  return {
    outcome: orderId === null ? "review_requested" : "ordered",
    message: orderId === null ? reviewText : `${orderedText} ${togetherText(names)}`.trim(),
    prescriptionorder: await supplyIn(ctx, supplyId),
    order,
  };
}

async function supplyIn(ctx: Ctx, id: string) {
  const found = (await hers(ctx))
    .flatMap(({ prescriptionorders }) => prescriptionorders)
    .find((each) => each.id === id);
  if (!found) throw new Refusal("not_found");
  return found;
}

const hers = async (ctx: Ctx) =>
  subscriptionsOf(ctx, ctx.caller.patientId, await prescribedTo(ctx, ctx.caller.patientId));
