import * as z from "zod/mini";
import { endpoint } from "./http/endpoint.ts";
import { changeTopics } from "./http/topics.ts";
import { IdParams, PageQuery } from "./http/params.ts";
import { Cursor, Id, Moment, EmptyBody, optionalText } from "./fields/fields.ts";

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
  list: endpoint({
    method: "GET",
    base: "default",
    path: "/notification",
    summary: "The patient's notifications, newest first",
    auth: "patient",
    shows: ["notification"],
    query: PageQuery,
    ok: z.object({
      items: z.array(Notification),
      nextpage: z.nullable(z.string()),
      /** Over all pages; 1000 stands for that many or more. */
      unreadcount: z.int(),
    }),
    errors: [],
  }),
  read: endpoint({
    method: "PUT",
    changesNothing: true,
    base: "default",
    path: "/notification/{id}/read",
    summary: "Mark one as read",
    auth: "patient",
    params: IdParams,
    body: EmptyBody,
    ok: z.object({ notification: Notification, unreadcount: z.int() }),
    errors: [],
  }),
  readAll: endpoint({
    method: "PUT",
    changesNothing: true,
    base: "default",
    path: "/notification/all/read",
    summary: "Mark all as read, or those up to one",
    auth: "patient",
    /** `upto`: the newest one shown; later ones stay unread. */
    body: z.optional(z.nullable(z.object({ upto: optionalText(Id) }))),
    ok: z.object({ unreadcount: z.int() }),
    errors: [],
  }),
  preferences: endpoint({
    method: "GET",
    base: "default",
    path: "/notification/preferences",
    summary: "What the patient is mailed about",
    auth: "patient",
    shows: ["user"],
    ok: z.object(MailPreferences),
    errors: [],
  }),
  savePreferences: endpoint({
    method: "PUT",
    base: "default",
    path: "/notification/preferences",
    summary: "Choose what to be mailed about",
    auth: "patient",
    body: z.strictObject(MailPreferences),
    ok: z.object(MailPreferences),
    errors: [],
  }),
  changes: endpoint({
    method: "GET",
    base: "default",
    path: "/changes",
    summary:
      "Which of the patient's data changed since a cursor and has to be fetched again; a cursor too old answers `gone`",
    auth: "patient",
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
