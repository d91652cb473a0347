import { useState } from "react";
import { ArticlePage } from "./article-page.tsx";
import { ContactCard } from "./contact-card.tsx";
import { CrisisCard } from "./crisis-card.tsx";
import { HelpCenter } from "./help-center.tsx";
import { useOpenArticle } from "./reading.ts";
import css from "./support.module.css";

/** Help Center: articles to search and read, and the ways to a person. */
export default function Support() {
  const article = useOpenArticle();
  const [words, setWords] = useState("");
  const [topic, setTopic] = useState("");
  return (
    <div className={css["page"]}>
      <div className={css["main"]}>
        {article === null ? (
          <HelpCenter words={words} onWords={setWords} topic={topic} onTopic={setTopic} />
        ) : (
          <ArticlePage key={article} id={article} />
        )}
      </div>
      <div className={css["side"]}>
        <ContactCard />
        <CrisisCard />
      </div>
    </div>
  );
}
