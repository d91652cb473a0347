export { type CareStatus, loadCareStatus, loadCareStatuses } from "./care-status.ts";
export {
  type CaseRow,
  type CaseStatus,
  caseDoctorIds,
  caseNoteSealContext,
  caseOfOrder,
  incomingCases,
  insertCase,
  latestCase,
  latestCaseQuery,
  latestCases,
  lockCase,
  treatingDoctor,
  unsettledPlanOrderIds,
  updateCase,
} from "./cases.ts";
