import * as z from "zod/mini";
import { Emergency } from "#contract/emergency/emergency.ts";
import { Id, Moment } from "#contract/fields/fields.ts";
import { MessageArticle } from "./message.ts";

/** The latest message from the doctor's side, as home shows it. */
export const DoctorMessage = z.object({
  id: Id,
  seq: z.int(),
  /** Who wrote it, as what where it wasn't the patient's own physician, and their picture: null for a nurse, and where no doctor is named. */
  name: z.string(),
  title: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
  /** Empty for a file without text. */
  message: z.string(),
  /** It has a photo or a document, which the conversation shows. */
  hasattachment: z.boolean(),
  /** What goes with it to read. */
  article: z.nullable(MessageArticle),
  createdat: Moment,
  unread: z.boolean(),
  /** When the patient last wrote after it; null where they have not. */
  answeredat: z.nullable(Moment),
});

/** The patient's conversation with their doctor, to be read and answered outside of Messages. */
export const DoctorThread = z.object({
  conversationid: Id,
  /** False where it is read-only. */
  open: z.boolean(),
  /** The doctor's latest message; null before there is one. */
  latest: z.nullable(DoctorMessage),
  /** A message here describes an emergency, and nobody has dismissed or handled it yet. */
  emergency: z.nullable(Emergency),
});
export type DoctorThread = z.output<typeof DoctorThread>;
