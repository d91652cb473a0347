/** What other rooms use of treatment reviews: whether one waits for her, and to note that its messages are answered. */
export { completeAnswered } from "./complete.ts";
export { lockReviews, openReview, reviewOf } from "./queries.ts";
export { pendingReviews, reviewReads } from "./waiting.ts";
