import type { Notification } from "#contract/notifications.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { NotificationRow } from "./notification-queries.ts";
import { openText } from "./notification-text.ts";

/** A notification as the app shows it. */
export function presentNotification(secrets: Secrets, row: NotificationRow): Notification {
  const { title, description } = openText(secrets, row.id, row.words_sealed);
  return {
    id: row.id,
    kind: row.kind as Notification["kind"],
    title,
    description,
    href: row.href,
    timestampcreated: row.created_at.toISOString(),
    timestampread: row.read_at?.toISOString() ?? null,
  };
}
