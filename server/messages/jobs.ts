import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { sendWaitingMails } from "./waiting-mails.ts";

/** Mails about messages that wait to be read; runs each minute. */
export const waitingMailsQueue = "messages-mails";

export function defineMessagesJobs(jobs: Jobs, services: Services): void {
  jobs.define(waitingMailsQueue, () => sendWaitingMails(services), { cron: "* * * * *" });
}
