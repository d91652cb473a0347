import { Stack } from "#app/ui/layout/stack.tsx";
import { useState } from "react";
import { useParams } from "wouter";
import { ArticlePage } from "./article-page.tsx";
import { ContactCard } from "../contact/contact-card.tsx";
import { CrisisCard } from "#app/emergency/crisis-card.tsx";
import { HelpCenter } from "./article-search.tsx";
import { saveListState, type ListState, parseListState } from "./article-links.ts";
import css from "../support.module.css";

/** Help Center: articles to search and read, each with its own path, and ways to reach a person. */
export default function Support() {
  const { id: article } = useParams<{ id?: string }>();
  const [listState, setListState] = useState(() => parseListState(history.state));
  const updateListState = (change: Partial<ListState>) => {
    const next = { ...listState, ...change };
    setListState(next);
    saveListState(next);
  };
  return (
    <div className={css["page"]}>
      <Stack gap={6}>
        {article === undefined ? (
          <HelpCenter
            searchText={listState.searchText}
            onSearchTextChange={(searchText) => updateListState({ searchText })}
            topic={listState.topic}
            onTopicChange={(topic) => updateListState({ topic })}
          />
        ) : (
          <ArticlePage key={article} id={article} />
        )}
      </Stack>
      <div className={css["side"]}>
        <ContactCard />
        <CrisisCard />
      </div>
    </div>
  );
}
