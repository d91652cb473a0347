import { Registry } from "prom-client";
import { cachedContent } from "#content/kept.ts";
import { makeTemplate } from "#server/platform/testing/databases.ts";
import type { Services } from "#server/platform/services.ts";
import { featureJobs } from "#server/rooms.ts";

export default async () => {
  // No job runs while the template is made: what a queue needs to be declared is enough.
  const services = { metrics: new Registry(), content: await cachedContent() } as Services;
  return makeTemplate((jobs) => featureJobs.forEach((define) => define(jobs, services)));
};
