/** What other rooms use of notifications: to put something at her bell, to tell her by mail as well, and what she wants mails about. */
export { currentFeedCursor } from "./change-queries.ts";
export { changesEvent, maxChanges, feedUpdatesAfter } from "./changes.ts";
export { notificationsByIds } from "./for-sockets.ts";
export { notificationsOfPatient } from "./notifications.ts";
export { markMessageNotificationsRead, notify, notifyOfMessage } from "./notify.ts";
export { mailPreferences } from "./mail-preferences.ts";
export { unreadNotificationCount as unreadNotifications } from "./notification-queries.ts";
export { notifyAndMail } from "./notify-and-mail.ts";
