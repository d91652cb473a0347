import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";

/** Every column of the database in which one of the words is readable: `schema.table.column: word`, each once. Partitions are read as their table. */
export async function columnsInClear(db: Database, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
      and not c.relispartition
    order by 1`.execute(db);
  const found = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: Record<string, unknown>;
    }>`select to_jsonb(t) as row from ${sql.raw(name)} t`.execute(db);
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        for (const word of words) if (contains(value, word)) found.add(`${name}.${column}: ${word}`);
  }
  return [...found].sort();
}

/** Looks for the word as text and as hexadecimal, the form in which bytes are printed. */
function contains(value: unknown, word: string): boolean {
  const text = JSON.stringify(value).toLowerCase();
  return text.includes(word.toLowerCase()) || text.includes(Buffer.from(word).toString("hex"));
}
