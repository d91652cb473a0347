import { CompiledQuery, type DatabaseConnection } from "kysely";

/** A read that is sent often with the same text; its parameters are words, numbers and truths. */
export interface PreparedRead<Row> extends CompiledQuery<Row> {
  readonly often: true;
}

/**
 * Lets a connection to the embedded database prepare the reads that are sent often. Its driver parses and plans each statement anew, which
 * takes longer than running the one that reads what home shows; by name it is planned once. A server has names of its own
 * (`statement-names.ts`).
 */
export function enablePreparedReads(connection: DatabaseConnection): void {
  const names = new Map<string, string>();
  let count = 0;
  const executeQuery = connection.executeQuery.bind(connection);

  async function preparedName(query: CompiledQuery): Promise<string> {
    const existing = names.get(query.sql);
    if (existing !== undefined) return existing;
    // Two that come first prepare it twice: one would otherwise wait for the other, which may wait for the transaction of the one.
    count += 1;
    const name = `often_${count}`;
    await executeQuery(CompiledQuery.raw(`prepare ${name} as ${query.sql}`));
    names.set(query.sql, name);
    return name;
  }

  connection.executeQuery = async (query, ...rest) => {
    if (!("often" in query)) return executeQuery(query, ...rest);
    const values = query.parameters.map(literal).join(", ");
    return executeQuery(CompiledQuery.raw(`execute ${await preparedName(query)}(${values})`) as typeof query, ...rest);
  };
}

/** A value as SQL has it; a quote ends no word of ours, a backslash means nothing there. */
function literal(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") throw new Error("A read that is sent often takes words, numbers and truths");
  return `'${value.replaceAll("'", "''")}'`;
}
