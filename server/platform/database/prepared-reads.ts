import { CompiledQuery, type DatabaseConnection } from "kysely";

/** A read sent often with the same text, which is planned once on each connection. */
export interface PreparedRead<Row> extends CompiledQuery<Row> {
  readonly prepared: true;
}

export const readOften = <Row>(query: CompiledQuery<Row>): PreparedRead<Row> => ({ ...query, prepared: true });

export const isReadOften = (query: CompiledQuery): boolean => "prepared" in query;

/**
 * Lets a connection to the embedded database prepare reads that are sent often. Its driver parses and plans each statement again, which
 * for the home screen's read takes longer than running it; a named one is planned once. Servers have names of their own
 * (`shared-reads.ts`).
 */
export function enablePreparedReads(connection: DatabaseConnection): void {
  const names = new Map<string, string>();
  let count = 0;
  const executeQuery = connection.executeQuery.bind(connection);

  async function preparedName(query: CompiledQuery): Promise<string> {
    const existing = names.get(query.sql);
    if (existing !== undefined) return existing;
    // Two first uses at once prepare it twice: otherwise one would wait for the other, which may wait for the first one's transaction.
    count += 1;
    const name = `often_${count}`;
    await executeQuery(CompiledQuery.raw(`prepare ${name} as ${query.sql}`));
    names.set(query.sql, name);
    return name;
  }

  connection.executeQuery = async (query, ...rest) => {
    if (!isReadOften(query)) return executeQuery(query, ...rest);
    const values = query.parameters.map(literal).join(", ");
    return executeQuery(CompiledQuery.raw(`execute ${await preparedName(query)}(${values})`) as typeof query, ...rest);
  };
}

/** A value as an SQL literal; quotes are doubled, and a backslash has no meaning in it but in a list. */
export function literal(value: unknown): string {
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Array.isArray(value)) return literal(`{${value.map(listed).join(",")}}`);
  if (typeof value !== "string")
    throw new Error("A read that is sent often takes words, numbers, truths, moments and lists");
  return `'${value.replaceAll("'", "''")}'`;
}

/** A word in a list. */
function listed(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "string") throw new Error("A list of a read that is sent often has words");
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}
