import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import type { Logger } from "kysely";

/**
 * Statements that are not counted: those that begin and end a transaction, which drivers send differently, creating the audit's next month, which the first
 * request of a month does, and the note that a key is used, which the first request of a minute leaves.
 */
const uncountedStatements =
  /^(begin|commit|rollback|savepoint|release|set transaction|start transaction|select make_audit_month|insert into "api_key")/i;

export interface StatementCounter {
  /** For the database of the counted server. */
  readonly log: Logger;
  /** Starts counting what each request to `app` sends; call it before `app` is ready. */
  readonly countRequestsOf: (app: FastifyInstance) => void;
  /** The largest number of statements a successful request of each call sent, by `feature.name`. */
  readonly maxByCall: ReadonlyMap<string, number>;
}

/** Counts the statements of each request, including the session check and the audit row. */
export function statementCounter(): StatementCounter {
  const requests = new AsyncLocalStorage<{ statements: number }>();
  const maxByCall = new Map<string, number>();
  return {
    maxByCall,
    log: ({ query }) => {
      const request = requests.getStore();
      if (request && !uncountedStatements.test(query.sql)) request.statements += 1;
    },
    countRequestsOf: (app) => {
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
