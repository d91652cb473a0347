import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "#server/platform/ids.ts";
import { openTestDatabase } from "#server/platform/testing/databases.ts";
import { pay, readyToPay } from "#server/onboarding/testing/checkout.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { watchWrites, type WritePoint } from "./write-points.ts";
import type { Shopper } from "./spawn.ts";

/** A database that outlives the nodes on it, with patients at step 7. */
export interface Ground {
  /** The write points of step 7, in their order. */
  readonly points: readonly WritePoint[];
  /** The next patient who has not paid yet. */
  readonly shopper: () => Shopper;
  /** The settings of a node on this database. */
  readonly env: NodeJS.ProcessEnv;
  readonly remove: () => Promise<void>;
}

/** Lets one patient pay to learn the write points, and brings as many as `patients` says to step 7. */
export async function prepareGround(patients: (points: readonly WritePoint[]) => number): Promise<Ground> {
  const directory = mkdtempSync(join(tmpdir(), "calendula-killed-"));
  const database = await openTestDatabase(directory);
  // The embedded database has one process at a time; one on a server is dropped by its close.
  const open = database.lite ? database : { ...database, close: async () => undefined };
  const secretsKey = `${newId()} seals for all nodes`;
  const points: WritePoint[] = [];
  const watch = watchWrites(database, (point) => points.push(point));
  const server = await startTestServer({ database: open }, { SECRETS_KEY: secretsKey });
  const shoppers: Shopper[] = [];
  try {
    const first = await shopper(server);
    await watch.during(() => pay(server, first.patient, first.totalamount));
    for (let left = patients(points); left > 0; left -= 1) shoppers.push(await shopper(server));
  } finally {
    await server.close();
  }
  return {
    points,
    shopper() {
      const next = shoppers.pop();
      if (!next) throw new Error("No patient is left");
      return next;
    },
    env: {
      DATA_DIR: directory,
      SECRETS_KEY: secretsKey,
      ...(database.pool ? { DATABASE_URL: database.pool.options.connectionString } : {}),
    },
    async remove() {
      if (database.pool) await database.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function shopper(server: TestServer): Promise<Shopper> {
  const patient = await server.newPatient();
  const { totalamount } = await readyToPay(server, patient);
  return { patient, totalamount };
}
