import { ContentError } from "../loader/read.ts";
import { notificationPlaceholders, templateIds } from "../schema/texts/notifications.ts";
import type { Checked } from "./references.ts";

/** Checks that each notification uses all its placeholders and no others. */
export function checkNotifications({ notifications }: Checked): void {
  for (const id of templateIds) {
    const given: readonly string[] = notificationPlaceholders[id];
    const { title, description, href } = notifications[id];
    const used = [...`${title}\n${description}\n${href}`.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name = ""]) => name);
    const unknown = used.find((name) => !given.includes(name));
    if (unknown !== undefined)
      throw new ContentError("notifications.yaml", `${id} uses the unknown placeholder {{${unknown}}}`);
    const unused = given.find((name) => !used.includes(name));
    if (unused) throw new ContentError("notifications.yaml", `${id} does not use {{${unused}}}`);
  }
}
