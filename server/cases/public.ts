export { type CareStatus, loadCareStatus, loadCareStatuses } from "./care-status.ts";
export {
  type CaseRow,
  type CaseStatus,
  caseById,
  caseNoteSealContext,
  caseOfOrder,
  incomingCases,
  insertCase,
  latestCase,
  latestCaseQuery,
  latestCases,
  lockCase,
  openCases,
  treatingDoctor,
  undecidedCases,
  unsettledPlanOrderIds,
  updateCase,
} from "./cases.ts";
