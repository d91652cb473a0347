import { call } from "#app/api/call.ts";
import { followup } from "#contract/followup.ts";
import type { FollowupCalls, PendingFollowup } from "./followup-session.ts";

/** The API calls of one follow-up. */
export const followupCalls = ({ id }: Pick<PendingFollowup, "id">): FollowupCalls => ({
  check: () => call(followup.check, {}),
  claim: (code) => call(followup.claim, { params: { id }, body: { code } }),
  readStop: (stopread) => call(followup.claim, { params: { id }, body: { stopread } }),
  step: (step) => call(followup.step, { params: { followupid: id, step } }),
  previous: (step) => call(followup.previousStep, { params: { followupid: id, step } }),
  save: (step, answers) =>
    call(followup.saveStep, {
      params: { followupid: id, step },
      body: { answers: answers.map((each) => ({ ...each })) },
    }),
});
