import type { Client } from "pg";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { copiedTables, copyIdOf } from "./copy-patients.ts";

/** Columns with the id a sealed value is bound to, where it is not `id`. */
const keys: Readonly<Record<string, string>> = { onboarding: "patient_id" };

/** The context a sealed value is bound to besides the id; a patient's own columns are named without their suffix. */
const sealContextOf = (table: string, column: string): string =>
  table === "patient" ? `patient.${column.replace("_sealed", "")}:` : `${table}.${column}:`;

/** Reseals the values copied from the template for these copies, so that the server can open them. */
export async function sealCopies(
  client: Client,
  secretsKey: string,
  templateId: string,
  numbers: readonly number[],
): Promise<void> {
  const secrets = createSecrets(secretsKey);
  for (const { table, hers: patientFilter } of copiedTables) {
    const key = keys[table] ?? "id";
    const { rows } = await client.query<Record<string, unknown>>(
      `select * from ${table} where ${patientFilter.replaceAll("$1", "$1::uuid")}`,
      [templateId],
    );
    for (const row of rows)
      for (const [column, sealed] of Object.entries(row)) {
        if (!column.endsWith("_sealed") || !(sealed instanceof Buffer)) continue;
        const sealContext = sealContextOf(table, column);
        const id = String(row[key]);
        const value = secrets.open(sealed, sealContext + id);
        const ids = numbers.map((n) => copyIdOf(n, id));
        await client.query(
          `update ${table} set ${column} = sealed from unnest($1::uuid[], $2::bytea[]) as copy (of_id, sealed)
            where ${key} = of_id`,
          [ids, ids.map((copy) => secrets.seal(value, sealContext + copy))],
        );
      }
  }
}
