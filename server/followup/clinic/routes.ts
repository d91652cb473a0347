import type { care } from "#contract/care/calls.ts";
import { requirePatient } from "#server/care/public.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { loadCodes } from "../discount-codes.ts";
import { closeFollowup } from "./close-followup.ts";
import { loadResult, loadFollowupForAudit, listUnreadResults } from "./result.ts";
import { sendFollowup } from "./send-followup.ts";

/** The practice's calls about follow-ups. */
export const clinicFollowupHandlers = {
  sendFollowup: async ({ params, body }, ctx) => {
    const { id, status, code } = await sendFollowup(
      ctx,
      await requirePatient(ctx, params.id),
      body?.code ?? null,
      ctx.clinic,
    );
    return { followupid: id, followupstatus: status === "SENT" ? "SENT" : "CLAIMED", code };
  },
  followupCodes: async (_input, ctx) => ({
    items: (await loadCodes(ctx.db)).map(({ code, percent }) => ({ code, percent })),
  }),
  followups: async ({ query }, ctx) => {
    const page = await listUnreadResults(ctx, query.nextpage);
    for (const { patient } of page.items) ctx.auditPatient(patient.id);
    return page;
  },
  followupResult: async ({ params }, ctx) => loadResult(ctx, await loadFollowupForAudit(ctx, params.id)),
  closeFollowup: async ({ params, body }, ctx) =>
    loadResult(ctx, await closeFollowup(ctx, await loadFollowupForAudit(ctx, params.id), { ...body, by: ctx.clinic })),
} satisfies Partial<Handlers<typeof care>>;
