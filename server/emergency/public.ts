/** What other features use: detecting an emergency in a text, reporting it, and the reports that are open. */
export { acknowledgeReport, actionsOf, closeFollowupReports, closeReport, noteAction } from "./emergency-actions.ts";
export {
  type OpenEmergency,
  emergencyHolds,
  keepsMedicine,
  openEmergencyFrom,
  unclosedReportsQuery,
} from "./open-emergency.ts";
export { toldEmergencies } from "./told-emergencies.ts";
export { detectEmergency, emergencyFromStop, presentEmergency } from "./detect-emergency.ts";
export {
  type ReportRow,
  dismissEmergencies,
  emergenciesInConversations,
  hasOpenReport,
  oldestOpenEmergencies,
  openEmergencyConversations,
  openReportContent,
  patientHasOpenEmergency,
  reportById,
  reportsById,
  reportEmergency,
  reportsToHandle,
  unclosedEmergencies,
} from "./emergency-reports.ts";
