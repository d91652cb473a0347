import { sql } from "kysely";
import { care } from "#contract/care/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import type { Submitted } from "#server/care/testing/submitted-visit.ts";
import { literal } from "#server/platform/database/prepared-reads.ts";
import { newId } from "#server/platform/ids.ts";
import { type TestPatient, type TestServer, testApiKey as apiKey } from "#server/testing/harness.ts";
import {
  openedValues,
  readRows,
  type Row,
  sealValues,
  type Table,
} from "#server/testing/prepared-patients/patient-rows.ts";
import {
  type ThingsOfEach,
  twoOfEach,
  type TwoOfEach,
  withTwoOfEach,
} from "#server/testing/prepared-patients/two-of-each.ts";
import type { RowOfItem } from "./paged-lists.ts";

/** More than two pages of fifty. */
export const crowdSize = 102;

/** So many of each kind that a list of them has three pages. */
export interface Crowd {
  readonly members: readonly (TestPatient & ThingsOfEach)[];
  /** Whose visits nobody has accepted. */
  readonly newcomers: readonly Submitted[];
  /** One of the members, with pages of their own messages, notifications, documents, and notes about them. */
  readonly one: TwoOfEach;
}

export async function gatherCrowd(server: TestServer): Promise<Crowd> {
  const one = await twoOfEach(server);
  const tables = await readRows(server.services.db);
  const copy = (table: string, ids: readonly string[], change: (index: number) => Row) =>
    copyRow(server, tables, `public.${table}`, ids, change);
  const message = { client_id: null, action_status: null, type: "text", file_id: null };
  for (const id of one.conversations) await copy("message", [id], (index) => ({ ...message, seq: 1000 + index }));
  await copy("notification", [one.id], () => ({ dedupe_key: null }));
  await copy("insurance_document", [one.documents[0]], () => ({ idempotency_key: newId() }));
  await copy("staff_note", [one.notes[0]], () => ({}));
  await copy("visit_note", one.visitNotes.slice(0, 1), () => ({}));
  const members: (TestPatient & ThingsOfEach)[] = [one];
  while (members.length < crowdSize) members.push(await withTwoOfEach(server));
  const newcomers: Submitted[] = [];
  while (newcomers.length < crowdSize) newcomers.push(await handedOver(server));
  return { members, newcomers, one };
}

/** Copies the first row of a table that has one of these ids in a column, so often that it has three pages. */
async function copyRow(
  { services, database }: TestServer,
  tables: Awaited<ReturnType<typeof readRows>>,
  name: string,
  ids: readonly string[],
  change: (index: number) => Row,
): Promise<void> {
  const { table, rows } = tables.get(name)!;
  const row = rows.find((each) => Object.values(each).some((value) => ids.includes(value as string)))!;
  const opened = openedValues(services.secrets, table, row);
  const copies = Array.from({ length: crowdSize }, (_, index) => {
    const made: Row = { ...row, id: newId(), ...change(index) };
    sealValues(services.secrets, table, made, opened);
    return made;
  });
  await database.script(`begin; set local session_replication_role = replica; ${inserted(table, copies)}; commit`);
}

const inserted = ({ name, columns }: Pick<Table, "name" | "columns">, rows: readonly Row[]): string => {
  const list = columns.map((each) => `"${each}"`).join(", ");
  return `insert into ${name} (${list}) select ${list} from jsonb_populate_recordset(null::${name}, ${literal(JSON.stringify(rows))})`;
};

/** Takes the row of an item out of the first of these tables that has it, and says how to put it back; null where none has. */
export async function takeOut(
  { services, database }: TestServer,
  tables: readonly RowOfItem[],
  id: string,
): Promise<(() => Promise<void>) | null> {
  const asReplica = (statement: string) =>
    database.script(`begin; set local session_replication_role = replica; ${statement}; commit`);
  for (const { table: name, key } of tables) {
    const { rows } = await sql<{ row: Row; columns: string[] }>`select to_jsonb(t) as row,
      array(select attname::text from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped
        and attgenerated = '' and attidentity = '') as columns
      from ${sql.table(name)} t where ${sql.ref(`t.${key}`)} = ${id}`.execute(services.db);
    const [found] = rows;
    if (!found) continue;
    await asReplica(`delete from ${name} where ${key} = ${literal(id)}`);
    const { columns } = found;
    const again = inserted(
      { name, columns },
      rows.map(({ row }) => row),
    );
    return () => asReplica(again);
  }
  return null;
}

/** Accepts the newcomers' visits. */
export async function acceptNewcomers(server: TestServer, { newcomers }: Crowd): Promise<void> {
  for (const { id } of newcomers) await server.call(care.accept, { params: { id }, body: {} }, { apiKey });
}
