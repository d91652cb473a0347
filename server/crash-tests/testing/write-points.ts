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
  /** Watches work done in this process. */
  readonly during: (work: () => Promise<unknown>) => Promise<void>;
  /** Watches the requests to `app` with this idempotency key. */
  readonly requests: (app: FastifyInstance, key: string) => void;
  /** Resolves once no watched work is under way. */
  readonly waitUntilIdle: () => Promise<void>;
}

export function watchWrites({ lite, pool }: OpenDatabase, onWritePoint: (point: WritePoint) => void): WriteWatcher {
  const watchedContext = new AsyncLocalStorage<true>();
  let runningWork: Promise<void> = Promise.resolve();

  /** Listens to one connection's statements in order. */
  const createStatementListener = () => {
    let inTransaction = false;
    return (sql: unknown) => {
      if (typeof sql !== "string") return;
      if (/^\s*(?:begin|start transaction)\b/i.test(sql)) inTransaction = true;
      // Also those of unwatched work: the connection is the same.
      if (/^\s*(?:commit|rollback)\s*;?\s*$/i.test(sql)) inTransaction = false;
      if (!watchedContext.getStore() || !writeStatement.test(sql)) return;
      const name = nameOf(sql);
      onWritePoint({ name, isInTransaction: inTransaction });
    };
  };
  const intercept = <Q extends (...args: never[]) => unknown>(query: Q, onStatement = createStatementListener()): Q =>
    ((...args: Parameters<Q>) => {
      onStatement(args[0]);
      return query(...args);
    }) as Q;

  if (lite) {
    const transaction = lite.transaction.bind(lite);
    Object.assign(lite, {
      query: intercept(lite.query.bind(lite)),
      transaction: ((work) =>
        transaction(async (tx) => {
          const onStatement = createStatementListener();
          onStatement("begin");
          const result = await work({ ...tx, query: intercept(tx.query.bind(tx), onStatement) } as typeof tx);
          onStatement("commit");
          return result;
        })) satisfies typeof transaction,
    });
  }
  pool?.on("connect", (client) => void Object.assign(client, { query: intercept(client.query.bind(client) as never) }));

  const answer = () => onWritePoint({ name: "the answer", isInTransaction: false });
  return {
    during(work) {
      const done = watchedContext.run(true, work).then(answer);
      runningWork = done.catch(() => undefined);
      return done;
    },
    requests(app, key) {
      const isWatchedRequest = ({ headers }: FastifyRequest) => headers["idempotency-key"] === key;
      // Reading the body leaves the request's asynchronous context, so watching begins after it.
      app.addHook("preValidation", (request, _reply, next) =>
        isWatchedRequest(request) ? watchedContext.run(true, next) : next(),
      );
      app.addHook("onRequest", async (request, { raw }) => {
        if (!isWatchedRequest(request)) return;
        runningWork = new Promise((resolve) => void raw.once("close", resolve));
        const end = raw.end.bind(raw);
        raw.end = ((...args: Parameters<typeof end>) => {
          answer();
          return end(...args);
        }) as typeof raw.end;
      });
    },
    waitUntilIdle: () => runningWork,
  };
}

const writeStatement = /^\s*(?:insert|update|delete|commit)\b|\binsert into\b/i;

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
