/** The query without these names, with its `?` when anything is left. */
export function withoutQueryParams(query: string, ...names: readonly string[]): string {
  const remaining = new URLSearchParams(query);
  for (const name of names) remaining.delete(name);
  return remaining.size > 0 ? `?${remaining.toString()}` : "";
}
