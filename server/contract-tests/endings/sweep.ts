import { auth } from "#contract/auth.ts";
import type { TestServer } from "#server/testing/harness.ts";
import type { Scene } from "./ending.ts";
import { keysOfTables, type LiveRow, readLiveRows } from "./live-rows.ts";
import { listsWith } from "./open-lists.ts";

/** What an ending changed: names of tables and of lists, each once, sorted. */
export interface Swept {
  /** What of the subject ended. */
  readonly ends: readonly string[];
  /** What of anything else ended. */
  readonly alsoEnds: readonly string[];
  readonly begins: readonly string[];
  /** What of the subject is still live. */
  readonly stays: readonly string[];
}

type Rows = ReadonlyMap<string, LiveRow>;

/** Sweeps before and after the ending of a scene. Throws where the ending was refused. */
export async function sweepAround(server: TestServer, scene: Scene): Promise<Swept> {
  const keys = await keysOfTables(server.services.db);
  const token = await tokenFor(server, scene);
  const look = async () => {
    await server.jobs.drain();
    const lists = await listsWith(server, scene.ended, token);
    return { lists, rows: await readLiveRows(server.services.db, keys, server.clock.now()) };
  };
  const before = await look();
  const { status, payload } = await scene.end();
  if (status >= 300) throw new Error(`The ending was refused: ${payload}`);
  const after = await look();
  const isOfSubject = ({ text }: LiveRow) => scene.ended.some((id) => text.includes(id));
  const ended = without(before.rows, after.rows);
  return {
    ends: sorted(ended.filter(isOfSubject), except(before.lists, after.lists)),
    alsoEnds: sorted(ended.filter((row) => !isOfSubject(row))),
    begins: sorted(without(after.rows, before.rows), except(after.lists, before.lists)),
    stays: sorted(
      [...after.rows].filter(([key, row]) => before.rows.has(key) && isOfSubject(row)).map(([, row]) => row),
      [...after.lists.filter((list) => before.lists.includes(list))],
    ),
  };
}

/** A token to look at the patient's lists, from a session of its own. */
async function tokenFor(server: TestServer, { patient }: Scene): Promise<string | null> {
  if (!patient) return null;
  const { email, password } = patient;
  return (await server.call(auth.signIn, { body: { email, password } })).ok.idToken;
}

const without = (rows: Rows, others: Rows): LiveRow[] =>
  [...rows].flatMap(([key, row]) => (others.has(key) ? [] : [row]));
const except = (names: readonly string[], others: readonly string[]) => names.filter((name) => !others.includes(name));
const sorted = (rows: readonly LiveRow[], lists: readonly string[] = []): string[] =>
  [...new Set([...rows.map(({ table }) => table), ...lists])].toSorted();
