import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { OpenDatabase } from "#server/platform/database/open.ts";

/**
 * Watches what requests write: `reached` is called right before each statement that writes, each commit, and the answer. That is
 * also the moment right after the one before it, since nothing else lasts between the two.
 */
export interface WritePoints {
  /** Watches a request made in this process. */
  readonly during: (request: () => Promise<unknown>) => Promise<void>;
  /** Watches the requests of `app` with this idempotency key. */
  readonly watch: (app: FastifyInstance, key: string) => void;
}

export function writePoints({ lite, pool }: OpenDatabase, reached: (point: string) => void): WritePoints {
  const watched = new AsyncLocalStorage<true>();
  const see = (sql: unknown) => {
    if (watched.getStore() && typeof sql === "string" && writes.test(sql)) reached(nameOf(sql));
  };

  const seen = <Q extends (...args: never[]) => unknown>(query: Q): Q =>
    ((...args: Parameters<Q>) => {
      see(args[0]);
      return query(...args);
    }) as Q;

  if (lite) {
    const transaction = lite.transaction.bind(lite);
    Object.assign(lite, {
      query: seen(lite.query.bind(lite)),
      transaction: ((work) =>
        transaction(async (tx) => {
          const result = await work({ ...tx, query: seen(tx.query.bind(tx)) } as typeof tx);
          see("commit");
          return result;
        })) satisfies typeof transaction,
    });
  }
  pool?.on("connect", (client) => void Object.assign(client, { query: seen(client.query.bind(client) as never) }));

  return {
    async during(request) {
      await watched.run(true, request);
      reached(answer);
    },
    watch(app, key) {
      const isOurs = ({ headers }: FastifyRequest) => headers["idempotency-key"] === key;
      // Reading the body leaves the request's asynchronous context, so it begins after that.
      app.addHook("preValidation", (request, _reply, next) => (isOurs(request) ? watched.run(true, next) : next()));
      app.addHook("onRequest", async (request, { raw }) => {
        if (!isOurs(request)) return;
        const end = raw.end.bind(raw);
        raw.end = ((...args: Parameters<typeof end>) => {
          reached(answer);
          return end(...args);
        }) as typeof raw.end;
      });
    },
  };
}

const answer = "the answer";
const writes = /^\s*(?:insert|update|delete|commit)\b|\binsert into\b/i;

/** `insert into customer_order`, `commit`. */
const nameOf = (sql: string): string =>
  (/\b(?:insert into|delete from|update)\s+[\w".]+|^\s*commit/i.exec(sql)?.[0] ?? sql).trim().replaceAll('"', "");
