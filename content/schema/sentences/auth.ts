export const authSentences = {
  newer_terms: [],
  unknown_code: [],
  enter_code: [],
  terms_changed: [],
  wrong_password: [],
  use_other_email: [],
  merge_not_now: ["phone"],
  merge_rest_goes_on: [],
  merge_rest_team: [],
} as const;
