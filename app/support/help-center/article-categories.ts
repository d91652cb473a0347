import type { ArticleSummary } from "#contract/support.ts";
import type * as z from "zod/mini";

type Summary = z.output<typeof ArticleSummary>;

export interface ArticleCategory {
  readonly id: string;
  readonly name: string;
  readonly articles: readonly Summary[];
}

/** Articles grouped by category, in the order of the categories; empty ones are left out. */
export const groupByCategory = (
  articles: readonly Summary[],
  categories: readonly { readonly id: string; readonly name: string }[],
): ArticleCategory[] =>
  categories
    .map(({ id, name }) => ({ id, name, articles: articles.filter(({ category }) => category === id) }))
    .filter((shelf) => shelf.articles.length > 0);

/** The result of a search, for announcing; empty while nothing is searched for. */
export function searchResultText(q: string, count: number, more: boolean): string {
  if (!q) return "";
  if (count === 0) return `No articles for “${q}”.`;
  return `${count}${more ? " or more" : ""} ${count === 1 ? "article" : "articles"} for “${q}”.`;
}
