import type { care } from "#contract/care/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { prescriptionById } from "#server/prescriptions/public.ts";
import type { ClinicContext } from "../chart/patient-summary.ts";
import { holdPrescription, releasePrescription, stopPrescription } from "./act-on-prescription.ts";
import { allowEarlyFill } from "./allow-early-fill.ts";
import { changeDirections, quoteDirections } from "./change-directions.ts";
import { endMedicineRest, quoteRest, restMedicine } from "./rest-medicine.ts";

interface ActionBody {
  readonly reason: string;
  readonly message: string;
  readonly doctorid?: string | undefined;
}

/** The command of a call; the patient is recorded for the audit. */
async function commandFor(ctx: ClinicContext, id: string, { reason, message, doctorid: doctorId }: ActionBody) {
  const prescription = await prescriptionById(ctx.db, id);
  if (!prescription) throw new Refusal("not_found");
  ctx.auditPatient(prescription.patient_id);
  return { prescriptionId: id, reason, message, doctorId };
}

/** The clinic's calls that stop, rest and release a medicine, let its next box come early, and change how it's used. */
export const prescriptionHandlers = {
  stopPrescription: async ({ params, body }, ctx) => stopPrescription(ctx, await commandFor(ctx, params.id, body)),
  holdPrescription: async ({ params, body }, ctx) => holdPrescription(ctx, await commandFor(ctx, params.id, body)),
  releasePrescription: async ({ params, body }, ctx) =>
    releasePrescription(ctx, {
      ...(await commandFor(ctx, params.id, body)),
      despiteWarning: body.despitewarning ?? false,
    }),
  allowEarlyFill: async ({ params, body }, ctx) =>
    allowEarlyFill(ctx, { ...(await commandFor(ctx, params.id, body)), cause: body.cause }),
  directionsQuote: ({ params, query }, ctx) => quoteDirections(ctx, params.id, query),
  changeDirections: async ({ params, body }, ctx) => {
    const { directions, pace, beginson: beginsOn, revision } = body;
    return changeDirections(ctx, { ...(await commandFor(ctx, params.id, body)), directions, pace, beginsOn, revision });
  },
  restQuote: ({ params, query }, ctx) => quoteRest(ctx, params.id, query),
  restPrescription: async ({ params, body }, ctx) => {
    const { from, until, revision } = body;
    return restMedicine(ctx, { ...(await commandFor(ctx, params.id, body)), from, until, revision });
  },
  endRest: async ({ params, body }, ctx) => endMedicineRest(ctx, await commandFor(ctx, params.id, body)),
} satisfies Pick<
  Handlers<typeof care>,
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
