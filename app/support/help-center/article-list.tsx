import { DividedList } from "#app/ui/data/divided-list.tsx";
import { ChevronRightIcon } from "#app/ui/brand/base-icons.tsx";
import css from "./article-list.module.css";
import { openArticle } from "./article-links.ts";

/** A list of articles to open. */
export function ArticleList({
  articles,
}: {
  articles: readonly { readonly id: string; readonly title: string; readonly summary?: string }[];
}) {
  return (
    <DividedList>
      {articles.map(({ id, title, summary }) => (
        <li key={id}>
          <button type="button" className={css["entry"]} onClick={() => openArticle(id)}>
            <span className={css["text"]}>
              <span className={css["title"]}>{title}</span>
              {summary && <span className={css["summary"]}>{summary}</span>}
            </span>
            <ChevronRightIcon />
          </button>
        </li>
      ))}
    </DividedList>
  );
}
