import { sql } from "kysely";
import {
  isSealedColumn,
  sealed,
  type SealContext,
  type SealedColumnName,
  sealedColumns,
} from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";

/** A row as PostgreSQL's `to_jsonb` writes it. */
export type Row = Record<string, unknown>;

export interface Table {
  /** With its schema. */
  readonly name: string;
  /** Columns a row is inserted with: not those the database numbers itself. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Columns with values that no other row has: keys that are ids, texts or bytes. */
  readonly identifying: readonly string[];
  /** The column that the database numbers in the order of inserts. */
  readonly numbered: string | null;
}

export const jobTable = "pgboss.job";

/** The tables of a patient's state, and their rows; of the job queue, jobs that wait. */
export async function readRows(db: Database): Promise<Map<string, { table: Table; rows: readonly Row[] }>> {
  const { rows: tables } = await sql<Table>`
    with index_column as (
      select i.indrelid, a.attname::text as name, a.atttypid, i.indisprimary,
        i.indisprimary or i.indisunique and i.indnkeyatts = 1 as identifies, i.indnkeyatts = 1 as alone
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    )
    select format('%I.%I', n.nspname, c.relname) as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = '') as columns,
      array(select name from index_column where indrelid = c.oid and indisprimary) as key,
      array(select distinct name from index_column where indrelid = c.oid and identifies
        and (atttypid = 'uuid'::regtype or alone and atttypid in ('text'::regtype, 'bytea'::regtype))) as identifying,
      (select attname::text from pg_attribute where attrelid = c.oid and attidentity <> '') as numbered
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname in ('public', 'sandbox') or format('%I.%I', n.nspname, c.relname) = ${jobTable})
    order by name`.execute(db);
  const reads = tables.map(({ name }) => {
    const waits = name === jobTable ? "where state in ('created', 'retry')" : "";
    return `select '${name}' as name, to_jsonb(t) as row from ${name} t ${waits}`;
  });
  const { rows } = await sql<{ name: string; row: Row }>`${sql.raw(reads.join(" union all "))}`.execute(db);
  const rowsOf = Map.groupBy(rows, ({ name }) => name);
  return new Map(
    tables.map((table) => [
      table.name,
      { table, rows: inOrder(table, rowsOf.get(table.name)?.map(({ row }) => row) ?? []) },
    ]),
  );
}

const inOrder = ({ numbered }: Table, rows: readonly Row[]): readonly Row[] =>
  numbered === null ? rows : rows.toSorted((a, b) => Number(a[numbered]) - Number(b[numbered]));

/** A sealed value in a row, which opens there only. */
interface SealedPlace {
  readonly context: SealContext;
  readonly sealed: Buffer;
  readonly replace: (sealed: Buffer) => void;
}

/** Sealed values of a row, always in the same order. */
function sealedPlaces({ name }: Table, row: Row): SealedPlace[] {
  const data = row["data"] as { id: string; sealed?: string } | null;
  if (name === jobTable && data?.sealed !== undefined)
    return [
      {
        context: sealed("job.mail")(data.id),
        sealed: Buffer.from(data.sealed, "base64"),
        replace: (value) => void (data.sealed = value.toString("base64")),
      },
    ];
  return sealedOf(name, row).flatMap(([column, place]) => {
    const value = row[column];
    if (typeof value !== "string") return [];
    return {
      context: sealed(place)(...sealedColumns[place].map((each) => digits(row[each]))),
      sealed: Buffer.from(digits(value), "hex"),
      replace: (again) => void (row[column] = `\\x${again.toString("hex")}`),
    };
  });
}

const sealedByTable = new Map<string, readonly (readonly [column: string, SealedColumnName])[]>();
/** The sealed columns of a table, which each of its rows has. */
function sealedOf(table: string, row: Row) {
  const known = sealedByTable.get(table);
  if (known) return known;
  const found = Object.keys(row).flatMap((column) => {
    const place = `${table.replace(/^public\./, "")}.${column}`;
    return isSealedColumn(place) ? [[column, place] as const] : [];
  });
  sealedByTable.set(table, found);
  return found;
}

/** A text or number as text; of bytes, the digits alone. */
export const digits = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).replace(/^\\x/, "") : "";

/** The sealed values of a row, opened. */
export const openedValues = (secrets: Secrets, table: Table, row: Row): unknown[] =>
  sealedPlaces(table, row).map((place) => secrets.open(place.sealed, place.context));

/** Puts values in the place of a row's sealed ones. */
export const sealValues = (secrets: Secrets, table: Table, row: Row, values: readonly unknown[]): void =>
  sealedPlaces(table, row).forEach((place, index) => place.replace(secrets.seal(values[index], place.context)));
