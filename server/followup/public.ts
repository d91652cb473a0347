/** What other features use of follow-ups: whether one is open, and completing one when its messages are answered. */
export { pendingFollowupQueries, presentPendingFollowups } from "./pending-followups.ts";
export { findFollowup, findOpenFollowup } from "./queries.ts";
