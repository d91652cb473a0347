/** What other features use: posting to a patient's conversation, showing messages to the patient, and whether their reply is awaited. */
export { attachmentFile, postAttachment } from "./attachments.ts";
export {
  availableKinds,
  type ConversationAccess,
  conversationAccessOf,
  ensureConversations,
  openState,
} from "./conversation-access.ts";
export { coverOf } from "./doctor-away.ts";
export { doctorThreadQueries, presentDoctorThread } from "./doctor-thread.ts";
export {
  type ConversationRow,
  changeConversation,
  conversationById,
  conversationsOf,
  ensureConversation,
  lockConversations,
  waitingConversations,
} from "./conversations.ts";
export { handoversOf, handOverQuestion } from "./handovers.ts";
export { decodeSeqCursor, latestPage, messagePage } from "./message-pages.ts";
export {
  type Author,
  type Writer,
  areReviewMessagesAnswered,
  firstReceivedAfter,
  clearNeedsReply,
  markAnswered,
  messageRows,
  openText as openMessageText,
  messagesByClientId,
  messagesOfPatient,
  patientWroteSince,
} from "./message-queries.ts";
export {
  markFollowupMessagesAnswered,
  copyNeedsReplyToPatient,
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
export { markReadByStaff } from "./staff-read.ts";
export { unansweredSince } from "./waiting-since.ts";
export { unreadMailQueue } from "./unread-mails.ts";
