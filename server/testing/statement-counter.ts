import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import type { Logger } from "kysely";

/**
 * What begins and ends a transaction: how it is sent differs from driver to driver. And the audit's next month, which the first request of a
 * month makes. Neither is counted.
 */
const uncountedStatements =
  /^(begin|commit|rollback|savepoint|release|set transaction|start transaction|select make_audit_month)\b/i;

export interface StatementCounter {
  /** For the database the counted server opens. */
  readonly log: Logger;
  /** Counts from now on what each request to `app` sends; before it is ready. */
  readonly watch: (app: FastifyInstance) => void;
  /** The most statements a successful request of each call sent, by `room.name`. */
  readonly most: ReadonlyMap<string, number>;
}

/** Counts the statements of each request, the session's check and the audit row with it. */
export function statementCounter(): StatementCounter {
  const requests = new AsyncLocalStorage<{ statements: number }>();
  const maxByCall = new Map<string, number>();
  return {
    most: maxByCall,
    log: ({ query }) => {
      const request = requests.getStore();
      if (request && !uncountedStatements.test(query.sql)) request.statements += 1;
    },
    watch: (app) => {
      app.addHook("onRequest", (request, reply, done) => {
        const requestCount = { statements: 0 };
        reply.raw.once("finish", () => {
          if (reply.statusCode >= 300 || !request.callName) return;
          maxByCall.set(request.callName, Math.max(requestCount.statements, maxByCall.get(request.callName) ?? 0));
        });
        requests.run(requestCount, done);
      });
    },
  };
}
