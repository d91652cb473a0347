/** What other rooms use of treatment reviews: whether one waits for her, and to note that its messages are answered. */
export { completeAnsweredFollowup } from "./complete.ts";
export { lockFollowups, findOpenFollowup, findFollowup } from "./queries.ts";
export { presentPendingFollowups, pendingFollowupQueries } from "./pending-followups.ts";
