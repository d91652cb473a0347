import { type CompiledQuery, type RawBuilder, type SelectQueryBuilder, type Simplify, type SqlBool, sql } from "kysely";
import { remember } from "#contract/fields/remember.ts";
import { type Database, assertTransactionHandle } from "./open.ts";
import { literal, readOften } from "./prepared-reads.ts";

/**
 * Several reads of one owner's rows in one statement, as one JSON value with an array for each, so that the database plans once, answers
 * once, and all see the same snapshot. The text is compiled at the first read and is the same for every owner, so that a database can prepare it.
 * The owner is its one parameter: all else is in the text, where the planner sees it, too.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the tables a read joins differ from read to read
type Read<Row> = SelectQueryBuilder<any, any, Row>;
type Reads = Readonly<Record<string, Read<unknown>>>;
export type RowsOf<R extends Reads> = {
  readonly [Name in keyof R]: R[Name] extends SelectQueryBuilder<infer _Tables, infer _From, infer Row>
    ? readonly Simplify<Row>[]
    : never;
};

type JsonRows = Record<string, Record<string, unknown>[]>;
interface TogetherRow {
  readonly reads: JsonRows;
}

/** Placeholder for the owner while the text is compiled. */
const ownerPlaceholder = "00000000-0000-4000-8000-000000000000";

/** Combines `reads` into one statement; the owner's id must be the only value that varies between calls. */
export function readInOneStatement<R extends Reads>(
  reads: (db: Database, owner: string) => R,
): (db: Database, owner: string) => Promise<RowsOf<R>> {
  let compiled: CompiledQuery<TogetherRow> | null = null;
  return async (db, owner) => {
    assertTransactionHandle(db);
    compiled ??= compile(db, reads(db, ownerPlaceholder));
    const [row] = (await db.executeQuery(readOften({ ...compiled, parameters: [owner] }))).rows;
    const { reads: found } = row as TogetherRow;
    for (const rows of Object.values(found)) reviveRows(rows);
    return found as unknown as RowsOf<R>;
  };
}

function compile(db: Database, reads: Reads): CompiledQuery<TogetherRow> {
  // An array of rows, because it starts faster than `json_agg`: most of these reads find nothing.
  const columns = Object.entries(reads).map(([name, read]) =>
    sql`array(select row_to_json(found) from ${read} as found)`.as(name),
  );
  const query = db
    .selectFrom(db.selectNoFrom(columns).as("reads"))
    .select(sql<JsonRows>`row_to_json(reads)`.as("reads"))
    .compile();
  return { ...query, sql: withValues(query) };
}

/** The text with the owner as `$1` and all other values in it. */
function withValues({ sql: text, parameters }: CompiledQuery): string {
  let count = 0;
  const filled = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    count += 1;
    if (Number(number) !== count) throw new Error(`${text} has values out of order`);
    const value = parameters[count - 1];
    return value === ownerPlaceholder ? "$1" : literal(value);
  });
  if (count !== parameters.length) throw new Error(`${text} has ${count} of ${parameters.length} values`);
  return filled;
}

/** Names of columns that hold a timestamp, or bytes; `read-together.test.ts` checks all tables against them. */
export const timestampColumnName = /(^|_)(at|since|until|by|before)$/;
export const bytesColumnName = /(^|_)(sealed|hash|digest)$/;
/** A timestamp in JSON; a date has no time. */
const isoMoment = /^\d{4,}-\d\d-\d\dT/;

const columnKind = remember(5000, (name: string): "moment" | "bytes" | "other" => {
  if (timestampColumnName.test(name)) return "moment";
  return bytesColumnName.test(name) ? "bytes" : "other";
});

/** Restores the types JSON lacks, in rows of the same columns. */
function reviveRows(rows: readonly Record<string, unknown>[]): void {
  for (const name of Object.keys(rows[0] ?? {})) {
    const kind = columnKind(name);
    if (kind === "other") continue;
    for (const row of rows) {
      const value = row[name];
      if (typeof value !== "string") continue;
      if (kind === "moment" && isoMoment.test(value)) row[name] = new Date(value);
      if (kind === "bytes" && value.startsWith("\\x")) row[name] = Buffer.from(value.slice(2), "hex");
    }
  }
}

/** Ids in a list, or found by another read. */
export type Ids = string[] | Read<Record<string, string>> | RawBuilder<string>;

/** Whether a column holds one of some ids. Those of a read are found first, so that the rows come from an index, without a join. */
export const isOneOf = (column: string, ids: Ids): RawBuilder<SqlBool> =>
  Array.isArray(ids) ? sql`${sql.ref(column)} in (${sql.join(ids)})` : sql`${sql.ref(column)} = any(array(${ids}))`;
