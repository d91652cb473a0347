import type { care } from "#contract/care/calls.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import {
  canAnswerDispute,
  disputeById,
  type DisputeWithOrder,
  disputesAfter,
  resumeCharges,
  stopsCharges,
} from "#server/payment/public.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { paginate, pageSize, decodeCursor } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { loadPatientSummaries, type ClinicContext } from "../chart/patient-summary.ts";

/** The clinic's calls about disputed payments. */
export const disputeHandlers = {
  disputes: async ({ query }, ctx) => {
    const rows = await disputesAfter(ctx.db, decodeCursor(query.nextpage), pageSize + 1);
    const { items, nextpage } = paginate(rows, ({ opened_at: at, id }) => ({ at, id }));
    return { items: await presentDisputes(ctx, items), nextpage };
  },
  resumeCharges: async ({ params }, ctx) => {
    const known = await disputeById(ctx.db, params.id);
    if (known) ctx.auditPatient(known.patient_id);
    await resumeCharges(ctx, params.id);
    const now = await disputeById(ctx.db, params.id);
    const [dispute] = now ? await presentDisputes(ctx, [now]) : [];
    if (!dispute) throw new Refusal("not_found");
    return { dispute };
  },
} satisfies Partial<Handlers<typeof care>>;

export async function presentDisputes(ctx: ClinicContext, rows: readonly DisputeWithOrder[]) {
  const ids = [...new Set(rows.map(({ patient_id }) => patient_id))];
  for (const id of ids) ctx.auditPatient(id);
  const patients = new Map((await loadPatientSummaries(ctx, ids)).map((each) => [each.id, each]));
  return rows.flatMap((row) => {
    const patient = patients.get(row.patient_id);
    return patient
      ? [
          {
            id: row.id,
            patient,
            orderid: row.order_id,
            ordernumber: row.order_number,
            amount: toDollars(row.amount_cents),
            reason: row.reason,
            status: row.status,
            evidencedueby: row.evidence_due_by?.toISOString() ?? null,
            openedat: row.opened_at.toISOString(),
            chargesstopped: stopsCharges(row),
            answer: row.evidence_status && {
              status: row.evidence_status,
              askedat: (row.evidence_asked_at ?? row.updated_at).toISOString(),
              settledat: row.evidence_settled_at?.toISOString() ?? null,
            },
            answerable: canAnswerDispute(row, ctx.clock.now()),
          },
        ]
      : [];
  });
}
