/** What other rooms use of notifications: to put something at her bell, to tell her by mail as well, and what she wants mails about. */
export { lastPlace } from "./change-queries.ts";
export { changesEvent, mostChanges, newsOf } from "./changes.ts";
export { notificationsOfMany } from "./for-sockets.ts";
export { notificationsById } from "./list.ts";
export { messagesWereRead, notify, notifyOfMessage } from "./notify.ts";
export { mailsAbout } from "./preferences.ts";
export { unreadOf as unreadNotifications } from "./queries.ts";
export { tell } from "./tell.ts";
