import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { sendUnreadMails } from "./unread-mails.ts";

/** Mails about unread messages; runs each minute. */
export const unreadMailQueue = "messages-mails";

export function defineMessagesJobs(jobs: Jobs, services: Services): void {
  jobs.define(unreadMailQueue, () => sendUnreadMails(services), { cron: "* * * * *" });
}
