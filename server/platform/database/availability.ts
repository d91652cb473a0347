import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { OpenDatabase } from "./open.ts";

/** Errors of the network to the server, and of a full disk on this machine. */
const networkErrorCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOSPC",
  "EDQUOT",
]);

/**
 * SQLSTATE classes and codes (PostgreSQL, appendix A): connection exception, insufficient resources (full disk, memory, connections),
 * operator intervention (shutting down, starting up, cancelled by a time limit), system error; the server is read-only after a failover, or
 * accepts no connections to the database; a deadlock or a serialization failure, which a repeat will not meet again.
 */
const sqlStates = /^(?:08\w{3}|53\w{3}|57\w{3}|58\w{3}|25006|55000|40P01|40001)$/;

/** The driver's messages for errors without a code. */
const driverMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable|Query read timeout/;

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Whether an error means that the database cannot answer now, so that the request can simply be repeated later. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 4) return false;
  const { code, message, cause, errors } = error as Failure;
  if (typeof code === "string" && (networkErrorCodes.has(code) || sqlStates.test(code))) return true;
  if (typeof message === "string" && driverMessages.test(message)) return true;
  // Several addresses of one host were tried in turn, or an error wraps the driver's.
  const nestedErrors = [cause, ...(Array.isArray(errors) ? errors : [])];
  return nestedErrors.some((inner) => isDatabaseUnavailable(inner, depth + 1));
}

/** How long a start waits for a database that is coming up, and how often it tries, in milliseconds. */
const defaultWait = { forMs: 60_000, everyMs: 500 };

/**
 * Resolves when the database answers. Throws if it does not within `forMs` of its first refusal, or at once if it never will (wrong password, no such
 * database).
 */
export async function waitForDatabase(
  { db }: Pick<OpenDatabase, "db">,
  log: Pick<Logger, "warn">,
  { forMs: timeoutMs, everyMs: pollMs }: typeof defaultWait = defaultWait,
): Promise<void> {
  let deadline: number | undefined;
  for (;;) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      const { code, message } = error as { code?: string; message: string };
      const reason = message || code || "no answer";
      if (deadline === undefined) {
        deadline = performance.now() + timeoutMs;
        log.warn({ reason }, `waiting up to ${Math.round(timeoutMs / 1000)} s for the database`);
      } else if (performance.now() >= deadline)
        throw new Error(`The database of DATABASE_URL did not answer in ${Math.round(timeoutMs / 1000)} s: ${reason}`, {
          cause: error,
        });
      await pause(pollMs);
    }
  }
}
