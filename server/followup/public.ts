/** What other features use of follow-ups: which are due, and whether one is open. */
export { dueFollowups, followupDueAt, fromDueFollowups } from "./clinic/due-followups.ts";
export { pendingFollowupQueries, presentPendingFollowups } from "./pending-followups.ts";
export { findFollowup, findOpenFollowup } from "./queries.ts";
