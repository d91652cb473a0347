export const authSentences = {
  newer_terms: [],
  unknown_code: [],
  enter_code: [],
  terms_changed: [],
  wrong_password: [],
} as const;
