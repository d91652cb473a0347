import type { care } from "#contract/care/calls.ts";
import { presentDisputes } from "#server/care/public.ts";
import { askAnswer, disputeById, type DisputeWithOrder } from "#server/payment/public.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { printed } from "../pdf/printed.ts";
import { evidenceOf, leftOut } from "./dispute-evidence.ts";
import { evidencePdf } from "./evidence-pdf.ts";

type Context = Parameters<typeof presentDisputes>[0];

/** The calls about what a bank is told of a dispute. */
export const disputeEvidenceHandlers = {
  disputeEvidence: async ({ params, query }, ctx) => {
    const dispute = await requireDispute(ctx, params.id);
    const { sections, contactLeftOut, revision } = await evidenceOf(ctx, dispute, query.withcontact === "true");
    return {
      sections: sections.map(({ title, lines }) => ({
        title,
        lines: lines.map(({ at, text }) => ({ at: at?.toISOString() ?? null, text })),
      })),
      contactleftout: contactLeftOut,
      leftout: [...leftOut],
      revision,
    };
  },
  disputeEvidenceFile: async ({ params, query }, ctx) => {
    const dispute = await requireDispute(ctx, params.id);
    const evidence = await evidenceOf(ctx, dispute, query.withcontact === "true");
    const bytes = await printed(ctx, () => evidencePdf(ctx.content, dispute, evidence, ctx.clock.now()));
    return { bytes, type: "application/pdf", filename: `dispute-${dispute.order_number ?? dispute.id}.pdf` };
  },
  answerDispute: async ({ params, body }, ctx) => {
    const dispute = await requireDispute(ctx, params.id);
    if (dispute.evidence_status === null) {
      const { sent, revision } = await evidenceOf(ctx, dispute, body.withcontact === true);
      if (revision !== body.revision)
        throw ctx.refuse("conflict", {
          message: "There's something new to send. Please look at it again, then send it.",
        });
      if (body.withcontact === true)
        ctx.auditPatient(dispute.patient_id, { ground: "contact_to_bank", id: dispute.id });
      await askAnswer(ctx, { dispute, evidence: sent, actor: ctx.clinic.actor });
    } else if (dispute.evidence_status === "refused") {
      throw ctx.refuse("wrong_state", {
        message: "The gateway has already refused an answer to this dispute. Look at it in the gateway's dashboard.",
      });
    }
    const [presented] = await presentDisputes(ctx, [await requireDispute(ctx, params.id)]);
    if (!presented) throw new Refusal("not_found");
    return { dispute: presented };
  },
} satisfies Partial<Handlers<typeof care>>;

async function requireDispute(ctx: Context, id: string): Promise<DisputeWithOrder> {
  const dispute = await disputeById(ctx.db, id);
  if (!dispute) throw new Refusal("not_found");
  ctx.auditPatient(dispute.patient_id);
  return dispute;
}
