/** What other features use of care: the plan, the chart, holds, moves to another state, and what a doctor wrote. */
export { openingCalls } from "./audit.ts";
export { claimInScope } from "./claim-in-scope.ts";
export { type Plan, loadPlan, planFromRows, planStatuses } from "./chart/plan.ts";
export { assigneesOf, type CountingAssignment, countingAssignments } from "./conversations/assignees.ts";
export { postAsClinic as writeToPatient } from "./conversations/clinic-conversations.ts";
export { reviewOpensRecord } from "./peer-review/reviewers.ts";
export { planWithdrawalObstacle } from "./decisions/plans/withdraw-plan.ts";
export { followupDayHolds, setFollowupDay } from "./decisions/followup-day.ts";
export { dependentsOf } from "./decisions/act-on-prescription.ts";
export { putPrescriptionsOnHold } from "./decisions/hold-prescriptions.ts";
export { requireLicensedDoctor } from "./matching/assign-doctor.ts";
export { doctorAfterMove } from "./matching/patient-move.ts";
export { presentDisputes } from "./orders/disputes.ts";
export {
  type ContactChange,
  insertPatientRequest,
  requireAskedBefore,
  requireProofOrLetter,
} from "./orders/patient-requests.ts";
export { contactRevision, requireContactRevision } from "./patients/contact-revision.ts";
export { addShippingAddress, changeShippingAddress } from "./patients/shipping-address.ts";
export { type ChartedPrescription, type ChartedVisit, loadChart } from "./chart/chart.ts";
export {
  issueLetter,
  type Letter,
  latestLetter,
  letterById,
  type LetterPurpose,
  letterSigner,
} from "./patients/medical-letter.ts";
export { holdNotice } from "./notice/care-notice.ts";
export {
  hasReportedLetter,
  hideLetter,
  letterForPractice,
  lockLetter,
  showLetterAgain,
  withdrawLetter,
} from "./patients/misfiled-letters.ts";
export {
  atHomeTexts,
  isPrescribedAgain,
  medicineAtHome,
  productsAtHome,
  stopInCare,
  stopOnRecord,
} from "./chart/medicine-at-home.ts";
export { suggestionObjections } from "./decisions/suggestions/new-objection.ts";
export { loadPatientSummaries, requirePatient, seesAlerts } from "./chart/patient-summary.ts";
export { loadQueueFacts, queueMedicines } from "./chart/queue-facts.ts";
export type { ListWaiting, ListedWaiting } from "./patients/worklists.ts";
export { badField, newTaskOf, openTaskAbout, type TaskToOpen } from "./tasks/tasks.ts";
export { requireTask } from "./tasks/present-tasks.ts";
export { denyDeath, reportDeath } from "./tasks/death-reports.ts";
export { keepVisitNote } from "./visit-notes/keep-visit-note.ts";
export { decisionTitle } from "./visit-notes/decision-notes.ts";
export { forPatient, pageOfVisitNotes, type RecordedVisitNote, visitNotesOf } from "./visit-notes/visit-notes.ts";
export { workItemFlags } from "./work-items.ts";
