/** What other features use: posting to a patient's conversation, showing messages to the patient, and whether their reply is awaited. */
export { answerMessagesOf } from "./needs-reply.ts";
export { postAsClinic as writeToPatient } from "#server/care/conversations/clinic-conversations.ts";
export { messagesByIds } from "./present-message.ts";
export { needsPatientReply } from "./needs-reply.ts";
export { postMessage } from "./post-message.ts";
