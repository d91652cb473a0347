import { latestCase, type CaseStatus } from "#server/cases/public.ts";
import { correctIdentity as correct, type IdentityDecision } from "#server/onboarding/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

const alreadyDecided: Readonly<Record<CaseStatus, string | null>> = {
  submitted: null,
  accepted: null,
  lapsed: null,
  approved: "This plan has already been approved, and medicine may be on its way. Please message the patient.",
  declined: "This plan has already been declined. A new visit will check the identity again.",
};

/** Corrects the outcome of an identity check before the plan is decided. Refuses `not_found` and `wrong_state`. */
export const correctIdentity = (
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  decision: IdentityDecision<"matched" | "no_match" | "review">,
): Promise<void> =>
  correct(services, patientId, decision, async (tx) => {
    // Deciding a plan takes the same lock.
    await lockPatientOrders(tx, patientId);
    const found = await latestCase(tx, patientId);
    return (found && alreadyDecided[found.status]) ?? null;
  });
