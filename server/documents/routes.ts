import type { documents } from "#contract/documents/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Caller } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { availableDocuments } from "./available.ts";
import {
  createFhirRecord,
  createMedicalLetter,
  createMedicalRecord,
  createNdcLetter,
  createReceipt,
} from "./downloads.ts";
import { insuranceHandlers } from "./insurance-routes.ts";

/** Writing a paper takes time: nobody reads more of them, of all kinds together. */
export const documentsPerMinute = { points: 20, seconds: 60 };

interface DocumentRequest {
  readonly params: { readonly id: string };
}

/** The patient's own id, which the papers are named by; another one is not found. */
async function requireOwnId(
  { params }: DocumentRequest,
  { caller, limiter }: { readonly caller: Caller } & Pick<Services, "limiter">,
) {
  if (params.id.toLowerCase() !== caller.patientId) throw new Refusal("not_found");
  await limiter.consume("paper", caller.patientId, documentsPerMinute);
  return caller.patientId;
}

export const documentsHandlers = {
  ...insuranceHandlers,
  available: (_input, ctx) => availableDocuments(ctx, ctx.caller.patientId),
  hsaReceipt: async (input, ctx) => createReceipt(ctx, "hsa", await requireOwnId(input, ctx), undefined),
  hsaReceiptOfYear: async (input, ctx) => createReceipt(ctx, "hsa", await requireOwnId(input, ctx), input.params.year),
  fsaReceipt: async (input, ctx) => createReceipt(ctx, "fsa", await requireOwnId(input, ctx), undefined),
  fsaReceiptOfYear: async (input, ctx) => createReceipt(ctx, "fsa", await requireOwnId(input, ctx), input.params.year),
  ndcLetter: async (input, ctx) => createNdcLetter(ctx, await requireOwnId(input, ctx), undefined),
  ndcLetterOfYear: async (input, ctx) => createNdcLetter(ctx, await requireOwnId(input, ctx), input.params.year),
  medicalLetter: async (input, ctx) => createMedicalLetter(ctx, await requireOwnId(input, ctx)),
  medicalRecords: async (input, ctx) => createMedicalRecord(ctx, await requireOwnId(input, ctx)),
  medicalRecordsFhir: async (input, ctx) => createFhirRecord(ctx, await requireOwnId(input, ctx)),
} satisfies Handlers<typeof documents>;
