import type { care } from "#contract/care/calls.ts";
import { requirePatient } from "#server/care/public.ts";
import { withdrawDocument } from "#server/documents/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { requireRightPatient } from "./right-patient.ts";

/** What the practice does about a document among a patient's that is about another one. */
export const fileDocumentHandlers = {
  withdrawDocument: async ({ params: { id, documentid: documentId }, body: { forpatientid: rightId } }, ctx) => {
    const patientId = await requirePatient(ctx, id);
    if (rightId !== undefined) await requireRightPatient(ctx, rightId, patientId);
    return inTransaction(ctx, async (tx) => {
      const withdrawn = await withdrawDocument(tx, { patientId, documentId, rightId, actor: ctx.clinic.actor });
      if (withdrawn === "already")
        throw ctx.refuse("conflict", { message: "Somebody else has taken this document out already." });
      return { id: documentId, withdrawnat: withdrawn.toISOString() };
    });
  },
} satisfies Partial<Handlers<typeof care>>;
