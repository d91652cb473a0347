import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { OpenDatabase } from "#server/platform/database/open.ts";

/** The moment before something is written; nothing lasts between it and the one before, so it is also the moment after that. */
export interface WritePoint {
  /** `insert into customer_order`, `commit`, `the answer`. */
  readonly name: string;
  /** In a transaction, before its commit: a death here leaves what a death before the commit leaves. */
  readonly within: boolean;
}

/** Watches what some work writes: each statement that writes, each commit, and the answer. */
export interface Watch {
  /** Work done in this process. */
  readonly during: (work: () => Promise<unknown>) => Promise<void>;
  /** The requests of `app` with this idempotency key. */
  readonly requests: (app: FastifyInstance, key: string) => void;
  /** Resolves once no watched work is under way. */
  readonly quiet: () => Promise<void>;
}

export function watchWrites({ lite, pool }: OpenDatabase, reached: (point: WritePoint) => void): Watch {
  const watched = new AsyncLocalStorage<true>();
  let underWay: Promise<void> = Promise.resolve();

  /** What one connection says, in its order. */
  const listen = () => {
    let open = false;
    return (sql: unknown) => {
      if (typeof sql !== "string") return;
      if (/^\s*(?:begin|start transaction)\b/i.test(sql)) open = true;
      if (!watched.getStore() || !writes.test(sql)) return;
      const name = nameOf(sql);
      if (name === "commit") open = false;
      reached({ name, within: open });
    };
  };
  const heard = <Q extends (...args: never[]) => unknown>(query: Q, hear = listen()): Q =>
    ((...args: Parameters<Q>) => {
      hear(args[0]);
      return query(...args);
    }) as Q;

  if (lite) {
    const transaction = lite.transaction.bind(lite);
    Object.assign(lite, {
      query: heard(lite.query.bind(lite)),
      transaction: ((work) =>
        transaction(async (tx) => {
          const hear = listen();
          hear("begin");
          const result = await work({ ...tx, query: heard(tx.query.bind(tx), hear) } as typeof tx);
          hear("commit");
          return result;
        })) satisfies typeof transaction,
    });
  }
  pool?.on("connect", (client) => void Object.assign(client, { query: heard(client.query.bind(client) as never) }));

  const answer = () => reached({ name: "the answer", within: false });
  return {
    during(work) {
      const done = watched.run(true, work).then(answer);
      underWay = done.catch(() => undefined);
      return done;
    },
    requests(app, key) {
      const isOurs = ({ headers }: FastifyRequest) => headers["idempotency-key"] === key;
      // Reading the body leaves the request's asynchronous context, so watching begins after that.
      app.addHook("preValidation", (request, _reply, next) => (isOurs(request) ? watched.run(true, next) : next()));
      app.addHook("onRequest", async (request, { raw }) => {
        if (!isOurs(request)) return;
        underWay = new Promise((resolve) => void raw.once("close", resolve));
        const end = raw.end.bind(raw);
        raw.end = ((...args: Parameters<typeof end>) => {
          answer();
          return end(...args);
        }) as typeof raw.end;
      });
    },
    quiet: () => underWay,
  };
}

const writes = /^\s*(?:insert|update|delete|commit)\b|\binsert into\b/i;

const nameOf = (sql: string): string =>
  (/\b(?:insert into|delete from|update)\s+[\w".]+|^\s*commit/i.exec(sql)?.[0] ?? sql)
    .trim()
    .replaceAll('"', "")
    .toLowerCase();
