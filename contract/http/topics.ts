/** The topics of changes on the patient's screens. A call declares which of them it shows (`Endpoint.shows`), so that a change refetches it. */
export const changeTopics = [
  "user",
  "onboarding",
  "treatment",
  "order",
  "payment",
  "conversation",
  "message",
  "notification",
  "document",
  "followup",
  "wellbeing",
  "offer",
] as const;

export type ChangeTopic = (typeof changeTopics)[number];
