import { Refusal } from "#server/platform/refusal.ts";

const pageSize = 40;

/** One page of a list that is in memory; the cursor is the place of its next item. */
export function pageOfList<T>(
  items: readonly T[],
  cursor: string | undefined,
): { items: T[]; nextpage: string | null } {
  const text = cursor === undefined ? "0" : Buffer.from(cursor, "base64url").toString();
  if (!/^\d{1,6}$/.test(text))
    throw new Refusal("bad_request", { fields: [{ path: "nextpage", message: "Please start the list again." }] });
  const from = Number(text);
  const next = from + pageSize;
  return {
    items: items.slice(from, next),
    nextpage: next < items.length ? Buffer.from(String(next)).toString("base64url") : null,
  };
}
