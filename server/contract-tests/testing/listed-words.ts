import { readFileSync } from "node:fs";
import type { Selectable } from "kysely";
import type { Tables } from "#server/platform/database/tables.ts";

/** Every column that takes listed words: of two or more, in a table of ours. */
export type Listed = Exclude<
  {
    [T in keyof Tables]: {
      [C in keyof Selectable<Tables[T]> & string]: NonNullable<Selectable<Tables[T]>[C]> extends infer Value extends
        string
        ? string extends Value
          ? never
          : `${T}.${C}`
        : never;
    }[keyof Selectable<Tables[T]> & string];
  }[keyof Tables],
  `sandbox.${string}`
>;

/** The words of each of them, as the migrated database lists them. */
export const listedWords: ReadonlyMap<string, readonly string[]> = new Map(columns());

function* columns(): Generator<readonly [string, readonly string[]]> {
  const tables = readFileSync(new URL("../../platform/database/tables.ts", import.meta.url), "utf8");
  for (const [, table = "", body = ""] of tables.matchAll(/^ {2}"?([\w.]+)"?: \{\n([^}]*)^ {2}\};/gmu))
    for (const [, column = "", union = ""] of body.matchAll(/^ {4}(\w+): (?:Generated<)?("[^;>]*)/gmu))
      if (!table.startsWith("sandbox."))
        yield [`${table}.${column}`, [...union.matchAll(/"([^"]*)"/gu)].map(([, word = ""]) => word)];
}
