import { Stack } from "#app/ui/layout/stack.tsx";
import { errorMessage } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { ArrowLeftIcon } from "#app/ui/brand/base-icons.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { moveFocusToTop } from "#app/ui/focus.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import type { Article } from "#contract/support.ts";
import { ArticleBlocks } from "./article-blocks.tsx";
import { ArticleHelped } from "./article-helped.tsx";
import { ArticleList } from "./article-list.tsx";
import { useArticle } from "./queries.ts";
import { openList } from "./article-links.ts";
import css from "../support.module.css";

/** One article, with a link back to the list. */
export function ArticlePage({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useArticle(id);
  return (
    <Stack ref={moveFocusToTop} tabIndex={-1} gap={6}>
      <Button variant="quiet" className={css["back"]} onClick={openList}>
        <ArrowLeftIcon />
        All articles
      </Button>
      {data ? (
        <ArticleContent article={data} />
      ) : data === null ? (
        <EmptyState level={1} illustration={<MapPinPlant />} title="This article isn't here anymore">
          It may have been rewritten. You can go back to see all the others.
        </EmptyState>
      ) : error ? (
        <ErrorState level={1} busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <Skeleton count={7} />
      )}
    </Stack>
  );
}

function ArticleContent({ article }: { article: Article }) {
  return (
    <>
      <Stack as="article" className={css["reading"]}>
        <h1>{article.title}</h1>
        <ArticleBlocks blocks={article.blocks} />
      </Stack>
      <ArticleHelped />
      {article.related.length > 0 && (
        <Stack aria-labelledby="related" as="section" gap={4}>
          <h2 id="related" className={css["cardTitle"]}>
            More on this
          </h2>
          <ArticleList articles={article.related} />
        </Stack>
      )}
    </>
  );
}
