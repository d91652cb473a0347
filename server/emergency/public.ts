/** What other rooms use: whether a text cannot wait, to report it, and what of it is open. */
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
export { defineEmergencyMetrics, reportEmergency } from "./report.ts";
