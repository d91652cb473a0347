import type { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { letterSigner, requirePatient } from "#server/care/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { reviewsOf } from "#server/work-items/public.ts";
import { printOrders } from "./dispensing/print-orders.ts";
import { loadDocumentSubject } from "./document-subject.ts";
import { findDocuments } from "./insurance/insurance-document-queries.ts";
import { addDocument, documentFile, fileNameOf, titleOf } from "./insurance/insurance-documents.ts";
import { letterheadOf } from "./medical-record/letterhead.ts";

/** The clinic's calls about documents: those patients sent for their insurance, and what the pharmacy prints. */
export const clinicDocumentHandlers = {
  patientDocument: async ({ params }, ctx) =>
    documentFile(ctx, await requirePatient(ctx, params.id), params.documentid, "practice"),

  fileDocument: {
    resumable: async ({ params, body: { kind, title, from, datedon } }, ctx) => {
      const patientId = await requirePatient(ctx, params.id);
      if (datedon !== undefined && datedon > clinicToday(ctx))
        throw new Refusal("bad_request", {
          fields: [{ path: "datedon", message: toText(ctx.content, sentence("documents.dated_ahead")) }],
        });
      const filed = { by: ctx.clinic.actor, from, datedOn: datedon };
      const { id } = await addDocument(ctx, patientId, { kind, title, filed }, ctx.file, ctx.idempotencyKey);
      return { id };
    },
  },

  letterhead: async ({ params, query }, ctx) => {
    const id = await requirePatient(ctx, params.id);
    const signer = await letterSigner(ctx, id, ctx.clinic.member?.doctorId ?? query.doctorid);
    return letterheadOf(ctx.content, await loadDocumentSubject(ctx, id), { ...signer, issuedAt: ctx.clock.now() });
  },

  printOrders: async ({ body }, ctx) => {
    const { file, patientIds } = await printOrders(ctx, body);
    for (const id of patientIds) ctx.auditPatient(id);
    return file;
  },
} satisfies Partial<Handlers<typeof care>>;

/** The newest of them, as the patient's record lists them. */
export async function patientDocuments(
  services: Pick<Services, "db" | "secrets" | "content">,
  patientId: string,
  limit: number,
): Promise<PatientRecord["documents"]> {
  const rows = await findDocuments(services, patientId, { reader: "practice", after: null, limit });
  const reviews = await reviewsOf(
    services,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, kind, title: given, type, fileAt, filed, isReported }) => {
    const title = titleOf(services.content, kind, given);
    return {
      ...{ id, kind, title, filename: fileNameOf(title, type), uploadedat: fileAt.toISOString() },
      ...{ filed, review: reviews.get(id) ?? null, misfiled: isReported ? ("reported" as const) : null },
    };
  });
}
