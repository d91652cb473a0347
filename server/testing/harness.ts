import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { auth } from "#contract/auth.ts";
import { fullPath, type Endpoint, type Input, type Output } from "#contract/http/endpoint.ts";
import type { Problem } from "#contract/http/errors.ts";
import { createApp } from "#server/app.ts";
import { createAuthenticator } from "#server/auth/public.ts";
import { readConfig } from "#server/config.ts";
import { defineCareDesk } from "#server/demo/run-care-desk.ts";
import { syncDoctors } from "#server/doctors/public.ts";
import { featureJobs } from "#server/features.ts";
import { registerNonContractRoutes } from "#server/non-contract-routes.ts";
import { openServices, type ServiceOverrides, type RunningServices } from "#server/open-services.ts";
import { movableClock, type MovableClock } from "#server/platform/clock/clock.ts";
import { openTestDatabase } from "#server/platform/database/testing/test-databases.ts";
import { newId } from "#server/platform/ids.ts";
import { localMailbox, type Mailbox } from "#server/platform/mail/local-mailbox.ts";
import { recordCallCoverage } from "./call-coverage.ts";
import type { StatementCounter } from "./statement-counter.ts";

export const testApiKey = "test-api-key-of-the-clinic-0001";
export const testSecretsKey = "a key for tests, long enough for it";

export interface CallOptions {
  readonly token?: string;
  /** Idempotency key; by default a new one where the call needs one. `null` sends none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly apiKey?: string;
  /** The client's address; by default this machine's. */
  readonly address?: string;
}

export interface CallResult<T> {
  readonly status: number;
  /** The result when the status is 2xx. */
  readonly ok: T;
  /** The problem otherwise. */
  readonly problem: Problem;
  readonly headers: LightMyRequestResponse["headers"];
  readonly cookies: Readonly<Record<string, string>>;
  readonly raw: LightMyRequestResponse;
}

export interface TestPatient {
  readonly id: string;
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly refreshToken: string;
}

export interface UntouchedPatient {
  readonly patient: TestPatient;
  readonly names: { readonly firstname: string; readonly lastname: string };
}

export interface TestServer extends RunningServices {
  readonly app: FastifyInstance;
  readonly clock: MovableClock;
  readonly mailbox: Mailbox;
  /** Lines the server logged. */
  readonly logged: () => string;
  readonly call: <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options?: CallOptions,
  ) => Promise<CallResult<Output<E>>>;
  /** The patient with this token, who did nothing but sign up, on a server without parts of its own; null for any other, and when asked again. */
  readonly takeUntouched: (token: string) => UntouchedPatient | null;
  /** The demo's care desk works until nothing is left to do now, with the jobs that follow from it. */
  readonly runCareDesk: () => Promise<void>;
  readonly newPatient: (
    details?: Partial<{ email: string; password: string; firstname: string; lastname: string }>,
  ) => Promise<TestPatient>;
}

/** The server shared by a worker's files, kept where its environment, which has separate modules, can close it (`vitest-environment.ts`). */
declare global {
  var sharedTestServer:
    | { readonly startedBy: typeof startTestServer; readonly server: Promise<TestServer> }
    | undefined;
}

/**
 * One server shared by the files of a worker that ask for it, started by the first and closed when the worker ends. Only for files that look
 * only at their own patients, leave clock, limits and schema alone, and tolerate other files' entries in lists, mails and log.
 */
export async function sharedTestServer(): Promise<TestServer> {
  let shared = globalThis.sharedTestServer;
  // After `vi.resetModules`, a server made by the previous modules has other classes, so it is replaced.
  if (shared?.startedBy !== startTestServer) {
    await (await shared?.server)?.close();
    shared = globalThis.sharedTestServer = { startedBy: startTestServer, server: startTestServer() };
  }
  const server = await shared.server;
  return { ...server, close: () => Promise.reject(new Error("Other files go on with the server they share")) };
}

/** Parts a server may have of its own and still take copied patients. */
const ownParts: ReadonlySet<string> = new Set(["files", "database"]);

export interface TestServerOverrides extends ServiceOverrides {
  /** Whether the demo's care desk is there; false by default. */
  readonly careDesk?: boolean;
}

