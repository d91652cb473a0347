export const paymentSentences = {
  card_gone: [],
  declined_store_only: [],
  dispute_inquiry: [],
  dispute_inquiry_closed: [],
  dispute_lost: [],
  dispute_needs_response: [],
  dispute_under_review: [],
  dispute_won: [],
  enter_card_again: [],
  no_answer: [],
  not_reached: [],
  too_many_cards: [],
} as const;
