/** Why an action on a prescription order is not possible now, and what the patient can do instead. Days come in words. */
export const prescriptionOrderObstacles = {
  paused: "This subscription is paused. End the pause first, then you can get the next order.",
  pastDue: "The last payment did not work. Please update your card; then we charge it and send your order.",
  cancelledReorder: "This subscription is cancelled. You can reorder from your last order instead.",
  pending: "Your doctor has not approved this yet. It starts by itself once that is done.",
  alreadyOrdered: "This order is on its way already. The next one can come when you have used most of it.",
  lastUnderWay:
    "Your last order has not left the pharmacy yet. You can get the next one once you have used most of it.",
  tooEarly: (day: string) => `You can get the next one from ${day} on, when three quarters of your last one are used.`,
  plannedAlready: (day: string) => `Your next order is planned for ${day}. You can get it sooner with “Get next now”.`,
  reorderNewest: "You can reorder from your newest order.",
  stillSupplied: (day: string) => `Your last order lasts a while yet. You can reorder from ${day} on.`,
  leftAlready: "This order is on its way already. You can skip the one after it.",
  skippedAlready: "This order is skipped already. You can skip the one after it.",
  nothingToSkip: "Nothing is planned here, so there is nothing to skip.",
  pastDueSkip: "The payment for this order did not work. You can update your card, or cancel this order.",
  pausedSkip: "Nothing is charged while the subscription is paused. You can end the pause, or cancel it.",
  notPrescribed: "Your doctor has ended this treatment. Please write to us, or start a new visit.",
  held: "Your doctor looks at your prescription first. Nothing is charged before, and we write to you.",
  inReview:
    "Your doctor is still looking at this order. Nothing is charged before. Please write to us to take it back.",
  bankConfirms: "Your bank is still confirming this payment. Please try again in a few minutes.",
  leftPharmacy:
    "This order has left the pharmacy, so it cannot be cancelled. Please write to us if something is wrong.",
  nothingToCancel: "This order is cancelled already. Nothing is charged for it.",
};

/** The same for a whole subscription. */
export const subscriptionObstacles = {
  pending: "Your doctor has not approved this yet, and nothing is charged before. Please write to us to take it back.",
  cancelled: "This subscription is cancelled already. Nothing more is charged.",
  pausedAlready: (day: string) =>
    `This subscription is paused until ${day} already. You can end the pause, or cancel it.`,
  pastDuePause: "The last payment did not work, so it cannot be paused. You can update your card, or cancel.",
  notPaused: "This subscription is not paused. It goes on as planned.",
  bankConfirms: "Your bank is confirming a payment right now. Please try again in a few minutes.",
  held: "Your doctor looks at your prescription first, and nothing is charged before. You can cancel.",
  noOffer: "There is no offer for this subscription. You can pause it, or cancel it.",
  nothingRuns: "You have no subscription that this can be done with.",
};
