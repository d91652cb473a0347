import { setTimeout as wait } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { fromPglite, type Job, type JobResult, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { withSetupLock } from "../database/advisory-lock.ts";
import type { Database, OpenDatabase } from "../database/open.ts";
import { createPolls, type Polls } from "../database/polls.ts";
import { hasUnfinishedJob, queuesWithDueJobs, startJobPolling } from "./job-polling.ts";
import { startSchedules } from "./schedules.ts";

/** Handles one job of a queue; if it throws, the job is retried with a growing delay. Data holds ids only, never personal data. */
export type JobHandler = (data: Readonly<Record<string, unknown>>) => Promise<void>;

/** With a delay that doubles from 2 s, thirteen retries span over four hours. */
export const retriesOverHours = 13;

export interface QueueOptions {
  readonly retries?: number;
  /** The delay before a retry doubles from 2 s up to so many seconds; without it, as long as there are retries. */
  readonly longestRetrySeconds?: number;
  /** Also runs on this schedule, in cron notation with minutes. */
  readonly cron?: string;
}

export interface Jobs {
  /** Defines a queue; call it for all of them before `start`. */
  readonly define: (queue: string, handler: JobHandler, options?: QueueOptions) => void;
  /** Enqueues within the transaction of `db`: no commit, no job (the outbox). May run more than once, so handlers must be idempotent. */
  readonly enqueue: (
    db: Database,
    queue: string,
    data: Record<string, unknown>,
    options?: { after?: Date },
  ) => Promise<void>;
  /** Creates the queues, once; `withWorkers` also starts their handlers. */
  readonly start: (withWorkers: boolean) => Promise<void>;
  /**
   * Runs every job that is due, and those they enqueue, until none is left, and waits for those the workers have begun. Answers how many it completed
   * itself. For tests and for the clock of the demo.
   */
  readonly drain: () => Promise<number>;
  /**
   * Handles every scheduled queue here and now, one after the other, as if its time had come. For tests and for the clock of the demo, which does so for
   * each day it moves: enqueueing, fetching and completing a job costs more than most of them do.
   */
  readonly handleSchedules: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Not the id of any job. */
const noJobId = "00000000-0000-0000-0000-000000000000";

/** How often a worker sends a heartbeat; the library's minimum. */
const heartbeatSeconds = 10;

/** How often the queue looks for workers without a heartbeat; each time takes eight statements, even when idle. */
const defaultSuperviseSeconds = 30;

/** After how many seconds a job is due again that this node may not run. */
const pauseSeconds = 60;

/** How soon `drain` looks again for a job that a worker has begun, in milliseconds. */
const activeCheckMs = 20;

/** How often pg-boss polls by itself for what it is notified of: work for a worker, and job flows, which are not used. */
const fallbackPollSeconds = 600;

export interface JobsOptions {
  /** False still enqueues, but runs, schedules and expires no jobs: a node on a restored database must not mail or charge anybody. */
  readonly runsJobs?: boolean;
  /** Where due jobs are looked for: a delayed job starts at the next poll. */
  readonly polls?: Polls;
  /** Whether this node may run no job now. What it has fetched already is due again a minute later, for any node. */
  readonly isPaused?: () => Promise<boolean>;
  /** How often the queue looks for jobs whose worker died. */
  readonly superviseSeconds?: number;
}

/** Workers fetch when woken (`job-polling.ts`), and again when a fetch was full. */
const workOptions = {
  pollingIntervalSeconds: fallbackPollSeconds,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** pg-boss on the same database as the rows, so that a job is enqueued by the transaction that needs it. */
export function createJobs(
  database: OpenDatabase,
  log: Logger,
  {
    runsJobs = true,
    polls = createPolls(database.db, log),
    isPaused = async () => false,
    superviseSeconds = defaultSuperviseSeconds,
  }: JobsOptions = {},
): Jobs {
  const boss = new PgBoss({
    ...(database.lite
      ? { db: fromPglite(database.lite), backend: "pglite" as const }
      : { db: { executeSql: executeOnPool(database) } }),
    useListenNotify: false,
    supervise: runsJobs,
    // `schedules.ts` does that.
    schedule: false,
    // A job whose worker died is retried after one missed heartbeat and one supervision round.
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    flowIntervalSeconds: fallbackPollSeconds,
  });
  boss.on("error", (error) => log.error({ err: { message: error.message } }, "job queue error"));
  const queues = new Map<string, { handler: JobHandler; options: QueueOptions }>();

  const ensureQueues = () => withSetupLock(database, createQueues);
  const createQueues = async () => {
    await boss.start();
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const [name, { options }] of queues) {
      const settings = {
        retryLimit: options.retries ?? 5,
        retryDelay: 2,
        retryBackoff: true,
        heartbeatSeconds,
        notify: true,
      };
      const retryDelayMax = options.longestRetrySeconds ?? null;
      // A queue keeps the settings of the version that created it until they are written anew.
      const now = known.get(name);
      if (now?.notify && now.retryLimit === settings.retryLimit && (now.retryDelayMax ?? null) === retryDelayMax)
        continue;
      await boss.createQueue(name, { ...settings, policy: "standard" });
      await boss.updateQueue(name, { ...settings, retryDelayMax });
      // pg-boss reads an unknown queue on a connection of its own, which must not happen inside a transaction.
      await boss.findJobs(name, { id: noJobId });
    }
  };
  let queuesReady: Promise<void> | null = null;
  /** The worker of each queue, by its name. */
  const workers = new Map<string, string>();
  let stopPolling: (() => Promise<void>) | null = null;
  let stopSchedules: (() => Promise<void>) | null = null;

  const enqueue: Jobs["enqueue"] = async (db, queue, data, options = {}) => {
    await boss.send(queue, data, {
      db: {
        executeSql: (text: string, values?: unknown[]) =>
          db.executeQuery(CompiledQuery.raw(text, values ?? [])) as Promise<{ rows: never[] }>,
      },
      ...(options.after ? { startAfter: options.after } : {}),
    });
  };

  const runJob = async (
    queue: string,
    handler: JobHandler,
    { id, data }: Pick<Job<unknown>, "id" | "data">,
  ): Promise<JobResult<object>> => {
    try {
      if (await isPaused()) {
        // Counted by the database's clock: this node's is wrong.
        if (id !== noJobId) await boss.send(queue, data as object, { startAfter: pauseSeconds });
        return { id, status: "completed" };
      }
      await handler((data ?? {}) as Record<string, unknown>);
      return { id, status: "completed" };
    } catch (error) {
      const output = { message: (error as Error).message };
      log.error({ queue, err: output }, "job failed");
      return { id, status: "failed", output };
    }
  };

  return {
    define: (queue, handler, options = {}) => void queues.set(queue, { handler, options }),
    enqueue,
    async start(withWorkers) {
      await (queuesReady ??= ensureQueues());
      if (!withWorkers || !runsJobs) return;
      for (const [name, { handler }] of queues) {
        // Each job has an outcome of its own: a failing one does not fail others of its batch.
        const worker = await boss.work(name, workOptions, async (batch) => {
          const results: JobResult<object>[] = [];
          for (const job of batch) results.push(await runJob(name, handler, job));
          return results;
        });
        workers.set(name, worker);
      }
      const wake = (queue: string) => {
        const worker = workers.get(queue);
        if (worker === undefined) return;
        isPaused().then(
          (paused) => paused || boss.notifyWorker(worker),
          ({ message }: Error) => log.error({ err: { message } }, "jobs not fetched"),
        );
      };
      stopPolling = startJobPolling({ database, polls, log, queues: [...workers.keys()], wake });
      const crons = new Map([...queues].flatMap(([name, { options }]) => (options.cron ? [[name, options.cron]] : [])));
      stopSchedules = await startSchedules({
        db: database.db,
        polls,
        crons,
        enqueue: (tx, queue) => enqueue(tx, queue, {}),
        isPaused,
        onError: ({ message }) => log.error({ err: { message } }, "scheduled jobs not enqueued"),
      });
    },
    async drain() {
      const names = [...queues.keys()];
      let completed = 0;
      for (let found = runsJobs; found;) {
        found = false;
        const due = new Set(await queuesWithDueJobs(database.db, names));
        for (const [name, { handler }] of queues) {
          if (!due.has(name)) continue;
          // One at a time: nothing sends heartbeats for waiting jobs here.
          for (let [job] = await boss.fetch(name); job; [job] = await boss.fetch(name)) {
            found = true;
            const { status, output } = await runJob(name, handler, job);
            await (status === "completed" ? boss.complete(name, job.id) : boss.fail(name, job.id, output));
            if (status === "completed") completed += 1;
          }
        }
        if (!found && workers.size > 0 && (await hasUnfinishedJob(database.db, names))) {
          found = true;
          await wait(activeCheckMs);
        }
      }
      return completed;
    },
    async handleSchedules() {
      if (!runsJobs) return;
      for (const [name, { handler, options }] of queues)
        if (options.cron) await runJob(name, handler, { id: noJobId, data: {} });
    },
    async stop() {
      await stopSchedules?.();
      await stopPolling?.();
      await boss.stop({ graceful: true, timeout: 5000 });
    },
  };
}

const executeOnPool = (database: OpenDatabase) => async (text: string, values?: unknown[]) => {
  if (!database.pool) throw new Error("No database server");
  return database.pool.query(text, values) as Promise<{ rows: never[] }>;
};
