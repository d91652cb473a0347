import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestDatabase } from "#server/platform/database/testing/test-databases.ts";
import { startTestServer, testApiKey, testSecretsKey, type TestServer } from "#server/testing/harness.ts";
import { watchWrites, type WritePoint } from "./write-points.ts";

/** A database that outlives its nodes, with the result of its preparation. */
export interface CrashTestDatabase<T> {
  readonly preparedData: T;
  /** Environment of a node on this database. */
  readonly env: NodeJS.ProcessEnv;
  readonly dispose: () => void;
}

/** Does some work and returns its write points in order. */
export type FindWritePoints = (work: () => Promise<unknown>) => Promise<readonly WritePoint[]>;

/** Creates a database and has `prepare` bring patients to the state the nodes start from. */
export async function prepareCrashTestDatabase<T>(
  prepare: (server: TestServer, findWritePoints: FindWritePoints) => Promise<T>,
): Promise<CrashTestDatabase<T>> {
  const directory = mkdtempSync(join(tmpdir(), "calendula-killed-"));
  const database = await openTestDatabase(directory);
  let points: WritePoint[] = [];
  const watch = watchWrites(database, (point) => {
    points.push(point);
    return false;
  });
  const server = await startTestServer({ database });
  try {
    return {
      preparedData: await prepare(server, async (work) => {
        points = [];
        await watch.during("preparation", work);
        return points;
      }),
      env: {
        DATA_DIR: directory,
        SECRETS_KEY: testSecretsKey,
        API_KEY: testApiKey,
        ...(database.pool ? { DATABASE_URL: database.pool.options.connectionString } : {}),
      },
      dispose: () => rmSync(directory, { recursive: true, force: true }),
    };
  } finally {
    await server.close();
  }
}
