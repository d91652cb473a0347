import { expect, test } from "vitest";
import type { Jobs, QueueOptions } from "#server/platform/jobs/jobs.ts";
import { featureJobs } from "./features.ts";

/** Queues that are looked at every minute. */
const everyMinute = [
  "outside-alarms",
  "emergency_escalate",
  "persons.compare",
  "payment-reconcile",
  "order-sweep",
  "onboarding-finish",
  "care-sweep",
  "treatment-billing",
  "growth.finish-upsells",
  "growth.forward-events",
  "messages-mails",
  "wellbeing-reminders",
];
/** Queues that are looked at more seldom, and when. */
const timetable: Readonly<Record<string, string>> = {
  "audit.months": "7 2 * * *",
  "work-items-due-mails": "11 * * * *",
  "persons.outdated": "41 3 * * *",
  "idempotency.forget-answers": "11 4 * * *",
  "files-sweep": "23 4 * * *",
  "auth.search_index": "*/5 * * * *",
  "auth.cleanup": "17 * * * *",
  "auth.helpers": "23 * * * *",
  "payment-events-come": "23 * * * *",
  "onboarding-identity-works": "*/5 * * * *",
  "onboarding-leads-expire": "17 4 * * *",
  "care-absence-mails": "23 * * * *",
  "care-ends": "3 * * * *",
  "care-rest-messages": "37 * * * *",
  "care-begin-directions": "41 * * * *",
  "followup-days": "47 * * * *",
  "treatment-renewal-requests": "37 * * * *",
  "growth.forget-invitations": "41 3 * * *",
  "growth.reward-referrals": "*/10 * * * *",
  "growth.complete-orders": "23 * * * *",
  "growth.forget-tracking": "29 3 * * *",
  "growth.give-rewards": "13 12-23 * * *",
  "notifications.forget-changes": "41 3 * * *",
  "notifications.forget-mails": "19 4 * * *",
  "records.access-review": "41 11 * * *",
  "care.peer-review": "11 11 * * *",
  "closing.payouts": "47 12 * * *",
  "staff.cleanup": "23 5 * * *",
  "clinic-event-holds": "7 * * * *",
  "clinic-event-cleanup": "43 3 * * *",
};
/** How often a queue tries again what failed, and the longest pause before it does, in seconds. */
const retried: Readonly<Record<string, QueueOptions>> = {
  mail: { retries: 400, longestRetrySeconds: 900 },
  "mail-urgent": { retries: 5000, longestRetrySeconds: 60 },
  "outside-page": { retries: 10 },
  "files-discard": { retries: 13 },
  "lists.act": { retries: 13 },
  "auth.account-changed": { retries: 13 },
  "auth.referred": { retries: 13 },
  "payment-converge": { retries: 8 },
  "payment-settle": { retries: 8 },
  "payment-refund": { retries: 8 },
  "payment-release": { retries: 8 },
  "payment-answer-dispute": { retries: 8 },
  "order-placed": { retries: 13 },
  "order-settled": { retries: 13 },
  "order-mismatch": { retries: 13 },
};
/** Queues that try again five times, as one does that says nothing. */
const usual = ["work-items-due-mail", "auth.recovery", "auth.helper-recovery", "auth.email-change"];

/** Services that nothing is done with while queues are defined. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => 1 : anything),
});

test("each queue works by its timetable, and tries again what failed as often as it has to", () => {
  const found: Record<string, QueueOptions> = {};
  const define: Jobs["define"] = (queue, _handler, options = {}) => {
    expect(found).not.toHaveProperty([queue]);
    found[queue] = options;
  };
  for (const each of featureJobs) each({ define } as unknown as Jobs, anything as never);
  const cron = (queues: readonly (readonly [queue: string, cron: string])[]) =>
    Object.fromEntries(queues.map(([queue, each]) => [queue, { cron: each }]));
  expect(found).toEqual({
    ...cron(everyMinute.map((queue) => [queue, "* * * * *"])),
    ...cron(Object.entries(timetable)),
    ...retried,
    ...Object.fromEntries(usual.map((queue) => [queue, {}])),
  });
});
