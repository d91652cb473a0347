import { shownText } from "#app/api/api-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorState } from "#app/ui/error-state.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { MapPinPlant } from "#app/ui/illustrations/map-pin-plant.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { StatusMessage } from "#app/ui/status-message.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { ArticleList } from "./article-list.tsx";
import { useArticles } from "./queries.ts";
import { TopicButtons } from "./topic-buttons.tsx";
import { foundText, shelvesOf } from "./shelves.ts";
import css from "./support.module.css";
import { useSettled } from "./use-settled.ts";

/** Every article by topic, those of one topic, or those that answer her words. */
export function HelpCenter({
  words,
  onWords,
  topic,
  onTopic,
}: {
  words: string;
  onWords: (words: string) => void;
  /** Id of a category; empty for all. */
  topic: string;
  onTopic: (topic: string) => void;
}) {
  const q = useSettled(words.trim(), 300);
  const query = useArticles(q, topic);
  const articles = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const categories = query.data?.pages[0]?.categories ?? [];
  const found = query.isPlaceholderData || !query.data ? "" : foundText(q, articles.length, query.hasNextPage);
  return (
    <>
      <Heading lead="Find an answer at any hour, or write to us.">How can we help?</Heading>
      <search className={css["search"]}>
        <form noValidate onSubmit={(event) => event.preventDefault()}>
          <TextField
            label="Search the Help Center"
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={120}
            value={words}
            onChange={(event) => onWords(event.target.value)}
          />
        </form>
        <StatusMessage visible>{found && <p className={css["muted"]}>{found}</p>}</StatusMessage>
      </search>
      {!q && categories.length > 0 && <TopicButtons topics={categories} chosen={topic} onChoose={onTopic} />}
      {query.data ? (
        <div className={css["shelves"]} aria-busy={query.isPlaceholderData}>
          {q && articles.length === 0 && <NothingFound onAll={() => onWords("")} />}
          {q && articles.length > 0 && (
            <Card className={css["shelf"]}>
              <ArticleList articles={articles} />
            </Card>
          )}
          {!q &&
            shelvesOf(articles, categories).map((shelf) => (
              <section key={shelf.id} aria-labelledby={`shelf-${shelf.id}`} className={css["section"]}>
                <h2 id={`shelf-${shelf.id}`} className={css["cardTitle"]}>
                  {shelf.name}
                </h2>
                <Card className={css["shelf"]}>
                  <ArticleList articles={shelf.articles} />
                </Card>
              </section>
            ))}
          {query.hasNextPage && (
            <Button
              variant="secondary"
              busy={query.isFetchingNextPage}
              busyLabel="Loading"
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </div>
      ) : query.error ? (
        <ErrorState busy={query.isFetching} onRetry={() => void query.refetch()}>
          {shownText(query.error)}
        </ErrorState>
      ) : (
        <Skeleton kind="row" count={6} />
      )}
    </>
  );
}

function NothingFound({ onAll }: { onAll: () => void }) {
  return (
    <EmptyState
      illustration={<MapPinPlant />}
      title="We found no article"
      action={
        <Button variant="secondary" onClick={onAll}>
          See all articles
        </Button>
      }
    >
      Try another word, or write to us.
    </EmptyState>
  );
}
