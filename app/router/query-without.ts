/** A query without these of its names, with its `?` when anything is left. */
export function queryWithout(query: string, ...names: readonly string[]): string {
  const rest = new URLSearchParams(query);
  for (const name of names) rest.delete(name);
  return rest.size > 0 ? `?${rest.toString()}` : "";
}
