import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { OpenDatabase } from "#server/platform/database/open.ts";

/** The moment before a write. Nothing durable happens between two write points, so it is also the moment after the previous one. */
export interface WritePoint {
  /** `insert into customer_order`, `commit`, `the answer`. */
  readonly name: string;
  /** In a transaction, before its commit: a kill here leaves the same as one before the commit. */
  readonly isInTransaction: boolean;
}

/** Watches the writes of some work: each writing statement, each commit, and the answer. */
export interface WriteWatcher {
  /** Watches work done in this process, known by `key`. */
  readonly during: (key: string, work: () => Promise<unknown>) => Promise<void>;
  /** Watches the requests to `app` with these idempotency keys. */
  readonly requests: (app: FastifyInstance, keys: ReadonlySet<string>) => void;
  /** Resolves once no watched work is under way. */
  readonly waitUntilIdle: () => Promise<void>;
}

/** Told of a write point of the work with this key before it is passed. True holds the work there for good. */
export type OnWritePoint = (point: WritePoint, key: string) => boolean;

const forGood = new Promise<never>(() => undefined);

export function watchWrites({ lite, pool }: OpenDatabase, onWritePoint: OnWritePoint): WriteWatcher {
  const watchedKey = new AsyncLocalStorage<string>();
  const runningWork = new Set<Promise<void>>();
  const startsRunning = (work: Promise<void>) => {
    runningWork.add(work);
    void work.finally(() => runningWork.delete(work));
  };

  /** Listens to one connection's statements in order; says which are held. */
  const createStatementListener = () => {
    let inTransaction = false;
    return (sql: unknown): boolean => {
      if (typeof sql !== "string") return false;
      if (/^\s*(?:begin|start transaction)\b/i.test(sql)) inTransaction = true;
      // Also those of unwatched work: the connection is the same.
      if (/^\s*(?:commit|rollback)\s*;?\s*$/i.test(sql)) inTransaction = false;
      const key = watchedKey.getStore();
      if (key === undefined || !writeStatement.test(sql)) return false;
      const name = nameOf(sql);
      return name !== useOfKey && onWritePoint({ name, isInTransaction: inTransaction }, key);
    };
  };
  const intercept = <Q extends (...args: never[]) => unknown>(query: Q, isHeld = createStatementListener()): Q =>
    ((...args: Parameters<Q>) => (isHeld(args[0]) ? forGood : query(...args))) as Q;

  if (lite) {
    const transaction = lite.transaction.bind(lite);
    Object.assign(lite, {
      query: intercept(lite.query.bind(lite)),
      transaction: ((work) =>
        transaction(async (tx) => {
          const isHeld = createStatementListener();
          isHeld("begin");
          const result = await work({ ...tx, query: intercept(tx.query.bind(tx), isHeld) } as typeof tx);
          return isHeld("commit") ? forGood : result;
        })) satisfies typeof transaction,
    });
  }
  pool?.on("connect", (client) => void Object.assign(client, { query: intercept(client.query.bind(client) as never) }));

  const isAnswerHeld = (key: string) => onWritePoint({ name: "the answer", isInTransaction: false }, key);
  return {
    during(key, work) {
      const done = watchedKey.run(key, work).then(() => (isAnswerHeld(key) ? forGood : undefined));
      startsRunning(done.catch(() => undefined));
      return done;
    },
    requests(app, keys) {
      const keyOf = ({ headers }: FastifyRequest): string | null => {
        const key = headers["idempotency-key"];
        return typeof key === "string" && keys.has(key) ? key : null;
      };
      // Reading the body leaves the request's asynchronous context, so watching begins after it.
      app.addHook("preValidation", (request, _reply, next) => {
        const key = keyOf(request);
        if (key === null) next();
        else watchedKey.run(key, next);
      });
      app.addHook("onRequest", async (request, { raw }) => {
        const key = keyOf(request);
        if (key === null) return;
        startsRunning(new Promise((resolve) => void raw.once("close", resolve)));
        const end = raw.end.bind(raw);
        raw.end = ((...args: Parameters<typeof end>) => (isAnswerHeld(key) ? raw : end(...args))) as typeof raw.end;
      });
    },
    waitUntilIdle: async () => void (await Promise.all(runningWork)),
  };
}

const writeStatement = /^\s*(?:insert|update|delete|commit)\b|\binsert into\b/i;

/** Notes that an API key is used: by whatever request comes first on a node, and once in a while after it. */
const useOfKey = "insert into api_key";

const nameOf = (sql: string): string =>
  (/\b(?:insert into|delete from|update)\s+[\w".]+|^\s*commit/i.exec(sql)?.[0] ?? sql)
    .trim()
    .replaceAll('"', "")
    .toLowerCase();

const killPointsSetting = process.env["KILL_POINTS"];

/** With KILL_POINTS=few every eighth one: for the second of two databases in one run. */
export const sample = <T>(all: readonly T[]): readonly T[] =>
  killPointsSetting === "few" ? all.filter((_, n) => n % 8 === 0) : all;

/**
 * The write points a run kills at. A kill within a transaction leaves the same as one before its commit, so such points are tried
 * only with KILL_POINTS=all.
 */
export const selectWritePoints = (points: readonly WritePoint[]): readonly WritePoint[] =>
  sample(killPointsSetting === "all" ? points : points.filter(({ isInTransaction }) => !isInTransaction));

/** For these points, the ways a patient can come back (or not); only a sample of them with KILL_POINTS=few. */
export const recoveryVariants = <Point>(points: readonly Point[]) =>
  sample(
    points.flatMap((point) =>
      (["the patient presses again", "nobody comes back"] as const).map((recovery) => ({ point, recovery })),
    ),
  );

/** Number of a point, from 1; without one, a number no point has. */
export const writePointNumber = (points: readonly WritePoint[], point: WritePoint | undefined): number =>
  point ? points.indexOf(point) + 1 : points.length + 1;
