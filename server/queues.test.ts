import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedTestServer } from "#server/testing/harness.ts";

/** How often each queue tries again what failed, and the longest pause before it does; the others try five times. */
const retried: Readonly<Record<string, readonly [retries: number, longestPauseSeconds: number | null]>> = {
  mail: [400, 900],
  "mail-urgent": [5000, 60],
  "outside-page": [10, null],
  ...{ "payment-converge": [8, null], "payment-settle": [8, null] },
  ...{ "payment-refund": [8, null], "payment-release": [8, null] },
  ...{ "order-placed": [13, null], "order-settled": [13, null], "order-mismatch": [13, null] },
  ...{ "auth.account-changed": [13, null], "auth.referred": [13, null], "files-discard": [13, null] },
};

test("each queue tries again as often as it has to", async () => {
  const { db } = (await sharedTestServer()).services;
  const { rows } = await sql<{ name: string; limit: number; pause: number | null }>`
    select name, retry_limit as limit, retry_delay_max as pause from pgboss.queue where name not like '\\_\\_%'`.execute(
    db,
  );
  const differing = rows.flatMap(({ name, limit, pause }) => (limit === 5 ? [] : [[name, [limit, pause]] as const]));
  expect(Object.fromEntries(differing)).toEqual(retried);
});
