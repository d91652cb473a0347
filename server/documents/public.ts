/** What other parts of the server use of documents. */
export { createFhirRecord, createMedicalRecord, createNdcLetter, createReceipt } from "./downloads.ts";
export { createConversationsData, createConversationsPdf } from "./conversations/conversation-copies.ts";
export { documentsPerMinute } from "./routes.ts";
