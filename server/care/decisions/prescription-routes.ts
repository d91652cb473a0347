import type { care } from "#contract/care/calls.ts";
import { type DecidedFields, visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import type { VisitDecision } from "#contract/documents/visit-note.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { prescriptionById } from "#server/prescriptions/public.ts";
import type { ClinicContext } from "../chart/patient-summary.ts";
import { signPrepared } from "../prepared/sign-prepared.ts";
import { keepVisitNote } from "../visit-notes/keep-visit-note.ts";
import { holdPrescription, releasePrescription, stopPrescription } from "./act-on-prescription.ts";
import { allowEarlyFill } from "./allow-early-fill.ts";
import { changeDirections, quoteDirections } from "./change-directions.ts";
import { quoteStep } from "./quote-step.ts";
import { endMedicineRest, quoteRest, restMedicine } from "./rest-medicine.ts";

interface ActionBody {
  readonly reason: string;
  readonly message: string;
  readonly doctorid?: string | undefined;
  readonly visitnote?: string | undefined;
}

/** The command of a call, and what leaves its note in the record once it's done; the patient is recorded for the audit. */
async function commandFor(ctx: ClinicContext & { readonly clinic: ClinicCaller }, id: string, body: ActionBody) {
  const { reason, message, doctorid: doctorId } = body;
  const prescription = await prescriptionById(ctx.db, id);
  if (!prescription) throw new Refusal("not_found");
  const { patient_id: patientId, product_id: productId } = prescription;
  ctx.auditPatient(patientId);
  const keepNote = async <Result>(
    decision: VisitDecision,
    result: Result,
    decided: DecidedFields = {},
    preparedBy: string | null = null,
  ): Promise<Result> => {
    const facts = () => visitNoteFacts(decision, [productId], { message, ...decided });
    await keepVisitNote(ctx, { patientId, refId: id, body, preparedBy, facts });
    return result;
  };
  return { command: { prescriptionId: id, reason, message, doctorId }, keepNote };
}

/** The clinic's calls that stop, rest and release a medicine, let its next box come early, and change how it's used. */
export const prescriptionHandlers = {
  stepQuote: ({ params, query }, ctx) => quoteStep(ctx, params.id, query),
  stopPrescription: async ({ params, body }, ctx) => {
    const { command, keepNote } = await commandFor(ctx, params.id, body);
    const stopped = await stopPrescription(ctx, {
      ...{ ...command, wrongPatient: body.wrongpatient ?? false, actor: ctx.clinic.actor },
    });
    return keepNote("medicine_stopped", stopped);
  },
  holdPrescription: async ({ params, body }, ctx) => {
    const { command, keepNote } = await commandFor(ctx, params.id, body);
    return keepNote("medicine_held", await holdPrescription(ctx, command));
  },
  releasePrescription: async ({ params, body }, ctx) => {
    const { command, keepNote } = await commandFor(ctx, params.id, body);
    const released = await releasePrescription(ctx, { ...command, despiteWarning: body.despitewarning ?? false });
    return keepNote("medicine_released", released);
  },
  allowEarlyFill: async ({ params, body }, ctx) => {
    const { command, keepNote } = await commandFor(ctx, params.id, body);
    const { cause, partnersgone: partnersGone = false } = body;
    return keepNote("early_fill_allowed", await allowEarlyFill(ctx, { ...command, cause, partnersGone }));
  },
  directionsQuote: ({ params, query }, ctx) => quoteDirections(ctx, params.id, query),
  changeDirections: async ({ params, body }, ctx) => {
    const { directions, pace, begins, beginson, revision } = body;
    const { command, keepNote } = await commandFor(ctx, params.id, body);
    const start = { begins, beginson };
    const changed = await changeDirections(ctx, { ...command, directions, pace, start, revision });
    const preparedBy = await signPrepared(ctx, {
      ...{ preparedId: body.preparedid, decision: "directions_changed", refId: params.id },
    });
    return keepNote("directions_changed", changed, { directions, from: changed.beginson ?? undefined }, preparedBy);
  },
  restQuote: ({ params, query }, ctx) => quoteRest(ctx, params.id, query),
  restPrescription: async ({ params, body }, ctx) => {
    const { from, until, revision } = body;
    const { command, keepNote } = await commandFor(ctx, params.id, body);
    return keepNote("break_planned", await restMedicine(ctx, { ...command, from, until, revision }), { from, until });
  },
  endRest: async ({ params, body }, ctx) => {
    const { command, keepNote } = await commandFor(ctx, params.id, body);
    return keepNote("break_ended", await endMedicineRest(ctx, command));
  },
} satisfies Pick<
  Handlers<typeof care>,
  | "stepQuote"
  | "stopPrescription"
  | "holdPrescription"
  | "releasePrescription"
  | "allowEarlyFill"
  | "directionsQuote"
  | "changeDirections"
  | "restQuote"
  | "restPrescription"
  | "endRest"
>;
