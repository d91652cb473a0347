/** The result of a search, for announcing; empty while nothing is searched for. */
export function searchResultText(q: string, count: number, more: boolean): string {
  if (!q) return "";
  if (count === 0) return `No articles for “${q}”.`;
  return `${count}${more ? " or more" : ""} ${count === 1 ? "article" : "articles"} for “${q}”.`;
}
