/** What other features use of follow-ups: whether one is open, and completing one when its messages are answered. */
export { loadAnswers } from "./answers.ts";
export { closeFollowup } from "./clinic/close-followup.ts";
export { flagsOf } from "./clinic/result.ts";
export { sendFollowup } from "./clinic/send-followup.ts";
export { loadCodes } from "./discount-codes.ts";
export { pendingFollowupQueries, presentPendingFollowups } from "./pending-followups.ts";
export { type FollowupRow, findFollowup, findOpenFollowup, findUnreadFollowups } from "./queries.ts";
export { openScope } from "./scope.ts";
