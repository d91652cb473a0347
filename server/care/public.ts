/** What other features use of care: the case and its status, the chart, prescription renewals and what a doctor decided. */
export { type Plan, loadPlan, planFromRows } from "./cases/plan.ts";
export { postAsClinic, postAsClinic as writeToPatient } from "./conversations/clinic-conversations.ts";
export { putPrescriptionsOnHold } from "./decisions/hold-prescriptions.ts";
export { approvePlan, declinePlan } from "./decisions/plans/decide-plan.ts";
export { approveUpsell, declineUpsell } from "./decisions/upsells/decide-upsell.ts";
export { type UpsellRequestSnapshot, loadUpsellRequestSnapshot } from "./decisions/upsells/upsell-snapshot.ts";
export { acceptPatient } from "./matching/accept-case.ts";
export { requireLicensedDoctor } from "./matching/assign-doctor.ts";
export { applyMoveToState, doctorAfterMove } from "./matching/patient-move.ts";
export { shipOrder } from "./orders/ship-order.ts";
export { type ChartedPrescription, type ChartedVisit, loadChart } from "./patients/chart.ts";
export { type Letter, latestLetter } from "./patients/medical-letter.ts";
export {
  atHomeTexts,
  isPrescribedAgain,
  keepsMedicine,
  medicineAtHome,
  productsAtHome,
  stopInCare,
  stopOnRecord,
} from "./patients/medicine-at-home.ts";
export { loadPatientSummaries, requirePatient } from "./patients/patient-summary.ts";
export { approvePrescriptionRenewal } from "./prescription-renewals/decide-prescription-renewal.ts";
