import type { care } from "#contract/care/calls.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { keepVisitNote, requireLicensedDoctor, requirePatient, setFollowupDay } from "#server/care/public.ts";
import { loadCareStatus } from "#server/cases/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { loadCodes } from "../discount-codes.ts";
import { closeFollowup } from "./close-followup.ts";
import { loadFollowupDay } from "./followup-day.ts";
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
  followupDay: async ({ params }, ctx) => loadFollowupDay(ctx, await requirePatient(ctx, params.id)),
  setFollowupDay: async ({ params, body: { followupon, doctorid } }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    return inTransaction(ctx, async (tx) => {
      const named = doctorid ?? (await loadCareStatus(tx, patientId))?.doctor?.id;
      if (named === undefined) throw ctx.refuse("wrong_state", { message: "Please name the doctor who asks." });
      const doctorId = await requireLicensedDoctor(tx, patientId, named);
      await setFollowupDay(tx, patientId, { followupon, doctorId });
      return loadFollowupDay(tx, patientId);
    });
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
  closeFollowup: async ({ params, body }, ctx) => {
    const { patient_id: patientId, ...row } = await loadFollowupForAudit(ctx, params.id);
    const closed = await closeFollowup(ctx, { ...row, patient_id: patientId }, { ...body, by: ctx.clinic });
    await keepVisitNote(ctx, {
      ...{ patientId, refId: params.id, body },
      facts: () => visitNoteFacts("review_read", [], { message: body?.note, followupon: body?.followupon }),
    });
    return loadResult(ctx, closed);
  },
} satisfies Partial<Handlers<typeof care>>;
