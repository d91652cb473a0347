import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { ById, NextPage } from "./params.ts";
import { Cursor, Id, Moment, Nothing } from "./shapes.ts";

/** Spec §3; carries no clinical content, so a conversation's preview is the message's text only on screen. */
export const Notification = z.object({
  id: Id,
  kind: z.enum(["message", "order", "subscription", "payment", "treatment", "document", "account", "offer"]),
  title: z.string(),
  description: z.string(),
  /** Own path it opens. */
  href: z.nullable(z.string()),
  timestampcreated: Moment,
  /** Null: unread. */
  timestampread: z.nullable(Moment),
});
export type Notification = z.output<typeof Notification>;

export const notifications = {
  list: endpoint({
    method: "GET",
    base: "default",
    path: "/notification",
    summary: "Her notifications, newest first",
    auth: "patient",
    query: NextPage,
    ok: z.object({ items: z.array(Notification), nextpage: z.nullable(z.string()), unreadcount: z.int() }),
    errors: [],
  }),
  read: endpoint({
    method: "PUT",
    base: "default",
    path: "/notification/{id}/read",
    summary: "Mark one as read",
    auth: "patient",
    params: ById,
    body: Nothing,
    ok: z.object({ notification: Notification, unreadcount: z.int() }),
    errors: [],
  }),
  readAll: endpoint({
    method: "PUT",
    base: "default",
    path: "/notification/all/read",
    summary: "Mark all as read",
    auth: "patient",
    body: Nothing,
    ok: z.object({ unreadcount: z.int() }),
    errors: [],
  }),
  changes: endpoint({
    method: "GET",
    base: "default",
    path: "/changes",
    summary: "What of hers changed since a cursor, to fetch again; a cursor too old answers `gone`",
    auth: "patient",
    query: z.object({ cursor: z.optional(Cursor) }),
    ok: z.object({
      items: z.array(
        z.object({
          topic: z.enum([
            "user",
            "onboarding",
            "treatment",
            "order",
            "conversation",
            "notification",
            "document",
            "followup",
            "payment",
          ]),
          id: z.nullable(Id),
          at: Moment,
        }),
      ),
      cursor: z.string(),
    }),
    errors: ["gone"],
  }),
} as const;
