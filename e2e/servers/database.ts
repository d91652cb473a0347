import { randomBytes } from "node:crypto";
import { makeDatabase, type ServerDatabase } from "#server/platform/database/testing/server-databases.ts";
import { isReachable } from "../../scripts/reachable.ts";

const server = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";

/** Whether databases can be made on a PostgreSQL server here. */
export const databaseServerAnswers = (): Promise<boolean> => isReachable(server, 5432);

/** An empty database on that server, for one run. Its name says what it is for. */
export const databaseOfItsOwn = (purpose: string): Promise<ServerDatabase> =>
  makeDatabase(server, `calendula_${purpose}_${randomBytes(6).toString("hex")}`, { disposable: true });

/**
 * The same where a server answers. Without one, and with TEST_DATABASE=embedded, null: a node then takes the embedded database, which
 * computes in the node's own thread and makes every answer wait.
 */
export async function databaseIfPossible(purpose: string): Promise<ServerDatabase | null> {
  if (process.env["TEST_DATABASE"] === "embedded") return null;
  if (await databaseServerAnswers()) return databaseOfItsOwn(purpose);
  // Playwright shows only what its server says here.
  console.error("!!! No PostgreSQL server answers: browser tests run on the embedded database, which is slower. !!!");
  return null;
}
