import type { notifications } from "#contract/notifications.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { changesSince } from "./changes.ts";
import { listNotifications, notificationsById } from "./list.ts";
import { mailsAbout, savePreferences } from "./preferences.ts";
import { placeOfOne, readAllOf, readOne, unreadOf } from "./queries.ts";

export const notificationsHandlers = {
  list: ({ query }, ctx) => listNotifications(ctx, ctx.caller.patientId, query.nextpage),
  read: async ({ params: { id } }, ctx) => {
    const { patientId } = ctx.caller;
    await readOne(ctx.db, patientId, id, ctx.clock.now());
    const [notification] = await notificationsById(ctx, patientId, [id]);
    if (!notification) throw ctx.fail("not_found");
    return { notification, unreadcount: await unreadOf(ctx.db, patientId) };
  },
  readAll: async ({ body }, ctx) => {
    const { patientId } = ctx.caller;
    const upTo = body?.upto === undefined ? null : await placeOfOne(ctx.db, patientId, body.upto);
    if (upTo === undefined) throw ctx.fail("not_found");
    await readAllOf(ctx.db, patientId, ctx.clock.now(), upTo);
    return { unreadcount: await unreadOf(ctx.db, patientId) };
  },
  preferences: (_input, ctx) => mailsAbout(ctx, ctx.caller.patientId),
  savePreferences: async ({ body }, ctx) => {
    await savePreferences(ctx.db, ctx.caller.patientId, body, ctx.clock.now());
    return body;
  },
  changes: ({ query }, ctx) => changesSince(ctx, ctx.caller.patientId, query.cursor),
} satisfies Handlers<typeof notifications>;
