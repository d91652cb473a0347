import type { CompiledQuery, SelectQueryBuilder, Simplify } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { type Database, assertTransactionHandle } from "./open.ts";
import type { PreparedRead } from "./prepared-reads.ts";

/**
 * Several reads of one owner's rows in one statement, each as a JSON array, so that the database plans once, answers once, and all
 * see the same snapshot. The text is compiled at the first read and is the same for every owner, so that a database can prepare it.
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

/** Placeholder for the owner while the text is compiled. */
const ownerPlaceholder = "00000000-0000-4000-8000-000000000000";

/** Combines `reads` into one statement; the owner's id must be the only value that varies between calls. */
export function readInOneStatement<R extends Reads>(
  reads: (db: Database, owner: string) => R,
): (db: Database, owner: string) => Promise<RowsOf<R>> {
  let compiled: CompiledQuery<JsonRows> | null = null;
  return async (db, owner) => {
    assertTransactionHandle(db);
    compiled ??= compile(db, reads(db, ownerPlaceholder));
    const parameters = compiled.parameters.map((value) => (value === ownerPlaceholder ? owner : value));
    const read: PreparedRead<JsonRows> = { ...compiled, parameters, prepared: true };
    const { rows } = await db.executeQuery(read);
    const found = rows[0] as JsonRows;
    for (const list of Object.values(found)) for (const row of list) reviveJsonRow(row);
    return found as unknown as RowsOf<R>;
  };
}

function compile(db: Database, reads: Reads): CompiledQuery<JsonRows> {
  const columns = Object.entries(reads).map(([name, read]) =>
    jsonArrayFrom(read as unknown as Parameters<typeof jsonArrayFrom>[0]).as(name),
  );
  return db.selectNoFrom(columns).compile() as never;
}

/** Names of columns that hold a timestamp, or bytes; `read-together.test.ts` checks all tables against them. */
export const timestampColumnName = /(^|_)(at|since|until|by|before)$/;
export const bytesColumnName = /_(sealed|hash|digest)$/;
/** A timestamp in JSON; a date has no time. */
const isoMoment = /^\d{4,}-\d\d-\d\dT/;

/** Restores the types JSON lacks. */
function reviveJsonRow(row: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== "string") continue;
    if (timestampColumnName.test(name)) {
      if (isoMoment.test(value)) row[name] = new Date(value);
    } else if (bytesColumnName.test(name) && value.startsWith("\\x")) row[name] = Buffer.from(value.slice(2), "hex");
  }
}

/** Ids in a list, or found by another read. */
export type Ids = string[] | Read<Record<string, string>>;
