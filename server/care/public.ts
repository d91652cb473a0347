/** What other features use of care: the plan, the chart, holds, moves to another state, and what a doctor wrote. */
export { claimInScope } from "./claim-in-scope.ts";
export { type Plan, loadPlan, planFromRows } from "./cases/plan.ts";
export { postAsClinic as writeToPatient } from "./conversations/clinic-conversations.ts";
export { planWithdrawalObstacle } from "./decisions/plans/withdraw-plan.ts";
export { putPrescriptionsOnHold } from "./decisions/hold-prescriptions.ts";
export { requireLicensedDoctor } from "./matching/assign-doctor.ts";
export { doctorAfterMove } from "./matching/patient-move.ts";
export { type ContactChange, insertPatientRequest, requireAskedBefore } from "./orders/patient-requests.ts";
export { contactRevision, requireContactRevision } from "./patients/contact-revision.ts";
export { addShippingAddress, changeShippingAddress } from "./patients/shipping-address.ts";
export { type ChartedPrescription, type ChartedVisit, loadChart } from "./patients/chart.ts";
export { type Letter, latestLetter, letterSigner } from "./patients/medical-letter.ts";
export {
  atHomeTexts,
  isPrescribedAgain,
  medicineAtHome,
  productsAtHome,
  stopInCare,
  stopOnRecord,
} from "./patients/medicine-at-home.ts";
export { loadPatientSummaries, requirePatient } from "./patients/patient-summary.ts";
