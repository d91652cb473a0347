import { Stack } from "#app/ui/layout/stack.tsx";
import { useState } from "react";
import { useParams } from "wouter";
import { ArticlePage } from "./article-page.tsx";
import { ContactCard } from "../contact/contact-card.tsx";
import { CrisisCard } from "#app/emergency/crisis-card.tsx";
import { HelpCenter } from "./help-center.tsx";
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
          <HelpCenter {...listState} onChange={updateListState} />
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
