import { auth } from "#contract/auth.ts";
import type { TestServer } from "#server/testing/harness.ts";
import { type Ending, type Scene, titleOf } from "./ending.ts";
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

/** An ending that happened. */
export interface Ended {
  readonly scene: Scene;
  readonly swept: Swept;
}

type Rows = ReadonlyMap<string, LiveRow>;

/** As many endings as are looked at together. */
const together = 12;
/** Time that passes within a scene without anything else being due. */
const shortMs = 3_600_000;

/** Endings in groups of those that happen on one day and touch nothing of each other. */
export function inGroups(endings: readonly Ending[]): readonly (readonly Ending[])[] {
  const groups: Ending[][] = [];
  for (const ending of endings) {
    const last = groups.at(-1);
    if (!last || ending.alone || last[0]?.alone || last.length === together) groups.push([ending]);
    else last.push(ending);
  }
  return groups;
}

/**
 * Opens the scenes of a group and ends one after the other, with a sweep of rows around each. Lists are read before and after all of them: what an answer has
 * is told apart by the ids of each scene. Throws where an ending was refused.
 */
export async function endTogether(server: TestServer, group: readonly Ending[]): Promise<ReadonlyMap<Ending, Ended>> {
  const keys = await keysOfTables(server.services.db);
  const { offset } = server.clock;
  const scenes: Scene[] = [];
  for (const ending of group) scenes.push(await ending.open(server));
  const tokens: (string | null)[] = [];
  for (const scene of scenes) tokens.push(await tokenFor(server, scene));
  const readLists = () =>
    listsWith(
      server,
      scenes.map(({ ended }, index) => ({ ids: ended, token: tokens[index] ?? null })),
    );
  const readRows = async () => {
    await server.jobs.drain();
    return readLiveRows(server.services.db, keys, server.clock.now());
  };
  await server.jobs.drain();
  const listsBefore = await readLists();
  const rows = [await readRows()];
  for (const scene of scenes) {
    const { status, payload } = await scene.end();
    if (status >= 300) throw new Error(`The ending was refused: ${payload}`);
    rows.push(await readRows());
  }
  const listsAfter = await readLists();
  if (group.length > 1 && Math.abs(server.clock.offset - offset) > shortMs)
    throw new Error(`Time passes in one of these, which has to be alone: ${group.map(titleOf).join("; ")}`);
  const sweptOf = (scene: Scene, index: number) =>
    sweptBetween(
      scene,
      { lists: listsBefore[index] ?? [], rows: rows[index] ?? new Map() },
      { lists: listsAfter[index] ?? [], rows: rows[index + 1] ?? new Map() },
    );
  return new Map(
    scenes.flatMap((scene, index) => {
      const ending = group[index];
      return ending ? [[ending, { scene, swept: sweptOf(scene, index) }] as const] : [];
    }),
  );
}

interface Looked {
  readonly lists: readonly string[];
  readonly rows: Rows;
}

function sweptBetween(scene: Scene, before: Looked, after: Looked): Swept {
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
