import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { createAuthenticator } from "#server/auth/public.ts";
import { syncDoctors } from "#server/doctors/public.ts";
import { startWebhooks } from "#server/integrations/public.ts";
import { reconcileAtStart } from "#server/payment/public.ts";
import type { OpenDatabase } from "#server/platform/database/open.ts";
import { prepareGracefulShutdown } from "#server/platform/http/graceful-shutdown.ts";
import type { JobServices } from "#server/platform/services.ts";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { featureJobs } from "./features.ts";
import { startMetricsServer } from "./health-and-metrics.ts";
import { registerNonContractRoutes } from "./non-contract-routes.ts";
import { openServices, type RunningServices } from "./open-services.ts";
import { probeAtStart } from "./probes.ts";

/** The demo's part of a node: connected to the node's calls before its jobs run, started once it accepts requests. */
export interface DemoPart {
  readonly open: (app: FastifyInstance) => Promise<void>;
  readonly start: () => () => Promise<void>;
}

/**
 * Opens settings, database, jobs and HTTP; `defineDemo` adds what demo mode has, `pages` is the folder of the built app, and `databaseOpening` is the
 * database if it is already being opened. Resolves when requests are accepted.
 */
export async function startNode(
  env: NodeJS.ProcessEnv,
  defineDemo: (jobs: RunningServices["jobs"], services: JobServices) => Promise<DemoPart | undefined>,
  pages: string | null = join(import.meta.dirname, "../dist/app"),
  databaseOpening?: Promise<OpenDatabase>,
) {
  const config = readConfig(env);
  const runningServices = await openServices(config, databaseOpening && { databaseOpening });
  const { services, jobs } = runningServices;
  if (config.production && config.onCallEmails.length === 0)
    services.log.warn(
      `Setting ON_CALL_EMAIL is missing: emergencies patients write of are mailed to ${services.content.brand.supportemail}`,
    );
  if (config.production && config.alarmUrl === null)
    services.log.warn("Setting ALARM_URL is missing: while the mail server fails, nobody is told of it");
  await services.clockGuard.check();
  const stopComparing = services.clockGuard.start();
  const stopReporting = services.outside.start();
  for (const define of featureJobs) define(jobs, services);
  const demo = config.demo ? await defineDemo(jobs, services) : undefined;
  await syncDoctors(services.db, services.content.doctors);
  const [app] = await Promise.all([
    createApp(services, {
      authenticate: await createAuthenticator(services),
      pages,
      extend: (instance) => registerNonContractRoutes(instance, services),
    }),
    jobs.start(false),
  ]);
  const drain = prepareGracefulShutdown(app);
  // Before the jobs: the demo's clinic would decide about patients whose past is still being created.
  if (config.demo && config.jobs) {
    await (await import("#server/demo/staff/seed-staff.ts")).seedDemoStaff(services);
    if (config.demoPatients) await (await import("#server/demo/patients/seed.ts")).seedDemo(services);
  }
  if (config.jobs) await demo?.open(app);
  await jobs.start(true);
  if (config.jobs) await reconcileAtStart(services);
  else services.log.warn("JOBS=off: this node mails, charges and reminds nobody");
  await app.listen({ host: config.host, port: config.port });
  if (config.production) void probeAtStart(services);
  const stopDemo = config.jobs ? demo?.start() : undefined;
  const stopWebhooks = config.jobs ? startWebhooks(services) : null;
  const webhookDelivery = usesSandboxGateway(services)
    ? (await import("#server/demo/sandbox-webhooks.ts")).startWebhookDelivery(services)
    : null;
  const metrics = config.metrics.port ? await startMetricsServer(config.metrics.port, services.metrics) : null;
  let stopping: Promise<void> | null = null;
  const stop = () =>
    (stopping ??= (async () => {
      await stopDemo?.();
      await drain(config.stopGraceMs);
      await app.close();
      await stopWebhooks?.();
      await webhookDelivery?.stop();
      await metrics?.close();
      stopComparing();
      stopReporting();
      await runningServices.close();
    })());
  return { app, services, config, stop };
}

const usesSandboxGateway = ({ gateway, config }: JobServices) =>
  gateway.name === "sandbox" && config.demo && config.jobs;
