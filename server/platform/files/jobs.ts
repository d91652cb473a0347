import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { discardQueue } from "./discard.ts";
import { deleteOrphanedUploads } from "./orphaned-uploads.ts";

const retries = 13;

/** Defines the queues of files: removes discarded files' bytes, and every night uploads nothing refers to. */
export function defineFileJobs(jobs: Jobs, services: Services): void {
  jobs.define(discardQueue, async ({ key }) => services.files.remove(String(key)), { retries });
  jobs.define("files-sweep", () => deleteOrphanedUploads(services), { cron: "23 4 * * *" });
}
