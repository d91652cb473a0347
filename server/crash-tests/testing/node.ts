import { flushCompileCache } from "node:module";
import { sql } from "kysely";
import { createApp } from "#server/app.ts";
import { createAuthenticator } from "#server/auth/public.ts";
import { readConfig } from "#server/config.ts";
import { syncDoctors } from "#server/doctors/public.ts";
import { featureJobs } from "#server/features.ts";
import { registerNonContractRoutes } from "#server/non-contract-routes.ts";
import { openServices } from "#server/open-services.ts";
import { reconcileAtStart } from "#server/payment/public.ts";
import { movableClock } from "#server/platform/clock/clock.ts";
import { openDatabase } from "#server/platform/database/open.ts";
import { testLimits } from "#server/platform/database/testing/test-databases.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { registerWebhookControls } from "./deliveries.ts";
import { registerControls } from "./node-controls.ts";
import { watchWrites } from "./write-points.ts";

// A node in a process of its own, on the database of its settings. It is killed from outside, once everything that KILL_POINTS_BY_KEY names is held at its
// kill point: requests by their idempotency key, and what a test asks for by `registerControls` and `registerWebhookControls`.
const config = readConfig(process.env);
const clock = movableClock();
clock.advance(Number(process.env["CLOCK_AHEAD_MS"]));
const database = await openDatabase(config, testLimits);

const killPoints = new Map(JSON.parse(process.env["KILL_POINTS_BY_KEY"] ?? "[]") as [string, number | string][]);
const writesByKey = new Map<string, number>();
const held = new Set<string>();
const watch = watchWrites(database, ({ name }, key) => {
  // Its other writes as well, so that nothing happens after the point.
  if (held.has(key)) return true;
  const writes = (writesByKey.get(key) ?? 0) + 1;
  writesByKey.set(key, writes);
  const killPoint = killPoints.get(key);
  if (writes !== killPoint && name !== killPoint) return false;
  held.add(key);
  process.send?.({ held: key });
  return true;
});

const { services, jobs } = await openServices(config, { clock, database, jobs: { superviseSeconds: 1 } });
// The queue and the leases must see the downtime as well: the previous node's workers have sent no heartbeat since.
const downSeconds = Number(process.env["AWAY_MS"]) / 1000;
if (downSeconds > 0) {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - ${downSeconds} * interval '1 second' where state = 'active'`.execute(
    services.db,
  );
  await sql`update setting set value = value || jsonb_build_object('until', (value->>'until')::timestamptz - ${downSeconds} * interval '1 second')
    where value ? 'until'`.execute(services.db);
}
// Jobs wait while watched work is under way, so that it writes the same each time.
const pausingJobs: Jobs = {
  ...jobs,
  define: (queue, handler, options) =>
    jobs.define(queue, async (data) => watch.waitUntilIdle().then(() => handler(data)), options),
};
for (const define of featureJobs) define(pausingJobs, services);
await syncDoctors(services.db, services.content.doctors);
const app = await createApp(services, {
  authenticate: await createAuthenticator(services),
  pages: null,
  extend: (instance) => registerNonContractRoutes(instance, services),
});
watch.requests(app, new Set(killPoints.keys()));
registerControls(app, services, clock, watch);
registerWebhookControls(app, services, watch);
await jobs.start(true);
await reconcileAtStart(services);
const address = await app.listen({ host: config.host, port: 0 });
process.on("disconnect", () => process.exit(1));
// Otherwise written when a process ends by itself, which this one doesn't.
flushCompileCache();
process.send?.({ address });
