import type { notifications } from "#contract/notifications.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { changesSince } from "#server/platform/realtime/feed/change-feed.ts";
import { mailPreferences, savePreferences } from "./mail-preferences.ts";
import { cursorOfNotification, markAllRead, markOneRead, unreadNotificationCount } from "./notification-queries.ts";
import { listNotifications, notificationsOfPatient } from "./notifications.ts";

export const notificationsHandlers = {
  list: ({ query }, ctx) => listNotifications(ctx, ctx.caller.patientId, query.nextpage),
  read: async ({ params: { id } }, ctx) => {
    const { patientId } = ctx.caller;
    await markOneRead(ctx.db, patientId, id, ctx.clock.now());
    const [notification] = await notificationsOfPatient(ctx, patientId, [id]);
    if (!notification) throw ctx.refuse("not_found");
    return { notification, unreadcount: await unreadNotificationCount(ctx.db, patientId) };
  },
  readAll: async ({ body }, ctx) => {
    const { patientId } = ctx.caller;
    const upTo = body?.upto === undefined ? null : await cursorOfNotification(ctx.db, patientId, body.upto);
    if (upTo === undefined) throw ctx.refuse("not_found");
    await markAllRead(ctx.db, patientId, ctx.clock.now(), upTo);
    return { unreadcount: await unreadNotificationCount(ctx.db, patientId) };
  },
  preferences: (_input, ctx) => mailPreferences(ctx, ctx.caller.patientId),
  savePreferences: async ({ body }, ctx) => {
    await savePreferences(ctx.db, ctx.caller.patientId, body, ctx.clock.now());
    return body;
  },
  changes: ({ query }, ctx) => changesSince(ctx, ctx.caller.patientId, query.cursor),
} satisfies Handlers<typeof notifications>;
