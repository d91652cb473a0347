import { Stack } from "#app/ui/layout/stack.tsx";
import { errorMessage } from "#app/api/api-error.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { ArticleList } from "./article-list.tsx";
import { useArticles } from "./queries.ts";
import { TopicButtons } from "./topic-buttons.tsx";
import { searchResultText, groupByCategory } from "./article-categories.ts";
import css from "../support.module.css";
import { useDebouncedValue } from "#app/browser/use-delayed.ts";

/** All articles by topic, those of one topic, or the matches of a search. */
export function HelpCenter({
  searchText,
  onSearchTextChange,
  topic,
  onTopicChange,
}: {
  searchText: string;
  onSearchTextChange: (searchText: string) => void;
  /** Id of a category; empty for all. */
  topic: string;
  onTopicChange: (topic: string) => void;
}) {
  const debouncedQuery = useDebouncedValue(searchText.trim(), 300);
  const articlesQuery = useArticles(debouncedQuery, topic);
  const articles = articlesQuery.data?.pages.flatMap(({ items }) => items) ?? [];
  const categories = articlesQuery.data?.pages[0]?.categories ?? [];
  const found =
    articlesQuery.isPlaceholderData || !articlesQuery.data
      ? ""
      : searchResultText(debouncedQuery, articles.length, articlesQuery.hasNextPage);
  return (
    <>
      <Heading lead="Find an answer any time, or contact us.">How can we help?</Heading>
      <search className={css["search"]}>
        <form noValidate onSubmit={(event) => event.preventDefault()}>
          <TextField
            label="Search the Help Center"
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={120}
            value={searchText}
            onChange={(event) => onSearchTextChange(event.target.value)}
          />
        </form>
        <StatusMessage visible>{found && <p className={css["muted"]}>{found}</p>}</StatusMessage>
      </search>
      {!debouncedQuery && categories.length > 0 && (
        <TopicButtons topics={categories} chosen={topic} onChoose={onTopicChange} />
      )}
      {articlesQuery.data ? (
        <Stack gap={6} className={css["shelves"]} aria-busy={articlesQuery.isPlaceholderData}>
          {debouncedQuery && articles.length === 0 && <NoArticlesFound onAll={() => onSearchTextChange("")} />}
          {debouncedQuery && articles.length > 0 && (
            <Card className={css["shelf"]}>
              <ArticleList articles={articles} />
            </Card>
          )}
          {!debouncedQuery &&
            groupByCategory(articles, categories).map((shelf) => (
              <Stack key={shelf.id} aria-labelledby={`shelf-${shelf.id}`} as="section" gap={4}>
                <h2 id={`shelf-${shelf.id}`} className={css["cardTitle"]}>
                  {shelf.name}
                </h2>
                <Card className={css["shelf"]}>
                  <ArticleList articles={shelf.articles} />
                </Card>
              </Stack>
            ))}
          {articlesQuery.hasNextPage && (
            <Button
              variant="secondary"
              busy={articlesQuery.isFetchingNextPage}
              busyLabel="Loading"
              onClick={() => void articlesQuery.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Stack>
      ) : articlesQuery.error ? (
        <ErrorState busy={articlesQuery.isFetching} onRetry={() => void articlesQuery.refetch()}>
          {errorMessage(articlesQuery.error)}
        </ErrorState>
      ) : (
        <Skeleton shape="row" count={6} />
      )}
    </>
  );
}

function NoArticlesFound({ onAll: onShowAll }: { onAll: () => void }) {
  return (
    <EmptyState
      illustration={<MapPinPlant />}
      title="We found no article"
      action={
        <Button variant="secondary" onClick={onShowAll}>
          See all articles
        </Button>
      }
    >
      Try another word, or contact us.
    </EmptyState>
  );
}
