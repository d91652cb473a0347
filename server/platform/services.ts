import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Content } from "#content/loader/load.ts";
import type { ErrorCode } from "#contract/http/errors.ts";
import type { Config } from "#server/config.ts";
import type { Audit } from "./audit/audit.ts";
import type { ClockGuard } from "./clock/clock-guard.ts";
import type { Clock } from "./clock/clock.ts";
import type { Secrets } from "./crypto/secrets.ts";
import type { Database, Tx } from "./database/open.ts";
import type { Polls } from "./database/polls.ts";
import type { Events } from "./events.ts";
import type { FileStore } from "./files/file-store.ts";
import type { PaymentGateway } from "./gateway/port.ts";
import type { IdentityCheck } from "./identity/identity-check.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Outside } from "./outside/outside.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { Refuses } from "./refusal.ts";
import type { RevokedSessions } from "./revoked-sessions.ts";
import type { Signals } from "./signals/signals.ts";

/** Everything a handler or a job may use. Created once at start; tests replace parts. */
export interface Services {
  readonly config: Config;
  readonly content: Content;
  readonly db: Database;
  readonly clock: Clock;
  readonly clockGuard: ClockGuard;
  readonly secrets: Secrets;
  readonly audit: Audit;
  readonly limiter: RateLimiter;
  readonly revokedSessions: RevokedSessions;
  readonly signals: Signals;
  readonly polls: Polls;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly outside: Outside;
  readonly mailer: Mailer;
  readonly files: FileStore;
  readonly gateway: PaymentGateway;
  readonly identity: IdentityCheck;
  /** What `/metrics` shows. */
  readonly metrics: Registry;
  readonly log: Logger;
}

/** The services of jobs, where nobody waits for an answer: any refusal may stop the work. */
export type JobServices = Services & Refuses<ErrorCode>;

/** The services within a transaction: `db` is its handle. */
export type TxServices = Omit<Services, "db"> & { readonly db: Tx };
