/** What other rooms use: whether a text cannot wait, to report it, and what of it is open. */
export {
  acknowledgeReview,
  dismissIn,
  emergenciesSince,
  hasOpenEmergency,
  isReported,
  openInMessages,
  openEmergencyConversations,
  openTold,
  shownIn,
} from "./queries.ts";
export { emergencyOfStop, presentEmergency, toldIn } from "./read.ts";
export { defineEmergencyMetrics, reportEmergency } from "./report.ts";
