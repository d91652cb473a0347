import type { care } from "#contract/care/calls.ts";
import { readKinds } from "#contract/care/conversations.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { collaborationObstacle, statesDecidedIn, undecidableStates } from "#server/doctors/public.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { prescriptionRenewalById, type PrescriptionRenewalRow } from "#server/prescriptions/public.ts";
import { type ClinicContext, requirePatient } from "./chart/patient-summary.ts";
import { approvePlan, declinePlan } from "./decisions/plans/decide-plan.ts";
import { keepOverride } from "./decisions/warning-overrides.ts";
import { loadRecordPairs } from "./patients/pairs.ts";
import { loadPatientRecord, type RecordParts } from "./patients/patient-record.ts";
import { casesToDecide, type ListWaiting } from "./patients/worklists.ts";
import { signPrepared } from "./prepared/sign-prepared.ts";
import {
  approvePrescriptionRenewal,
  declinePrescriptionRenewal,
} from "./prescription-renewals/decide-prescription-renewal.ts";
import { auditPatients } from "./routes.ts";
import { keepVisitNote } from "./visit-notes/keep-visit-note.ts";

/** What these calls show of features above this one. */
interface FeaturesAbove extends RecordParts {
  readonly listWaiting: ListWaiting;
}

/** As `requirePatient`, for the patient of a prescription renewal. */
async function loadPrescriptionRenewal(ctx: ClinicContext, id: string): Promise<PrescriptionRenewalRow> {
  const request = await prescriptionRenewalById(ctx.db, id);
  if (!request) throw new Refusal("not_found");
  ctx.auditPatient(request.patient_id);
  return request;
}

/** What a renewal renews. */
const renewedProducts = async ({ db }: ClinicContext, id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom("renewal_request")
    .innerJoin("prescription", "prescription.id", "renewal_request.prescription_id")
    .select("product_id")
    .where("renewal_request.id", "=", id)
    .execute();
  return rows.map(({ product_id }) => product_id);
};

/** Why nothing can be decided for a patient in this state today, in words for the caller; null where they may. */
async function decisionObstacle(
  ctx: ClinicContext & { readonly clinic: ClinicCaller },
  state: string | null,
): Promise<string | null> {
  if (state === null) return null;
  const doctorId = ctx.clinic.member?.doctorId ?? null;
  if ((await statesDecidedIn(ctx, doctorId)).has(state)) return null;
  const obstacle = doctorId === null ? null : await collaborationObstacle(ctx, doctorId, state);
  if (obstacle !== null) return obstacle;
  return doctorId === null
    ? `Nobody who is here may decide for patients in ${state} today.`
    : `You aren't licensed in ${state} today, so this is for a colleague to decide.`;
}

/** A record with the conversations this caller may read: how much a patient writes to the doctor is clinical, too. */
async function visibleRecord(
  ctx: ClinicContext & { readonly clinic: ClinicCaller },
  patientId: string,
  above: RecordParts,
): Promise<PatientRecord> {
  const { conversations = [], ...record } = await loadPatientRecord(ctx, patientId, above);
  const kinds = readKinds(ctx.clinic.permissions);
  return {
    ...record,
    conversations: conversations.filter(({ kind }) => kinds.includes(kind)),
    pairs: await loadRecordPairs(ctx, patientId),
    decisionobstacle:
      record.mergedinto === null
        ? await decisionObstacle(ctx, record.state)
        : "This account became part of another one. Decide in the record of that one.",
  };
}

/** The clinic's calls that return a patient's record, or list what waits for a decision. */
export const recordHandlers = (above: FeaturesAbove) =>
  ({
    undecidable: async (_, ctx) => ({ items: [...(await undecidableStates(ctx))] }),

    cases: async ({ query }, ctx) =>
      auditPatients(ctx, await casesToDecide(ctx, query.status, query.nextpage, above.listWaiting)),

    patient: async ({ params }, ctx) => {
      await requirePatient(ctx, params.id);
      return visibleRecord(ctx, params.id, above);
    },

    approvePlan: async ({ params, body }, ctx) => {
      await requirePatient(ctx, params.id);
      const { declined = {}, replaced = {}, override } = body ?? {};
      const decided = await approvePlan(ctx, params.id, body ?? {});
      await keepOverride(ctx, {
        ...{ patientId: params.id, decision: "plan", refId: decided.caseId, override },
        products: async () => decided.productIds.filter((id) => !(id in declined)),
        despiteWarning: Object.values(replaced).some(({ despitewarning }) => despitewarning === true),
      });
      await keepVisitNote(ctx, {
        ...{ patientId: params.id, refId: decided.caseId, body },
        facts: () => visitNoteFacts("plan_approved", decided.productIds, { ...body, message: body?.note }),
      });
      return visibleRecord(ctx, params.id, above);
    },

    declinePlan: async ({ params, body }, ctx) => {
      await requirePatient(ctx, params.id);
      const decided = await declinePlan(ctx, params.id, body);
      await keepVisitNote(ctx, {
        ...{ patientId: params.id, refId: decided.caseId, body },
        facts: () => visitNoteFacts("plan_declined", decided.productIds, { message: body.reason }),
      });
      return visibleRecord(ctx, params.id, above);
    },

    approvePrescriptionRenewal: async ({ params, body }, ctx) => {
      const { patient_id } = await loadPrescriptionRenewal(ctx, params.id);
      const { weighed } = await approvePrescriptionRenewal(ctx, params.id, body ?? {}, {
        asksForReason: ctx.clinic.member !== null,
      });
      await keepOverride(ctx, {
        ...{ patientId: patient_id, decision: "renewal", refId: params.id, override: body?.override },
        ...{ products: () => renewedProducts(ctx, params.id), despiteWarning: body?.despitewarning === true },
        weighed,
      });
      const preparedBy = await signPrepared(ctx, {
        ...{ preparedId: body?.preparedid, decision: "renewal_approved", refId: params.id },
      });
      await keepVisitNote(ctx, {
        ...{ patientId: patient_id, refId: params.id, body, preparedBy },
        facts: async () =>
          visitNoteFacts("renewal_approved", await renewedProducts(ctx, params.id), { ...body, message: body?.note }),
      });
      return visibleRecord(ctx, patient_id, above);
    },

    declinePrescriptionRenewal: async ({ params, body }, ctx) => {
      const { patient_id } = await loadPrescriptionRenewal(ctx, params.id);
      await declinePrescriptionRenewal(ctx, params.id, body);
      const preparedBy = await signPrepared(ctx, {
        ...{ preparedId: body.preparedid, decision: "renewal_declined", refId: params.id },
      });
      await keepVisitNote(ctx, {
        ...{ patientId: patient_id, refId: params.id, body, preparedBy },
        facts: async () =>
          visitNoteFacts("renewal_declined", await renewedProducts(ctx, params.id), { message: body.reason }),
      });
      return visibleRecord(ctx, patient_id, above);
    },
  }) satisfies Partial<Handlers<typeof care>>;
