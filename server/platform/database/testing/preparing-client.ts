import { Client } from "pg";

/** The names of texts that were sent more than once, and null for others: one for the process, used on every connection. */
const names = new Map<string, string | null>();
/** A connection keeps what it prepared for as long as it lives. */
const maxNames = 1000;
let count = 0;

/**
 * Planned for any value, it could not know that the one it gets fits the condition of a partial unique index: “no unique or exclusion constraint matching
 * the ON CONFLICT specification”.
 */
const isPlannedByValue = (text: string): boolean => /\bon conflict\b/i.test(text);

/** A name from the second use of a text on. */
function nameOf(text: string): string | null {
  const known = names.get(text);
  if (known === undefined) names.set(text, null);
  if (known !== null || count >= maxNames || isPlannedByValue(text)) return known ?? null;
  count += 1;
  const name = `test_${count}`;
  names.set(text, name);
  return name;
}

/**
 * A connection that prepares what it sends again. Tests send a few thousand texts over and over, and parsing and planning each anew was a quarter of what the
 * database server worked. In production reads that are sent often are prepared as well (`../shared-reads.ts`).
 */
export class PreparingClient extends Client {
  override query(...sent: unknown[]): never {
    const [text, values, ...rest] = sent;
    const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : null;
    return super.query(...((name === null ? sent : [{ name, text, values }, ...rest]) as [never])) as never;
  }
}
