import type { FollowupResult } from "#contract/care/followups.ts";
import { patient } from "./patients.ts";
import { staffId } from "./staff.ts";

const answer = (
  questionid: string,
  change: Partial<FollowupResult["answers"][number]> = {},
): FollowupResult["answers"][number] => ({
  ...{ questionid, question: `About ${questionid}`, value: "", answer: "Yes", at: "2026-11-25T12:00:00Z" },
  withdrawn: false,
  ...change,
});

/** A finished review: hot flashes better, sleep worse, bleeding, and words of the patient's own. */
export const followupResult = (change: Partial<FollowupResult> = {}): FollowupResult => ({
  id: staffId(700),
  patient: patient(1),
  sentat: "2026-11-24T12:00:00Z",
  completedat: "2026-11-25T12:00:00Z",
  contentversion: "1",
  answers: [
    answer("hot_flashes", { answer: "1" }),
    answer("side_effects", { answer: "Bleeding I didn't expect" }),
    answer("what_else", { answer: "The patch itches." }),
    answer("empty", { answer: "" }),
    answer("form", { answer: "A gel", withdrawn: true }),
  ],
  symptoms: [
    { id: "hot_flashes", name: "Hot flashes", before: 4, now: 1 },
    { id: "low_mood", name: "Low mood", before: null, now: 2 },
    { id: "poor_sleep", name: "Poor sleep", before: 1, now: 3 },
  ],
  rating: 9,
  flags: [{ id: "side_effects.bleeding", level: "clinician", text: "Bleeding the patient didn’t expect." }],
  closedat: null,
  revision: "seen",
  ...change,
});
