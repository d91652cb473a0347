import type { care } from "#contract/care.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { touch } from "#server/care/public.ts";
import { closeReview } from "./close.ts";
import { codesOf } from "./codes.ts";
import { resultOf, touchReview, unreadResults } from "./result.ts";
import { sendReview } from "./send.ts";

/** The calls of the practice about treatment reviews. */
export const clinicFollowupHandlers = {
  sendFollowup: async ({ params, body }, ctx) => {
    const { id, status, code } = await sendReview(ctx, await touch(ctx, params.id), body?.code ?? null);
    return { followupid: id, followupstatus: status === "SENT" ? "SENT" : "CLAIMED", code };
  },
  followupCodes: async (_input, ctx) => ({
    items: (await codesOf(ctx.db)).map(({ code, percent }) => ({ code, percent })),
  }),
  followups: async ({ query }, ctx) => {
    const page = await unreadResults(ctx, query.nextpage);
    for (const { patient } of page.items) ctx.touches(patient.id);
    return page;
  },
  followupResult: async ({ params }, ctx) => resultOf(ctx, await touchReview(ctx, params.id)),
  closeFollowup: async ({ params, body }, ctx) =>
    resultOf(ctx, await closeReview(ctx, await touchReview(ctx, params.id), body ?? {})),
} satisfies Partial<Handlers<typeof care>>;
