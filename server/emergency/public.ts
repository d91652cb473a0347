/** What other features use: detecting an emergency in a text, reporting it, and the reports that are open. */
export { detectEmergency, emergencyFromStop, presentEmergency } from "./detect-emergency.ts";
export {
  type ReportRow,
  acknowledgeFollowup,
  acknowledgeReport,
  defineEmergencyMetrics,
  dismissEmergencies,
  emergenciesInConversations,
  hasOpenReport,
  oldestOpenEmergencies,
  openEmergencyConversations,
  openMessageEmergencyQuery,
  openReportContent,
  patientHasOpenEmergency,
  reportById,
  reportEmergency,
  unacknowledgedReports,
} from "./emergency-reports.ts";
