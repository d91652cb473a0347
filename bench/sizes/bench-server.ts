import type { Client } from "pg";
import { readConfig } from "#server/config.ts";
import { featureJobs } from "#server/features.ts";
import { openServices } from "#server/open-services.ts";
import { movableClock, type MovableClock } from "#server/platform/clock/clock.ts";
import { createEvents } from "#server/platform/events.ts";
import type { JobHandler, Jobs } from "#server/platform/jobs/jobs.ts";
import type { JobServices } from "#server/platform/services.ts";
import { reminderDays } from "#server/prescriptions/public.ts";
import { runBilling } from "#server/treatment/billing/run-billing.ts";
import { median } from "../browser/mobile-profile.ts";
import { copyIdOf } from "./copy-patients.ts";

const dayMs = 24 * 3_600_000;
/** Days between one group of patients due for a charge and the next. */
const daysBetweenGroups = reminderDays + 1;

/** The server's services on a database, without a port or workers, and with a settable clock. */
export interface BenchServer {
  readonly services: JobServices;
  readonly clock: MovableClock;
  readonly close: () => Promise<void>;
}

export async function openBenchServer(env: Record<string, string>): Promise<BenchServer> {
  const clock = movableClock();
  const { services, jobs, close } = await openServices(readConfig({ ...env, LOG_LEVEL: "error" }), { clock });
  await jobs.start(false);
  return { services, clock, close };
}

/** Plans the next charge of these copies for the day of their group, counted from the clinic's `today`; nobody else is due then. */
export async function planCharges(
  client: Client,
  templateId: string,
  today: string,
  groups: readonly (readonly number[])[],
): Promise<void> {
  for (const [group, numbers] of groups.entries()) {
    const patients = numbers.map((n) => copyIdOf(n, templateId));
    await client.query(
      `update prescription_order set charge_on = $3::date + $2::int, reminded_on = null
        where patient_id = any($1) and status = 'scheduled'`,
      [patients, (group + 1) * daysBetweenGroups + reminderDays, today],
    );
    // The earlier medicine has been used: nothing is charged before most of it is.
    await client.query(
      `insert into shipment (order_id, carrier, tracking_number, shipped_at, delivered_at)
        select id, 'Meadow Post', 'MP1', $2::date - 365, $2::date - 365 from customer_order where patient_id = any($1)
        on conflict (order_id) do update set shipped_at = excluded.shipped_at, delivered_at = excluded.delivered_at`,
      [patients, today],
    );
  }
}

/** Reminds a group of its charge and charges it on the day: two rounds of the billing engine. Milliseconds. */
export async function billGroup(
  { services, clock }: BenchServer,
  templateId: string,
  group: number,
  numbers: readonly number[],
): Promise<number> {
  const began = performance.now();
  clock.setOffset((group + 1) * daysBetweenGroups * dayMs);
  await runBilling(services);
  clock.setOffset(((group + 1) * daysBetweenGroups + reminderDays) * dayMs);
  await runBilling(services);
  const elapsedMs = performance.now() - began;
  const { count } = await services.db
    .selectFrom("customer_order")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("kind", "=", "renewal")
    .where("status", "=", "paid")
    .where(
      "patient_id",
      "in",
      numbers.map((n) => copyIdOf(n, templateId)),
    )
    .executeTakeFirstOrThrow();
  if (Number(count) !== numbers.length) throw new Error(`${count} of ${numbers.length} patients were charged`);
  return elapsedMs;
}

/** Every per-minute job of production with nothing to do: the cost of finding that out, in milliseconds. The demo's care desk has the queues to work on. */
export async function measureMinuteJobs(
  benchServers: readonly BenchServer[],
  rounds: number,
): Promise<Map<string, number[]>> {
  const all = benchServers.map(({ services }) => minuteJobs(services));
  const medians = new Map<string, number[]>();
  for (const queue of all[0]?.keys() ?? []) {
    const times: number[][] = benchServers.map(() => []);
    for (let round = 0; round <= rounds; round += 1)
      for (const [index, jobs] of all.entries()) {
        const began = performance.now();
        await jobs.get(queue)?.({});
        if (round > 0) times[index]?.push(performance.now() - began);
      }
    medians.set(queue, times.map(median));
  }
  return medians;
}

function minuteJobs(services: JobServices): ReadonlyMap<string, JobHandler> {
  const found = new Map<string, JobHandler>();
  const jobs: Jobs = {
    ...(services.jobs as Jobs),
    define: (queue, handler, options) => void (options?.cron === "* * * * *" && found.set(queue, handler)),
  };
  const separate = { ...services, events: createEvents() };
  for (const define of featureJobs) define(jobs, separate);
  return found;
}
