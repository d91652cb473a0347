export const supportSentences = {
  enter_email: [],
  contact_received: [],
} as const;
