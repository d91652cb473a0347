import type { documents } from "#contract/documents/calls.ts";
import { forPatient, letterById, pageOfVisitNotes } from "#server/care/public.ts";
import { mergedFrom } from "#server/persons/public.ts";
import { callerKey } from "#server/platform/http/authenticate.ts";
import type { Handlers, Caller } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import {
  createFhirRecord,
  createMedicalLetter,
  createMedicalRecord,
  createNdcLetter,
  createReceipt,
  availableDocuments,
} from "./downloads.ts";
import { addDocument, documentFile, listDocuments, replaceDocument } from "./insurance/insurance-documents.ts";

/** Insurance cards, referrals and results that patients send to the practice. */
const insuranceHandlers = {
  list: ({ query }, ctx) => listDocuments(ctx, ctx.caller.patientId, query.nextpage),
  upload: {
    resumable: ({ body }, ctx) => addDocument(ctx, ctx.caller.patientId, body, ctx.file, ctx.idempotencyKey),
  },
  replace: ({ params, body }, ctx) => replaceDocument(ctx, ctx.caller.patientId, params.id, body, ctx.file),
  file: ({ params }, ctx) => documentFile(ctx, ctx.caller.patientId, params.id, "patient"),
} satisfies Handlers<Pick<typeof documents, "list" | "upload" | "replace" | "file">>;

/** Writing a document takes time, so this limits all kinds together; nobody reads more of them. */
export const documentsPerMinute = { points: 20, seconds: 60 };

interface DocumentRequest {
  readonly params: { readonly id: string };
}

/** The patient's own id, which the documents are addressed by, or that of an account merged into theirs; any other is not found. */
async function requireOwnId(
  { params }: DocumentRequest,
  { caller, limiter, db }: { readonly caller: Caller } & Pick<Services, "limiter" | "db">,
) {
  const id = params.id.toLowerCase();
  if (id !== caller.patientId && !(await mergedFrom(db, caller.patientId)).includes(id)) throw new Refusal("not_found");
  await limiter.consume("paper", callerKey(caller), documentsPerMinute);
  return id;
}

/** Whose care the letter with this id ends; null: it's no such letter's id, or one that was taken back. */
async function patientOfEndOfCareLetter(ctx: Pick<Services, "db" | "secrets">, id: string): Promise<string | null> {
  const letter = await letterById(ctx, id);
  if (letter?.purpose !== "end_of_care" || letter.misfiled !== null) return null;
  return letter.patientId;
}

export const documentsHandlers = {
  ...insuranceHandlers,
  visitNotes: async ({ query }, ctx) => {
    const { patientId } = ctx.caller;
    const own = [patientId, ...(await mergedFrom(ctx.db, patientId))];
    const { items, nextpage } = await pageOfVisitNotes(ctx, own, query.nextpage);
    return { items: items.map(forPatient), nextpage };
  },
  available: (_input, ctx) => availableDocuments(ctx, ctx.caller.patientId),
  hsaReceipt: async (input, ctx) => createReceipt(ctx, "hsa", await requireOwnId(input, ctx), undefined),
  hsaReceiptOfYear: async (input, ctx) => createReceipt(ctx, "hsa", await requireOwnId(input, ctx), input.params.year),
  fsaReceipt: async (input, ctx) => createReceipt(ctx, "fsa", await requireOwnId(input, ctx), undefined),
  fsaReceiptOfYear: async (input, ctx) => createReceipt(ctx, "fsa", await requireOwnId(input, ctx), input.params.year),
  ndcLetter: async (input, ctx) => createNdcLetter(ctx, await requireOwnId(input, ctx), undefined),
  ndcLetterOfYear: async (input, ctx) => createNdcLetter(ctx, await requireOwnId(input, ctx), input.params.year),
  medicalLetter: async (input, ctx) => {
    const noticed = await patientOfEndOfCareLetter(ctx, input.params.id);
    const patientId = await requireOwnId({ params: { id: noticed ?? input.params.id } }, ctx);
    return createMedicalLetter(ctx, patientId, noticed === null ? "medical" : "end_of_care");
  },
  medicalRecords: async (input, ctx) => createMedicalRecord(ctx, await requireOwnId(input, ctx)),
  medicalRecordsFhir: async (input, ctx) => createFhirRecord(ctx, await requireOwnId(input, ctx)),
} satisfies Handlers<
  Omit<typeof documents, "reportLetter" | "reportDocument" | "recordCodes" | "makeRecordCode" | "endRecordCode">
>;
