/** `{ caseId }`: what the care desk of the demo does next with a case. In demo mode only. */
export const deskQueue = "care-desk-case";
