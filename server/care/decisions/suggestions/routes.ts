import type { care } from "#contract/care/calls.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import type { treatment } from "#contract/treatment/calls.ts";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal, refusesAny } from "#server/platform/refusal.ts";
import { suggestionById, type SuggestionRow } from "#server/treatment/public.ts";
import { type ClinicContext, requirePatient } from "../../chart/patient-summary.ts";
import { keepVisitNote } from "../../visit-notes/keep-visit-note.ts";
import { keepOverride } from "../warning-overrides.ts";
import { agreeToSuggestion, declineSuggestion } from "./answer-suggestion.ts";
import { quoteSuggestion, suggestMedicine, withdrawSuggestion } from "./suggest-medicine.ts";
import { listSuggestible } from "./suggestion-target.ts";
import { suggestionsOf } from "./suggestions-of.ts";

/** The suggestion a call is about; its patient is recorded for the audit. */
async function loadSuggestion(ctx: ClinicContext, id: string): Promise<SuggestionRow> {
  const found = await suggestionById(ctx.db, id);
  if (!found) throw new Refusal("not_found");
  ctx.auditPatient(found.patient_id);
  return found;
}

async function suggestionResult(ctx: ClinicContext, patientId: string, id: string): Promise<Suggestion> {
  const found = (await suggestionsOf(ctx, patientId)).find((each) => each.id === id);
  if (!found) throw new Refusal("not_found");
  return found;
}

/** The clinic's calls about medicines that doctors suggest of their own accord. */
export const suggestionHandlers = {
  suggestibleMedicines: async ({ params }, ctx) => {
    await requirePatient(ctx, params.id);
    return { items: await listSuggestible(ctx, params.id) };
  },

  suggestionQuote: async ({ params, query }, ctx) => {
    await requirePatient(ctx, params.id);
    const doctorid = ctx.clinic.member?.doctorId ?? undefined;
    return quoteSuggestion({ ...ctx, ...refusesAny }, params.id, { ...query, doctorid });
  },

  suggestMedicine: async ({ params, body }, ctx) => {
    await requirePatient(ctx, params.id);
    const { id, weighed } = await suggestMedicine(ctx, params.id, body, { asksForReason: ctx.clinic.member !== null });
    await keepOverride(ctx, {
      ...{ patientId: params.id, decision: "suggestion", refId: id, override: body.override, weighed },
      ...{ products: async () => [body.productid], despiteWarning: body.despitewarning === true },
    });
    await keepVisitNote(ctx, {
      ...{ patientId: params.id, refId: id, body },
      facts: () => visitNoteFacts("medicine_suggested", [body.productid], { ...body, message: body.note }),
    });
    return suggestionResult(ctx, params.id, id);
  },

  withdrawSuggestion: async ({ params, body }, ctx) => {
    const { id, patient_id: patientId, product_id: productId } = await loadSuggestion(ctx, params.id);
    await withdrawSuggestion(ctx, { patientId, suggestionId: id }, body);
    await keepVisitNote(ctx, {
      ...{ patientId, refId: id, body },
      facts: () => visitNoteFacts("suggestion_withdrawn", [productId], { message: body.note }),
    });
    return suggestionResult(ctx, patientId, id);
  },
} satisfies Partial<Handlers<typeof care>>;

/** The patient's answer to a suggested medicine. Agreeing charges the card on file, so it may be sent again after a crash. */
export const suggestionAnswerHandlers = {
  agreeToSuggestion: {
    resumable: async ({ params, body }, ctx) => ({
      message: await agreeToSuggestion(ctx, {
        ...{ patientId: ctx.caller.patientId, suggestionId: params.id },
        ...{ price: body.price, key: ctx.idempotencyKey, afterAll: body.afterall },
      }),
    }),
  },
  declineSuggestion: async ({ params, body }, ctx) => ({
    message: await declineSuggestion(ctx, {
      ...{ patientId: ctx.caller.patientId, suggestionId: params.id },
      words: body.words,
    }),
  }),
} satisfies Partial<Handlers<typeof treatment>>;
