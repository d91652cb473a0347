import { useState } from "react";
import { useParams } from "wouter";
import { ArticlePage } from "./article-page.tsx";
import { ContactCard } from "./contact-card.tsx";
import { CrisisCard } from "./crisis-card.tsx";
import { HelpCenter } from "./help-center.tsx";
import { keepPlace, type Place, placeIn } from "./reading.ts";
import css from "./support.module.css";

/** Help Center: articles to search and read, each at an address of its own, and the ways to a person. */
export default function Support() {
  const { id: article } = useParams<{ id?: string }>();
  const [place, setPlace] = useState(() => placeIn(history.state));
  const go = (change: Partial<Place>) => {
    const next = { ...place, ...change };
    setPlace(next);
    keepPlace(next);
  };
  return (
    <div className={css["page"]}>
      <div className={css["main"]}>
        {article === undefined ? (
          <HelpCenter
            words={place.words}
            onWords={(words) => go({ words })}
            topic={place.topic}
            onTopic={(topic) => go({ topic })}
          />
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
