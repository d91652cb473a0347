import { pino, type Logger } from "pino";
import { Registry } from "prom-client";
import { keptContent } from "#content/kept.ts";
import type { Content } from "#content/load.ts";
import { ConfigError, type Config } from "./config.ts";
import { secretsKeyObjection } from "#server/operations/secrets-key.ts";
import { createAudit } from "#server/platform/audit.ts";
import { prepareAuditMonths } from "#server/platform/audit-months.ts";
import { movableClock, systemClock, type Clock } from "#server/platform/clock.ts";
import { waitForDatabase } from "#server/platform/database/away.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openDatabase, type OpenDatabase } from "#server/platform/database/open.ts";
import { createJobs, type Jobs, type JobsOptions } from "#server/platform/jobs/jobs.ts";
import { createLimiter } from "#server/platform/limits.ts";
import { createSignals } from "#server/platform/realtime/signals.ts";
import { createRevokedSessions } from "#server/platform/revoked-sessions.ts";
import { createSecrets } from "#server/platform/secrets.ts";
import type { Services } from "#server/platform/services.ts";
import { openGateway } from "#server/ports/gateway.ts";
import { openFiles } from "#server/ports/files.ts";
import { openIdentity } from "#server/ports/identity.ts";
import { openMailer } from "#server/ports/mailer.ts";

export interface Running {
  readonly services: Services;
  readonly database: OpenDatabase;
  readonly jobs: Jobs;
  readonly close: () => Promise<void>;
}

/** Parts a test replaces. */
export interface Replacements {
  readonly content?: Content;
  readonly database?: OpenDatabase;
  /** The database of the settings, already being opened. */
  readonly opening?: Promise<OpenDatabase>;
  readonly clock?: Clock;
  readonly gateway?: Services["gateway"];
  readonly identity?: Services["identity"];
  readonly files?: Services["files"];
  readonly mailer?: Services["mailer"];
  readonly log?: Logger;
  readonly jobs?: JobsOptions;
}

/** From settings to everything the server works with: database open and migrated, ports chosen by the settings. */
export async function openServices(config: Config, replace: Replacements = {}): Promise<Running> {
  const log =
    replace.log ?? pino({ level: config.logLevel, redact: ["*.password", "*.token", "req.headers.authorization"] });
  const clock = replace.clock ?? (config.demo ? movableClock() : systemClock);
  const [content, database] = await Promise.all([
    replace.content ?? keptContent({ brandFile: config.brandFile, demo: config.demo }),
    replace.database ?? replace.opening ?? openDatabase(config),
  ]);
  if (config.databaseUrl && !replace.database) await waitForDatabase(database, log);
  if (!replace.database) {
    await migrate(database);
    // Not for want of a lock: the job tries again, and until then the default partition takes the entries.
    await prepareAuditMonths(database.db, clock.now()).catch(({ message }: Error) =>
      log.warn({ err: { message } }, "the audit's months are prepared later"),
    );
  }
  const secrets = createSecrets(config.secretsKey);
  const objection = await secretsKeyObjection(database.db, secrets);
  if (objection) {
    await database.close();
    throw new ConfigError(objection);
  }
  const jobs = createJobs(database, log, { working: config.jobs, ...replace.jobs });
  const signals = createSignals(database, log);
  const limiter = await createLimiter(config.redisUrl);
  const services: Services = {
    config,
    content,
    db: database.db,
    clock,
    secrets,
    audit: createAudit(database.db, clock),
    limiter,
    revokedSessions: createRevokedSessions(clock),
    signals,
    jobs,
    mailer: replace.mailer ?? (await openMailer(config, content, clock)),
    files: replace.files ?? (await openFiles(config)),
    gateway: replace.gateway ?? (await openGateway(config, database.db, clock, secrets)),
    identity: replace.identity ?? openIdentity(config),
    metrics: new Registry(),
    log,
  };
  return {
    services,
    database,
    jobs,
    async close() {
      await jobs.stop().catch(() => undefined);
      await signals.close();
      await limiter.close();
      await database.close();
    },
  };
}
