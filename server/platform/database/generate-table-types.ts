import { sql } from "kysely";
import type { Database } from "./open.ts";

const typeScriptTypes: Record<string, string> = {
  uuid: "string",
  _uuid: "string[]",
  _text: "string[]",
  text: "string",
  citext: "string",
  bpchar: "string",
  varchar: "string",
  date: "string",
  interval: "string",
  int2: "number",
  int4: "number",
  int8: "number",
  float8: "number",
  numeric: "number",
  bool: "boolean",
  timestamptz: "Timestamp",
  jsonb: "Json",
  bytea: "Uint8Array",
};

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  defaulted: boolean;
  identity: string;
  /** The check that limits it to listed words; null where none does. */
  listed: string | null;
}

/** TypeScript types of the migrated database's tables; a test checks that `tables.ts` is this text. */
export async function generateTableTypes(db: Database): Promise<string> {
  const { rows } = await sql<Column>`
    select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as "table", a.attname as "column",
      t.typname as type, not a.attnotnull as nullable, a.atthasdef as defaulted, a.attidentity as identity,
      (select min(pg_get_constraintdef(k.oid)) from pg_constraint k
        where k.contype = 'c' and k.conrelid = a.attrelid and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\[(''[^'']*''::text(, )?)+\\]\\)\\)\\)$')) as listed
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
    where n.nspname in ('public', 'sandbox') and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    order by n.nspname, c.relname, a.attnum`.execute(db);
  const tables = Map.groupBy(rows, (row) => row.table);
  const body = [...tables].map(
    ([table, columns]) =>
      `  ${/\W/.test(table) ? `"${table}"` : table}: {\n${columns.map(propertyLine).join("\n")}\n  };`,
  );
  return [
    `import type { ColumnType, Generated, GeneratedAlways } from "kysely";`,
    ``,
    `/** Made by \`npm run types:database\` from the migrated database. */`,
    `export type Timestamp = ColumnType<Date, Date | string, Date | string>;`,
    `/** Written as JSON text, read as a value. */`,
    `export type Json = ColumnType<unknown, string, string>;`,
    ``,
    `export interface Tables {`,
    ...body,
    `}`,
    ``,
  ].join("\n");
}

function propertyLine(column: Column): string {
  const words = column.listed?.match(/'[^']*'/g)?.map((word) => `"${word.slice(1, -1)}"`);
  const base = words ? words.join(" | ") : typeScriptTypes[column.type];
  if (!base) throw new Error(`No TypeScript type for ${column.table}.${column.column} (${column.type})`);
  const nullable = column.nullable ? `${base} | null` : base;
  const wrapped =
    column.identity === "a" ? `GeneratedAlways<${nullable}>` : column.defaulted ? `Generated<${nullable}>` : nullable;
  return `    ${column.column}: ${wrapped};`;
}
