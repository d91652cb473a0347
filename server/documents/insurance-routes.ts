import type { documents } from "#contract/documents/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { addDocument, documentFile, listDocuments, replaceDocument } from "./insurance/insurance-documents.ts";

/** Insurance cards, referrals and results a patient sends us. */
export const insuranceHandlers = {
  list: ({ query }, ctx) => listDocuments(ctx, ctx.caller.patientId, query.nextpage),
  upload: {
    resumable: ({ body }, ctx) => addDocument(ctx, ctx.caller.patientId, body, ctx.file, ctx.idempotencyKey),
  },
  replace: ({ params, body }, ctx) => replaceDocument(ctx, ctx.caller.patientId, params.id, body, ctx.file),
  file: ({ params }, ctx) => documentFile(ctx, ctx.caller.patientId, params.id),
} satisfies Handlers<Pick<typeof documents, "list" | "upload" | "replace" | "file">>;
