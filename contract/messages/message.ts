import * as z from "zod/mini";
import { Id, Moment, multiLine } from "#contract/fields/fields.ts";
import { StoredFile } from "#contract/fields/stored-file.ts";

export const ConversationKind = z.enum(["doctor", "patient_services"]);

/** `prescription_followup` asks the patient to open their follow-up (spec §3). */
export const MessageType = z.enum(["text", "attachment", "prescription_followup", "system"]);

/** Who wrote a message. */
export const MessageSender = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** As what they wrote. A nurse writes in either conversation. */
  role: z.enum(["patient", "doctor", "nurse", "patient_services", "system"]),
  /** As they are called: “Dr. Elena Marsh”; only physicians are called doctors. */
  name: z.string(),
  /** Their role or credentials, and for whom they cover; null for the patient, the patient's own physician, and the practice as such. */
  title: z.nullable(z.string()),
});

/** Something to read that goes with a message: an article of the help center, or a leaflet of the practice. */
export const MessageArticle = z.object({
  id: z.string(),
  /** As it was called when it was sent. */
  title: z.string(),
  /** Where it's read in the app; null: it isn't there any more. */
  href: z.nullable(z.string()),
});
export type MessageArticle = z.output<typeof MessageArticle>;

export const Message = z.object({
  id: Id,
  conversationid: Id,
  /** Position in the conversation: 1, 2, 3 … without gaps; the only order there is. */
  seq: z.int(),
  /** The author's own id of the message; a repeated request returns the existing message. */
  clientid: z.nullable(z.string()),
  type: MessageType,
  sender: MessageSender,
  patientId: Id,
  message: z.string(),
  attachment: z.nullable(StoredFile),
  article: z.nullable(MessageArticle),
  needsreply: z.boolean(),
  actionstatus: z.nullable(z.enum(["PENDING", "ANSWERED"])),
  /** Follow-up that a `prescription_followup` message opens. */
  followupid: z.nullable(Id),
  /** `reported` the patient says it isn't theirs, and reads a sentence in its place · `withdrawn` it was meant for another patient: everybody does */
  misfiled: z.nullable(z.enum(["reported", "withdrawn"])),
  createdat: Moment,
});
export type Message = z.output<typeof Message>;

/** Whether it can have been meant for another patient, and hasn't been taken back: somebody of the practice wrote it. */
export const mayWithdraw = ({ sender: { role }, misfiled }: Pick<Message, "misfiled" | "sender">): boolean =>
  misfiled !== "withdrawn" && role !== "patient" && role !== "system";

/** Whether a patient may say that a message isn't theirs: they read it. */
export const mayReport = (message: Pick<Message, "misfiled" | "sender">): boolean =>
  message.misfiled === null && mayWithdraw(message);

/** The text of a message; the attachment calls carry files. */
export const messageText = multiLine(5000, "Please write a message.");

/** Unique per author for ever; a repeated request returns the existing message. */
export const ClientId = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,64}$/, "Please use 1 to 64 letters, digits and punctuation marks, with no spaces."));
