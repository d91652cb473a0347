import { expect, test } from "vitest";
import { defineAuthJobs } from "#server/auth/jobs.ts";
import { defineOrderJobs } from "#server/orders/jobs.ts";
import { definePaymentJobs } from "#server/orders/payment-jobs.ts";
import { defineFileJobs } from "#server/platform/files/orphaned-uploads.ts";
import type { Jobs, QueueOptions } from "#server/platform/jobs/jobs.ts";
import { defineMailJobs } from "#server/platform/mail/queue-mail.ts";
import { defineOutsideJobs } from "#server/platform/outside/alarms.ts";

const [services, nobody] = [{} as never, {} as never];
const defined: Readonly<Record<string, (jobs: Jobs) => void>> = {
  auth: (jobs) => defineAuthJobs({ accountChangeListeners: [], signUpReferralListeners: [] })(jobs, services),
  orders: (jobs) => defineOrderJobs({ beforeConfirming: [], placed: [], settled: [] })(jobs, services),
  payment: (jobs) => definePaymentJobs(jobs, services),
  files: (jobs) => defineFileJobs(jobs, services),
  mail: (jobs) => defineMailJobs(nobody)(jobs, services),
  outside: (jobs) => defineOutsideJobs(jobs, services),
};

/** How often a queue tries again what failed, and the longest pause before it does, in seconds; one that says nothing does so five times. */
const retried: Readonly<Record<string, Readonly<Record<string, QueueOptions>>>> = {
  auth: { "auth.account-changed": { retries: 13 }, "auth.referred": { retries: 13 } },
  orders: {
    ...{ "order-placed": { retries: 13 }, "order-settled": { retries: 13 }, "order-mismatch": { retries: 13 } },
  },
  payment: {
    ...{ "payment-converge": { retries: 8 }, "payment-settle": { retries: 8 } },
    ...{ "payment-refund": { retries: 8 }, "payment-release": { retries: 8 } },
  },
  files: { "files-discard": { retries: 13 } },
  mail: {
    mail: { retries: 400, longestRetrySeconds: 900 },
    "mail-urgent": { retries: 5000, longestRetrySeconds: 60 },
  },
  outside: { "outside-page": { retries: 10 } },
};

test.each(Object.entries(defined))("each queue of %s tries again as often as it has to", (feature, define) => {
  const found: Record<string, QueueOptions> = {};
  const jobs = {
    define: (queue: string, _handler: unknown, options: QueueOptions = {}) => {
      if (options.retries !== undefined) found[queue] = options;
    },
  };
  define(jobs as unknown as Jobs);
  expect(found).toEqual(retried[feature]);
});
