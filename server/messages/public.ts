/** What other rooms use of messages: to write into a patient's conversation, to show messages as she sees them, and whether she is to answer. */
export { answerMessagesOf } from "./answer-followup.ts";
export { postAsClinic as writeToPatient } from "./clinic.ts";
export { messagesByIds } from "./for-sockets.ts";
export { needsPatientReply } from "./needs-reply.ts";
export { postMessage } from "./post-message.ts";
