export const cartSentences = {
  needs_visit: ["names"],
  need_visit: ["names"],
  not_prescribed: ["name"],
  not_charged: [],
  payment_in_review: [],
} as const;
