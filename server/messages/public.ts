/** What other features use: posting to a patient's conversation, showing messages to the patient, and whether their reply is awaited. */
export { attachmentFile, postAttachment } from "./attachments.ts";
export {
  availableKinds,
  type ConversationAccess,
  conversationAccessOf,
  ensureConversations,
  openState,
} from "./conversations/conversation-access.ts";
export { coverOf } from "./conversations/doctor-away.ts";
export { doctorThreadQueries, presentDoctorThread } from "./doctor-thread.ts";
export {
  type ConversationRow,
  changeConversation,
  conversationById,
  conversationsOf,
  ensureConversation,
  lockConversations,
  waitingConversations,
} from "./conversations/conversations.ts";
export { handoversOf, handOverQuestion } from "./handovers.ts";
export { decodeSeqCursor, latestPage, messagePage } from "./message-pages.ts";
export type { Author, Writer } from "./authors.ts";
export {
  firstReceivedAfter,
  messageRows,
  openText as openMessageText,
  messagesByClientId,
  messagesOfPatient,
  patientWroteSince,
} from "./message-queries.ts";
export {
  areReviewMessagesAnswered,
  clearNeedsReply,
  copyNeedsReplyToPatient,
  markAnswered,
  markFollowupMessagesAnswered,
  needsPatientReply,
  updateNeedsReply,
} from "./needs-reply.ts";
export {
  hideReported,
  type LockedMessage,
  lockMessage,
  messageFor,
  moveMessageFile,
  recordMove,
  showAgain,
  withdrawMessage,
} from "./misfiled-messages.ts";
export { type PostMessageInput, type PostMessageResult, postMessage, postMessageOnce } from "./post-message.ts";
export { messagesByIds, presentMessages } from "./present-message.ts";
export { requireText } from "./send-message.ts";
export { markReadByStaff } from "./reading/staff-read.ts";
export { unansweredSince } from "./waiting-since.ts";
export { unreadMailQueue } from "./reading/unread-mails.ts";
