import { Registry } from "prom-client";
import { cachedContent } from "#content/loader/cached-content.ts";
import { featureJobs } from "#server/features.ts";
import { makeTemplate } from "#server/platform/database/testing/test-databases.ts";
import { createEvents } from "#server/platform/events.ts";
import type { JobServices } from "#server/platform/services.ts";

declare global {
  /** Two projects have this setup, each with modules of its own; the template is one. */
  var hasTestTemplate: boolean | undefined;
}

export default async () => {
  if (globalThis.hasTestTemplate) return;
  globalThis.hasTestTemplate = true;
  // No job runs while the template is created, so only what defining a queue needs is provided.
  const services = { metrics: new Registry(), events: createEvents(), content: await cachedContent() } as JobServices;
  const drop = await makeTemplate((jobs) => featureJobs.forEach((define) => define(jobs, services)));
  return async () => {
    globalThis.hasTestTemplate = undefined;
    await drop();
  };
};
