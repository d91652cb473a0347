import { sql } from "kysely";
import type { Database } from "../database/open.ts";
import { sealed, type SealedColumnName, sealedColumns } from "./sealed.ts";
import type { Secrets } from "./secrets.ts";

export interface SealedColumnCheck {
  /** `table.column` */
  readonly name: string;
  /** How many values were tried; 0 if the column is empty. */
  readonly triedCount: number;
  readonly failedCount: number;
}

/** Decrypts up to `limit` values of every sealed column with the key of `secrets`. */
export async function checkSealedColumns(db: Database, secrets: Secrets, limit: number): Promise<SealedColumnCheck[]> {
  const checks: SealedColumnCheck[] = [];
  for (const name of Object.keys(sealedColumns) as SealedColumnName[])
    checks.push(await checkColumn(db, secrets, name, limit));
  return checks;
}

/** The value of a sealed column in its row; null if there is none. */
export function openSealedValue(secrets: Secrets, name: SealedColumnName, row: Record<string, unknown>): unknown {
  const value = row[columnOf(name)];
  if (!(value instanceof Uint8Array)) return null;
  return secrets.open(value, sealed(name)(...sealedColumns[name].map((column) => row[column] as string | Uint8Array)));
}

const columnOf = (name: SealedColumnName): string => name.slice(name.indexOf(".") + 1);

async function checkColumn(db: Database, secrets: Secrets, name: SealedColumnName, limit: number) {
  const column = columnOf(name);
  const keys = sql.join(sealedColumns[name].map((key) => sql.ref(key)));
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.ref(column)}, ${keys} from ${sql.table(name.slice(0, name.indexOf(".")))}
    where ${sql.ref(column)} is not null limit ${limit}`.execute(db);
  const canOpen = (row: Record<string, unknown>) => {
    try {
      openSealedValue(secrets, name, row);
      return true;
    } catch {
      return false;
    }
  };
  return { name, triedCount: rows.length, failedCount: rows.filter((row) => !canOpen(row)).length };
}
