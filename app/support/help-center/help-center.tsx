import { useState } from "react";
import { Stack } from "#app/ui/layout/stack.tsx";
import { errorMessage, errorTitle } from "#app/api/api-error.ts";
import { useDebouncedValue } from "#app/browser/use-delayed.ts";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ArticleList } from "./article-list.tsx";
import type { ListState } from "./article-links.ts";
import { useArticles } from "./queries.ts";
import { SearchLead } from "./search-lead.tsx";
import { searchResultText } from "./search-result-text.ts";
import { Topic, Topics } from "./topics.tsx";
import css from "../support.module.css";

/** The search, then what it finds; without one, the questions asked most and the topics, or the articles of one topic. */
export function HelpCenter({
  searchText,
  topic,
  onChange,
}: ListState & { onChange: (change: Partial<ListState>) => void }) {
  const words = useDebouncedValue(searchText.trim(), 300);
  const query = useArticles(words, topic);
  const [pressed, setPressed] = useState(false);
  const articles = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const categories = query.data?.pages[0]?.categories ?? [];
  const settled = query.data !== undefined && !query.isPlaceholderData;
  const chosen = categories.find(({ id }) => id === topic);
  const chooseTopic = (id: string) => {
    setPressed(true);
    onChange({ topic: id });
  };
  return (
    <>
      <SearchLead
        value={searchText}
        onChange={(text) => onChange({ searchText: text })}
        result={settled ? searchResultText(words, articles.length, query.hasNextPage) : ""}
      />
      {query.data ? (
        <Stack gap={6} aria-busy={query.isPlaceholderData}>
          {words && articles.length === 0 && <NothingFound onBack={() => onChange({ searchText: "", topic: "" })} />}
          {words && articles.length > 0 && <ArticleCard articles={articles} />}
          {!words && chosen && (
            <Topic name={chosen.name} takesFocus={pressed} onBack={() => chooseTopic("")}>
              <ArticleCard articles={articles} />
            </Topic>
          )}
          {!words && !chosen && (
            <>
              <Stack as="section" gap={4} aria-labelledby="asked-most">
                <h2 id="asked-most" className={css["cardTitle"]}>
                  Top questions
                </h2>
                <ArticleCard articles={articles.filter(({ top }) => top)} />
              </Stack>
              <Topics topics={categories} onChoose={chooseTopic} />
            </>
          )}
          {(words || chosen) && query.hasNextPage && (
            <Button
              variant="secondary"
              className={css["more"]}
              busy={query.isFetchingNextPage}
              busyLabel="Loading"
              onClick={() => void query.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Stack>
      ) : query.error ? (
        <ErrorState
          title={errorTitle(query.error, "We couldn't load the articles")}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        >
          {errorMessage(query.error)}
        </ErrorState>
      ) : (
        <Skeleton shape="row" count={6} />
      )}
    </>
  );
}

const ArticleCard = ({ articles }: Parameters<typeof ArticleList>[0]) => (
  <Card className={css["shelf"]}>
    <ArticleList articles={articles} />
  </Card>
);

function NothingFound({ onBack }: { onBack: () => void }) {
  return (
    <EmptyState
      illustration={<MapPinPlant />}
      title="We found no article"
      action={
        <Cluster justify="middle">
          <ButtonLink href="/contact-us">Ask a person</ButtonLink>
          <Button variant="secondary" onClick={onBack}>
            See all topics
          </Button>
        </Cluster>
      }
    >
      Try one short word, like “box” or “card”. Or ask us, and a person will answer by email.
    </EmptyState>
  );
}
