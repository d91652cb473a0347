/** What other parts of the server use of documents. */
export { createFhirRecord, createMedicalRecord, createNdcLetter, createReceipt } from "./downloads.ts";
export { createConversationsData, createConversationsPdf } from "./conversations/conversation-copies.ts";
export { documentEntry, requireDocument } from "./insurance/insurance-documents.ts";
export { withdrawDocument } from "./insurance/withdraw-document.ts";
export { documentsPerMinute } from "./routes.ts";
export { practiceMomentText } from "./formats.ts";
