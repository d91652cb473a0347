import { pino } from "pino";
import { Registry } from "prom-client";
import { fullPath, type Endpoint, type Input, type Output } from "#contract/http/endpoint.ts";
import { openGateway } from "#server/adapters.ts";
import { createApp } from "#server/app.ts";
import { createAuthenticator } from "#server/auth/public.ts";
import { featureJobs } from "#server/features.ts";
import { createAudit } from "#server/platform/audit/audit.ts";
import { trustedClock } from "#server/platform/clock/clock-guard.ts";
import { movableClock, type MovableClock } from "#server/platform/clock/clock.ts";
import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import { createEvents } from "#server/platform/events.ts";
import { newId } from "#server/platform/ids.ts";
import type { JobHandler, Jobs } from "#server/platform/jobs/jobs.ts";
import { createRevokedSessions } from "#server/platform/revoked-sessions.ts";
import type { JobServices } from "#server/platform/services.ts";

/** A second server with its own clock and no port, which creates the past through the API's own calls. */
export interface SeedServer {
  readonly services: JobServices;
  readonly clock: MovableClock;
  /** Calls the API; throws unless it answers 2xx. `token` is a patient's; without one it calls as the clinic. */
  readonly call: <E extends Endpoint>(endpoint: E, input: Input<E>, token?: string) => Promise<Output<E>>;
  readonly close: () => Promise<void>;
}

/** Opens a seed server on the database of `services`. Its jobs run when it drains them; it sends no mail and has no rate limits. */
export async function openSeedServer(services: JobServices): Promise<SeedServer> {
  const clock = movableClock(services.clock);
  const apiKey = randomSecret();
  const jobs = inlineJobs(["mail"]);
  const seedServices: JobServices = {
    ...services,
    // Demo patients need no invitation.
    config: { ...services.config, apiKey, invitationCodes: [] },
    clock,
    clockGuard: trustedClock(clock),
    // The past is the gateway's as well: its books have the days the seed's have.
    gateway: await openGateway(services.config, services.db, clock, services.secrets),
    jobs,
    // Its own listeners: those of the running node would hear every event, too.
    events: createEvents(),
    audit: createAudit(services.db, clock),
    revokedSessions: createRevokedSessions(clock),
    limiter: {
      consume: async () => undefined,
      uncount: async () => undefined,
      rateLimitNetwork: (address) => address,
      close: async () => undefined,
    },
    metrics: new Registry(),
    log: pino({ level: "silent" }),
  };
  for (const define of featureJobs) define(jobs, seedServices);
  const authenticate = await createAuthenticator(seedServices);
  const app = await createApp(seedServices, { authenticate, pages: null });

  const call = async <E extends Endpoint>(endpoint: E, input: Input<E>, token?: string): Promise<Output<E>> => {
    const { params, query, body } = input as {
      params?: Record<string, unknown>;
      query?: Record<string, string>;
      body?: unknown;
    };
    const answer = await app.inject({
      method: endpoint.method,
      url: fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name])),
      ...(query ? { query } : {}),
      ...(body === undefined ? {} : { payload: body as object }),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : { "x-api-key": apiKey }),
        ...(endpoint.idempotency ? { "idempotency-key": newId() } : {}),
      },
    });
    if (answer.statusCode >= 300)
      throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.statusCode}: ${answer.payload}`);
    return answer.json();
  };

  return {
    services: seedServices,
    clock,
    call,
    async close() {
      authenticate.close();
      await app.close();
      // Nobody calls with its key again.
      await services.db.deleteFrom("api_key").where("key_hash", "=", hashSecret(apiKey)).execute();
    },
  };
}

interface QueuedJob {
  readonly queue: string;
  readonly data: Record<string, unknown>;
}

/** Jobs in memory, run by `drain` in order of arrival. Jobs of undefined or `dropped` queues are discarded. */
function inlineJobs(dropped: readonly string[]): Jobs {
  const handlers = new Map<string, JobHandler>();
  const queued: QueuedJob[] = [];
  return {
    define: (queue, handler) => void (dropped.includes(queue) || handlers.set(queue, handler)),
    enqueue: async (_db, queue, data) => void queued.push({ queue, data }),
    start: async () => undefined,
    async drain() {
      let done = 0;
      for (let job = queued.shift(); job; job = queued.shift(), done += 1) await handlers.get(job.queue)?.(job.data);
      return done;
    },
    handleSchedules: async () => undefined,
    stop: async () => undefined,
  };
}
