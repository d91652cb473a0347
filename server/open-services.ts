import { pino, type Logger } from "pino";
import { Registry } from "prom-client";
import { cachedContent } from "#content/loader/cached-content.ts";
import type { Content } from "#content/loader/load.ts";
import { openFileStore, openGateway, openIdentityCheck, openMailer } from "#server/adapters.ts";
import { forwardingTable } from "#server/growth/public.ts";
import { webhookTable } from "#server/integrations/public.ts";
import { createUpcomingAuditPartitions } from "#server/platform/audit/audit-partitions.ts";
import { createAudit } from "#server/platform/audit/audit.ts";
import { createClockGuard } from "#server/platform/clock/clock-guard.ts";
import { movableClock, systemClock, type Clock } from "#server/platform/clock/clock.ts";
import { secretsKeyError } from "#server/platform/crypto/secrets-key.ts";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { waitForDatabase } from "#server/platform/database/availability.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openDatabase, type OpenDatabase } from "#server/platform/database/open.ts";
import { createPolls } from "#server/platform/database/polls.ts";
import { createEvents } from "#server/platform/events.ts";
import { createJobs, type Jobs, type JobsOptions } from "#server/platform/jobs/jobs.ts";
import { createOutside, unreported } from "#server/platform/outside/outside.ts";
import { createRateLimiter } from "#server/platform/rate-limit.ts";
import { redisTable } from "#server/platform/redis/redis-answers.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import { createRevokedSessions } from "#server/platform/revoked-sessions.ts";
import type { JobServices, Services } from "#server/platform/services.ts";
import { createSignals } from "#server/platform/signals/signals.ts";
import { ConfigError, type Config } from "./config.ts";

export interface RunningServices {
  readonly services: JobServices;
  readonly database: OpenDatabase;
  readonly jobs: Jobs;
  readonly close: () => Promise<void>;
}

/** Parts a test replaces. */
export interface ServiceOverrides {
  readonly content?: Content;
  readonly database?: OpenDatabase;
  /** The settings' database, if it is already being opened. */
  readonly databaseOpening?: Promise<OpenDatabase>;
  readonly clock?: Clock;
  readonly gateway?: Services["gateway"];
  readonly identity?: Services["identity"];
  readonly files?: Services["files"];
  readonly mailer?: Services["mailer"];
  readonly log?: Logger;
  readonly jobs?: JobsOptions;
}

/** Opens everything the server works with: a migrated database, and adapters chosen by the settings. */
export async function openServices(config: Config, overrides: ServiceOverrides = {}): Promise<RunningServices> {
  const log =
    overrides.log ?? pino({ level: config.logLevel, redact: ["*.password", "*.token", "req.headers.authorization"] });
  const clock = overrides.clock ?? (config.demo ? movableClock() : systemClock);
  const [content, database] = await Promise.all([
    overrides.content ?? cachedContent({ brandFile: config.brandFile, demo: config.demo }),
    overrides.database ?? overrides.databaseOpening ?? openDatabase(config),
  ]);
  if (config.production && content.inventeddoctors && !config.testPayments) {
    await database.close();
    throw new ConfigError(
      "The doctors of content/doctors.yaml are invented: put your practice's there, with their NPI numbers and licenses, and take out `invented: true` (docs/deploy.md, Your doctors).",
    );
  }
  if (config.databaseUrl && !overrides.database) await waitForDatabase(database, log);
  if (!overrides.database) {
    await migrate(database);
    // A missing lock must not stop the start: the job tries again, and until then the default partition takes the entries.
    await createUpcomingAuditPartitions(database.db, clock.now()).catch(({ message }: Error) =>
      log.warn({ err: { message } }, "the audit's months are prepared later"),
    );
  }
  const secrets = createSecrets(config.secretsKey);
  const keyError = await secretsKeyError(database.db, secrets);
  if (keyError) {
    await database.close();
    throw new ConfigError(keyError);
  }
  const polls = createPolls(database.db, log);
  const metrics = new Registry();
  const clockGuard = createClockGuard({ db: database.db, clock, log, metrics });
  const { isWrong: isPaused } = clockGuard;
  const outside = createOutside({ db: database.db, clock, log, metrics });
  // What is sent by jobs has no adapter that is opened.
  outside.of(webhookTable);
  if (config.eventsForward) outside.of(forwardingTable);
  const jobs = createJobs(database, log, { runsJobs: config.jobs, polls, isPaused, ...overrides.jobs });
  const signals = createSignals(database, log);
  const limiter = await createRateLimiter(
    config.redisUrl,
    config.redisUrl ? outside.of(redisTable) : unreported(redisTable),
  );
  const services: JobServices = {
    ...refusesAny,
    config,
    content,
    db: database.db,
    clock,
    clockGuard,
    secrets,
    audit: createAudit(database.db, clock),
    limiter,
    revokedSessions: createRevokedSessions(clock),
    signals,
    polls,
    jobs,
    events: createEvents(),
    outside,
    mailer: overrides.mailer ?? (await openMailer(config, content, clock, outside)),
    files: overrides.files ?? (await openFileStore(config, outside)),
    gateway: overrides.gateway ?? (await openGateway(config, database.db, clock, secrets, outside)),
    identity: overrides.identity ?? openIdentityCheck(config, outside),
    metrics,
    log,
  };
  return {
    services,
    database,
    jobs,
    async close() {
      await jobs.stop().catch(() => undefined);
      services.mailer.close?.();
      await signals.close();
      await limiter.close();
      await database.close();
    },
  };
}
