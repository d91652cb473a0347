export const followupSentences = {
  finish_first: [],
  interrupted: [],
  discount_description: ["percent"],
  discount_applied: ["percent"],
  other_code: [],
  rating_saved: [],
  question_not_asked: [],
  question_once: [],
  needs_no_answer: [],
  doctor_unknown: [],
  complete: [],
} as const;
