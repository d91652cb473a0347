import { randomBytes } from "node:crypto";
import { makeDatabase, type ServerDatabase } from "#server/platform/database/testing/server-databases.ts";
import { isReachable } from "../../server/platform/testing/is-reachable.ts";

const server = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";

/** Whether a PostgreSQL server is reachable, to create databases on. */
export const databaseServerAnswers = (): Promise<boolean> => isReachable(server, 5432);

/** Creates an empty database on that server for one run, named after its purpose. */
export const databaseOfItsOwn = (purpose: string): Promise<ServerDatabase> =>
  makeDatabase(server, `calendula_${purpose}_${randomBytes(6).toString("hex")}`, { disposable: true });

/**
 * As `databaseOfItsOwn` where a server is reachable. Otherwise, and with TEST_DATABASE=embedded, null: the node then uses the embedded
 * database, which runs in the node's own thread and delays every response.
 */
export async function databaseIfPossible(purpose: string): Promise<ServerDatabase | null> {
  if (process.env["TEST_DATABASE"] === "embedded") return null;
  if (await databaseServerAnswers()) return databaseOfItsOwn(purpose);
  // Playwright shows only what its server writes to stderr.
  console.error("!!! No PostgreSQL server answers: browser tests run on the embedded database, which is slower. !!!");
  return null;
}
