import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { discardQueue } from "./discard.ts";
import { deleteOrphanedUploads } from "./orphaned-uploads.ts";

const retries = 13;

/** Declares the queues of files: the bytes of discarded ones go, and every night what nothing refers to. */
export function defineFileJobs(jobs: Jobs, services: Services): void {
  jobs.define(discardQueue, async ({ key }) => services.files.remove(String(key)), { retries });
  jobs.define("files-sweep", () => deleteOrphanedUploads(services), { cron: "23 4 * * *" });
}
