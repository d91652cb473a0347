import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { Article, ArticleSummary } from "#contract/support.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import { parseArticleBlocks } from "./article-blocks.ts";

type HelpArticle = Content["help"][number];
type Summary = z.output<typeof ArticleSummary>;

export interface ArticleSearch {
  readonly q?: string | undefined;
  readonly category?: string | undefined;
}

/** How much a word found in a part of an article counts. */
const fieldWeights = { title: 8, keywords: 6, summary: 4, topic: 2, body: 1 } as const;

/** Words of a question that say nothing of what it is about. */
const stopWords = new Set(
  "a an and are can did do does for get how i in is it me my of on the to what when where why will with you your".split(
    " ",
  ),
);

/** The articles a search finds, best match first; without words, the category in the order of the content, or all, those asked most first. */
export function findArticles(all: readonly HelpArticle[], { q, category }: ArticleSearch): HelpArticle[] {
  const help = all.filter(isListed);
  const words = withoutStopWords(tokenize(q ?? ""));
  const inCategory = help.filter((article) => category === undefined || categoryId(article.topic) === category);
  if (words.length === 0 && category === undefined) return inCategory.toSorted((a, b) => rank(a) - rank(b));
  if (words.length === 0) return inCategory;
  return inCategory
    .map((article) => ({ article, score: articleScore(article, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ article }) => article);
}

const isListed = ({ leaflet }: HelpArticle): boolean => leaflet !== true;
const rank = ({ top = false }: HelpArticle): number => (top ? 0 : 1);

/** Every word must be found somewhere. */
function articleScore(article: HelpArticle, words: readonly string[]): number {
  const scores = words.map((word) =>
    (Object.keys(fieldWeights) as (keyof typeof fieldWeights)[]).reduce(
      (sum, field) =>
        sum + (fieldWords(article, field).some((each) => each.startsWith(word)) ? fieldWeights[field] : 0),
      0,
    ),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

const fieldWords = (article: HelpArticle, field: keyof typeof fieldWeights): string[] =>
  tokenize(field === "keywords" ? article.keywords.join(" ") : article[field]);

/** Without the fillers, unless there is nothing else. */
function withoutStopWords(words: readonly string[]): readonly string[] {
  const about = words.filter((word) => !stopWords.has(word));
  return about.length > 0 ? about : words;
}

const tokenize = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The topics of the articles, in the order they first appear. */
export const categoriesOf = (help: readonly HelpArticle[]): { id: string; name: string }[] =>
  [...new Set(help.filter(isListed).map(({ topic }) => topic))].map((name) => ({ id: categoryId(name), name }));

const categoryId = (topic: string): string => tokenize(topic).join("-");

/** `updatedat` is the day of the content's version: articles change with it. */
export const presentSummary = (
  { id, title, summary, topic, top = false }: HelpArticle,
  { questionnaire }: Pick<Content, "questionnaire">,
): Summary => ({
  id,
  title,
  summary,
  category: categoryId(topic),
  top,
  updatedat: `${questionnaire.version.slice(0, 10)}T00:00:00Z`,
});

export const presentArticle = (
  content: Pick<Content, "questionnaire" | "help">,
  article: HelpArticle,
): z.output<typeof Article> => ({
  ...presentSummary(article, content),
  blocks: parseArticleBlocks(article.body),
  related: content.help
    .filter(({ id, topic }) => id !== article.id && topic === article.topic)
    .slice(0, 3)
    .map(({ id, title }) => ({ id, title })),
});

const pageSize = 40;

/** One page of a list that is in memory; the cursor is the place of its next item. */
export function pageOfList<T>(
  items: readonly T[],
  cursor: string | undefined,
): { items: T[]; nextpage: string | null } {
  const text = cursor === undefined ? "0" : Buffer.from(cursor, "base64url").toString();
  if (!/^\d{1,6}$/.test(text))
    throw new Refusal("bad_request", { fields: [{ path: "nextpage", message: sentence("requests.start_again") }] });
  const from = Number(text);
  const next = from + pageSize;
  return {
    items: items.slice(from, next),
    nextpage: next < items.length ? Buffer.from(String(next)).toString("base64url") : null,
  };
}
