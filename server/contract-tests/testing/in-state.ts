import { type RawBuilder, sql } from "kysely";
import type { Tx } from "#server/platform/database/open.ts";
import type { TestServer } from "#server/testing/harness.ts";
import type { InCare } from "#server/treatment/testing/in-care.ts";

/** A patient whose rows are in a state, as one transaction sees them. */
export interface World extends InCare {
  readonly services: Omit<TestServer["services"], "db"> & { readonly db: Tx };
  readonly db: Tx;
  /** A server whose services see the state; its calls don't. */
  readonly server: TestServer;
  readonly run: (statement: RawBuilder<unknown>) => Promise<unknown>;
}

class Undone extends Error {}

/** What is told of a patient in a state that a statement makes, whatever leads to it: no trigger runs, and nothing of it stays. */
export async function inState<Told>(
  server: TestServer,
  patient: InCare,
  put: (world: World) => Promise<unknown>,
  ask: (world: World) => Promise<Told>,
): Promise<Told> {
  const told: Told[] = [];
  const undone = server.services.db.transaction().execute(async (db) => {
    const services = { ...server.services, db };
    const run = (statement: RawBuilder<unknown>) => statement.execute(db);
    const world = { ...patient, services, db, server: { ...server, services }, run };
    await run(sql`set local session_replication_role = replica`);
    await put(world);
    told.push(await ask(world));
    throw new Undone();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return told[0] as Told;
}