/** The whole server on a database of its own, called without a network; `counter` counts the statements of its calls. Close it when done. */
export async function startTestServer(
  { careDesk = false, ...overrides }: TestServerOverrides = {},
  env: Record<string, string> = {},
  counter?: StatementCounter,
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "calendula-test-"));
  const logLines: string[] = [];
  const clock = movableClock();
  const mailbox = localMailbox({ clock });
  const database = overrides.database ?? (await openTestDatabase(null, counter?.log));
  const config = readConfig({
    NODE_ENV: "test",
    DATA_DIR: dataDir,
    SECRETS_KEY: testSecretsKey,
    API_KEY: testApiKey,
    RATE_LIMIT_PER_MINUTE: "100000",
    PASSWORD_MEMORY_KIB: "64",
    CARE_DESK_PACE_SECONDS: "3600",
    ...env,
  });
  const log = pino({ level: "info" }, { write: (line: string) => void logLines.push(line) });
  const content = config.brandFile === null && config.demo ? await shippedContent() : undefined;
  const running = await openServices(config, {
    clock,
    log,
    // A mail server that the settings name is one the test brings.
    ...(config.smtpUrl === null ? { mailer: mailbox } : {}),
    ...(content ? { content } : {}),
    ...overrides,
    database,
  });
  const { services, jobs } = running;
  for (const define of featureJobs) define(jobs, services);
  const desk = careDesk ? defineCareDesk(jobs, services) : null;
  await syncDoctors(services.db, services.content.doctors);
  await jobs.start(false);
  const app = await createApp(services, {
    authenticate: await createAuthenticator(services),
    pages: null,
    extend: (instance) => registerNonContractRoutes(instance, services),
  });
  counter?.countRequestsOf(app);
  await app.ready();
  await desk?.open(app);

  // Copied patients would hide what a counter counts, and lack what parts of a server's own do.
  const isPlain =
    !counter && !careDesk && [...Object.keys(env), ...Object.keys(overrides)].every((name) => ownParts.has(name));
  /** Those who only signed up, by their token. */
  const untouched = new Map<string, UntouchedPatient>();

  const call = async <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options: CallOptions = {},
  ): Promise<CallResult<Output<E>>> => {
    const { params, query, body } = input as {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const url = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params?.[name])),
    );
    if (options.token) untouched.delete(options.token);
    const key = options.key === undefined && endpoint.idempotency ? newId() : options.key;
    const raw = await app.inject({
      method: endpoint.method,
      url,
      ...(options.address ? { remoteAddress: options.address } : {}),
      ...(query
        ? { query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) }
        : {}),
      ...(body === undefined ? {} : { payload: body as object }),
      ...(options.cookies ? { cookies: { ...options.cookies } } : {}),
      headers: {
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...(key ? { "idempotency-key": key } : {}),
        ...(options.apiKey ? { "x-api-key": options.apiKey } : {}),
        ...options.headers,
      },
    });
    recordCallCoverage(endpoint, raw.statusCode);
    const parsed =
      raw.headers["content-type"]?.toString().startsWith("application/json") && raw.payload
        ? raw.json()
        : raw.rawPayload;
    return {
      status: raw.statusCode,
      ok: parsed as Output<E>,
      problem: parsed as Problem,
      headers: raw.headers,
      cookies: Object.fromEntries(raw.cookies.map(({ name, value }) => [name, value])),
      raw,
    };
  };

  return {
    ...running,
    app,
    clock,
    mailbox,
    async runCareDesk() {
      do await desk?.work();
      while ((await jobs.drain()) > 0);
    },
    logged: () => logLines.join(""),
    call,
    async newPatient(details = {}) {
      const email = details.email ?? `p-${newId()}@example.com`;
      const password = details.password ?? "marigold at noon";
      const names = { firstname: details.firstname ?? "Rosa", lastname: details.lastname ?? "Winter" };
      const body = { email, password, ...names };
      const { status, ok, cookies, raw } = await call(auth.signUp, { body });
      if (status !== 201) throw new Error(`Sign-up answered ${status}: ${raw.payload}`);
      const patient = {
        id: ok.userid,
        token: ok.idToken,
        email,
        password,
        refreshToken: cookies["refreshToken"] ?? "",
      };
      if (isPlain) untouched.set(patient.token, { patient, names });
      return patient;
    },
    takeUntouched(token) {
      const taken = untouched.get(token) ?? null;
      untouched.delete(token);
      return taken;
    },
    async close() {
      await app.close();
      await running.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
