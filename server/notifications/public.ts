/** What other features use: creating notifications, mailing along with them, and reading a patient's mail preferences. */
export { currentFeedCursor } from "#server/platform/realtime/feed/change-queries.ts";
export { changesEvent, maxChanges, feedUpdatesAfter } from "#server/platform/realtime/feed/change-feed.ts";
export { notificationsByIds } from "./notifications.ts";
export { notificationsOfPatient } from "./notifications.ts";
export { markMessageNotificationsRead, notify, notifyOfMessage } from "./notify.ts";
export { removeMessageNotification, removeNotification } from "./notification-queries.ts";
export { mailPreferences } from "./mail-preferences.ts";
export { notifyAndMail } from "./notify-and-mail.ts";
export { isPatientMail, repeatsOf } from "./mail-kinds.ts";
export { type KeptMail, lastSentByPractice, mailOf, mailsOf, sendByPractice } from "./patient-mails.ts";
