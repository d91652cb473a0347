import type { Output } from "#contract/http/endpoint.ts";
import type { payment } from "#contract/payment.ts";
import type { Context, Handlers } from "#server/platform/http/handler.ts";
import type { RateLimit } from "#server/platform/rate-limit.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { defaultSource, presentSource, putCardOnFile } from "./cards.ts";

/** Per patient: trying out stolen cards takes many. Replayed answers are not counted. */
const cardsPerHour: RateLimit = {
  points: 10,
  seconds: 3600,
  message: sentence("payment.too_many_cards"),
};

/** Called after the patient puts a card on file, with the call's idempotency key. */
export type CardSaved = (
  services: Services,
  card: { readonly patientId: string; readonly idempotencyKey: string },
) => Promise<Output<typeof payment.saveSource>["retried"]>;

/** `onCardSaved` is called for every card put on file. */
export const paymentHandlers = (onCardSaved: CardSaved) => {
  const save = async (source: string, ctx: Context<typeof payment.saveSource>) => {
    await ctx.limiter.consume("card", ctx.caller.patientId, cardsPerHour);
    const card = { patientId: ctx.caller.patientId, idempotencyKey: ctx.idempotencyKey };
    const savedSource = await putCardOnFile(ctx, { ...card, source });
    return { ...presentSource(savedSource), retried: await onCardSaved(ctx, card) };
  };
  return {
    saveSource: { resumable: async ({ body }, ctx) => save(body.source, ctx) },
    createSource: { resumable: async ({ body }, ctx) => save(body.source, ctx) },
    sources: async (_input, { db, caller, gateway }) => {
      const source = await defaultSource(db, caller.patientId);
      return {
        source: source ? presentSource(source) : null,
        gateway: { name: gateway.name, publishablekey: gateway.publishableKey },
      };
    },
  } satisfies Handlers<typeof payment>;
};
