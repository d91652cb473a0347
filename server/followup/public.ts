/** What other features use of follow-ups: whether one is open, and completing one when its messages are answered. */
export { completeAnsweredFollowup } from "./complete.ts";
export { lockFollowups, findOpenFollowup, findFollowup } from "./queries.ts";
export { presentPendingFollowups, pendingFollowupQueries } from "./pending-followups.ts";
