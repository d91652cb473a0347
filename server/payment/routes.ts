import type { payment } from "#contract/payment.ts";
import type { Context, Handlers } from "#server/platform/http/handler.ts";
import { putCardOnFile } from "./attach.ts";
import { defaultSource, presentSource } from "./sources.ts";

const save = async (source: string, ctx: Context<typeof payment.saveSource>) =>
  presentSource(
    await putCardOnFile(ctx, { patientId: ctx.caller.patientId, source, idempotencyKey: ctx.idempotencyKey }),
  );

export const paymentHandlers = {
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
