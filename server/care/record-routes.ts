import type { care } from "#contract/care/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { prescriptionRenewalById, type PrescriptionRenewalRow } from "#server/prescriptions/public.ts";
import { approvePlan, declinePlan } from "./decisions/plans/decide-plan.ts";
import { loadPatientRecord, type RecordParts } from "./patients/patient-record.ts";
import { type ClinicContext, requirePatient } from "./patients/patient-summary.ts";
import { casesToDecide, type WaitingFollowups } from "./patients/worklists.ts";
import {
  approvePrescriptionRenewal,
  declinePrescriptionRenewal,
} from "./prescription-renewals/decide-prescription-renewal.ts";
import { auditPatients } from "./routes.ts";

/** What these calls show of features above this one. */
interface FeaturesAbove extends RecordParts {
  readonly waitingFollowups: WaitingFollowups;
}

/** As `requirePatient`, for the patient of a prescription renewal. */
async function loadPrescriptionRenewal(ctx: ClinicContext, id: string): Promise<PrescriptionRenewalRow> {
  const request = await prescriptionRenewalById(ctx.db, id);
  if (!request) throw new Refusal("not_found");
  ctx.auditPatient(request.patient_id);
  return request;
}

/** The clinic's calls that return a patient's record, or list what waits for a decision. */
export const recordHandlers = (above: FeaturesAbove) =>
  ({
    cases: async ({ query }, ctx) =>
      auditPatients(ctx, await casesToDecide(ctx, query.status, query.nextpage, above.waitingFollowups)),

    patient: async ({ params }, ctx) => {
      await requirePatient(ctx, params.id);
      return loadPatientRecord(ctx, params.id, above);
    },

    approvePlan: async ({ params, body }, ctx) => {
      await requirePatient(ctx, params.id);
      await approvePlan(ctx, params.id, body ?? {});
      return loadPatientRecord(ctx, params.id, above);
    },

    declinePlan: async ({ params, body }, ctx) => {
      await requirePatient(ctx, params.id);
      await declinePlan(ctx, params.id, body);
      return loadPatientRecord(ctx, params.id, above);
    },

    approvePrescriptionRenewal: async ({ params, body }, ctx) => {
      const { patient_id } = await loadPrescriptionRenewal(ctx, params.id);
      await approvePrescriptionRenewal(ctx, params.id, body ?? {});
      return loadPatientRecord(ctx, patient_id, above);
    },

    declinePrescriptionRenewal: async ({ params, body }, ctx) => {
      const { patient_id } = await loadPrescriptionRenewal(ctx, params.id);
      await declinePrescriptionRenewal(ctx, params.id, body);
      return loadPatientRecord(ctx, patient_id, above);
    },
  }) satisfies Partial<Handlers<typeof care>>;
