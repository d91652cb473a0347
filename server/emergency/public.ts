/** What other features use: detecting an emergency in a text, reporting it, and the reports that are open. */
export {
  acknowledgeFollowup,
  dismissEmergencies,
  oldestOpenEmergencies,
  patientHasOpenEmergency,
  hasOpenReport,
  openMessageEmergencyQuery,
  openEmergencyConversations,
  openReportContent,
  undismissedEmergencies,
} from "./emergency-reports.ts";
export { emergencyFromStop, presentEmergency, detectEmergency } from "./detect-emergency.ts";
export { defineEmergencyMetrics, reportEmergency } from "./emergency-reports.ts";
