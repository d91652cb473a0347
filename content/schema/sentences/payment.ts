export const paymentSentences = {
  declined_store_only: [],
  enter_card_again: [],
  too_many_cards: [],
} as const;
