/** What other features use of care: the plan, the chart, holds, moves to another state, and what a doctor wrote. */
export { claimInScope } from "./claim-in-scope.ts";
export { type Plan, loadPlan, planFromRows } from "./chart/plan.ts";
export { assigneesOf, type CountingAssignment, countingAssignments } from "./conversations/assignees.ts";
export { postAsClinic as writeToPatient } from "./conversations/clinic-conversations.ts";
export { planWithdrawalObstacle } from "./decisions/plans/withdraw-plan.ts";
export { followupDayHolds, setFollowupDay } from "./decisions/followup-day.ts";
export { putPrescriptionsOnHold } from "./decisions/hold-prescriptions.ts";
export { requireLicensedDoctor } from "./matching/assign-doctor.ts";
export { doctorAfterMove } from "./matching/patient-move.ts";
export { type ContactChange, insertPatientRequest, requireAskedBefore } from "./orders/patient-requests.ts";
export { contactRevision, requireContactRevision } from "./patients/contact-revision.ts";
export { addShippingAddress, changeShippingAddress } from "./patients/shipping-address.ts";
export { type ChartedPrescription, type ChartedVisit, loadChart } from "./chart/chart.ts";
export { type Letter, latestLetter, letterSigner } from "./patients/medical-letter.ts";
export {
  atHomeTexts,
  isPrescribedAgain,
  medicineAtHome,
  productsAtHome,
  stopInCare,
  stopOnRecord,
} from "./chart/medicine-at-home.ts";
export { loadPatientSummaries, requirePatient, seesAlerts } from "./chart/patient-summary.ts";
export { loadQueueFacts, queueMedicines } from "./chart/queue-facts.ts";
export type { ListWaiting, ListedWaiting } from "./patients/worklists.ts";
export { workItemFlags } from "./work-items.ts";
