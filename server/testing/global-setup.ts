import { Registry } from "prom-client";
import { cachedContent } from "#content/loader/cached-content.ts";
import { featureJobs } from "#server/features.ts";
import { makeTemplate } from "#server/platform/database/testing/test-databases.ts";
import { createEvents } from "#server/platform/events.ts";
import type { JobServices } from "#server/platform/services.ts";

export default async () => {
  // No job runs while the template is created, so only what defining a queue needs is provided.
  const services = { metrics: new Registry(), events: createEvents(), content: await cachedContent() } as JobServices;
  return makeTemplate((jobs) => featureJobs.forEach((define) => define(jobs, services)));
};
