import * as z from "zod/mini";
import { Cursor, Id, Moment, EmptyBody, optionalText } from "./fields/fields.ts";
import { patientCall } from "./http/endpoint.ts";
import { IdParams, PageQuery } from "./http/params.ts";
import { changeTopics } from "./http/topics.ts";

/** Spec §3; carries no clinical content; a preview of a message's text appears only on screen. */
export const Notification = z.object({
  id: Id,
  kind: z.enum(["message", "order", "subscription", "payment", "treatment", "document", "account", "offer"]),
  title: z.string(),
  description: z.string(),
  /** Path of the app it opens. */
  href: z.nullable(z.string()),
  timestampcreated: Moment,
  /** Null: unread. */
  timestampread: z.nullable(Moment),
});
export type Notification = z.output<typeof Notification>;

/** Optional mails. Mandatory ones (charges, receipts, safety) are always sent. */
const MailPreferences = {
  /** Mails about new messages. */
  messages: z.boolean(),
  /** Mails about the progress of orders, and other news. */
  updates: z.boolean(),
};

export const FeedChange = z.object({ topic: z.enum(changeTopics), id: z.nullable(Id), at: Moment });
export type FeedChange = z.output<typeof FeedChange>;

export const notifications = {
  list: patientCall("GET /notification", {
    summary: "The patient's notifications, newest first",
    shows: ["notification"],
    query: PageQuery,
    ok: z.object({
      items: z.array(Notification),
      nextpage: z.nullable(z.string()),
      /** Over all pages; 1000 stands for that many or more. */
      unreadcount: z.int(),
    }),
  }),
  read: patientCall("PUT /notification/{id}/read", {
    changesNothing: true,
    summary: "Mark one as read",
    params: IdParams,
    body: EmptyBody,
    ok: z.object({ notification: Notification, unreadcount: z.int() }),
  }),
  readAll: patientCall("PUT /notification/all/read", {
    changesNothing: true,
    summary: "Mark all as read, or those up to one",
    /** `upto`: the newest one shown; later ones stay unread. */
    body: z.optional(z.nullable(z.object({ upto: optionalText(Id) }))),
    ok: z.object({ unreadcount: z.int() }),
  }),
  preferences: patientCall("GET /notification/preferences", {
    summary: "What the patient is mailed about",
    shows: ["user"],
    ok: z.object(MailPreferences),
  }),
  savePreferences: patientCall("PUT /notification/preferences", {
    summary: "Choose what to be mailed about",
    body: z.strictObject(MailPreferences),
    ok: z.object(MailPreferences),
  }),
  changes: patientCall("GET /changes", {
    summary:
      "Which of the patient's data changed since a cursor and has to be fetched again; a cursor too old answers `gone`",
    query: z.object({ cursor: optionalText(Cursor) }),
    ok: z.object({
      items: z.array(FeedChange),
      /** Where to continue; without a cursor in the query only the current cursor of the feed is returned. */
      cursor: z.string(),
      /** There is more after the cursor. */
      more: z.boolean(),
    }),
    errors: ["gone"],
  }),
} as const;
