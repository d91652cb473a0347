import type { documents } from "#contract/documents.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Caller } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { availableTo } from "./available.ts";
import { fhirRecordOf, medicalLetterOf, medicalRecordsOf, ndcLetterOf, receiptOf } from "./downloads.ts";
import { insuranceHandlers } from "./insurance-routes.ts";

/** Writing a paper takes time: nobody reads more of them, of all kinds together. */
export const papersPerMinute = { points: 20, seconds: 60 };

interface Asked {
  readonly params: { readonly id: string };
}

/** The patient's own id, which the papers are named by; another one is not found. */
async function own({ params }: Asked, { caller, limiter }: { readonly caller: Caller } & Pick<Services, "limiter">) {
  if (params.id.toLowerCase() !== caller.patientId) throw new Refusal("not_found");
  await limiter.consume("paper", caller.patientId, papersPerMinute);
  return caller.patientId;
}

export const documentsHandlers = {
  ...insuranceHandlers,
  available: (_input, ctx) => availableTo(ctx, ctx.caller.patientId),
  hsaReceipt: async (input, ctx) => receiptOf(ctx, "hsa", await own(input, ctx), undefined),
  hsaReceiptOfYear: async (input, ctx) => receiptOf(ctx, "hsa", await own(input, ctx), input.params.year),
  fsaReceipt: async (input, ctx) => receiptOf(ctx, "fsa", await own(input, ctx), undefined),
  fsaReceiptOfYear: async (input, ctx) => receiptOf(ctx, "fsa", await own(input, ctx), input.params.year),
  ndcLetter: async (input, ctx) => ndcLetterOf(ctx, await own(input, ctx), undefined),
  ndcLetterOfYear: async (input, ctx) => ndcLetterOf(ctx, await own(input, ctx), input.params.year),
  medicalLetter: async (input, ctx) => medicalLetterOf(ctx, await own(input, ctx)),
  medicalRecords: async (input, ctx) => medicalRecordsOf(ctx, await own(input, ctx)),
  medicalRecordsFhir: async (input, ctx) => fhirRecordOf(ctx, await own(input, ctx)),
} satisfies Handlers<typeof documents>;
