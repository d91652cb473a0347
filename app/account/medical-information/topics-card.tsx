import { Link } from "wouter";
import { serverClock } from "#app/api/server-clock.ts";
import { formatMoment } from "#app/formats/dates.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import type { HealthTopic } from "#contract/account/health-answers.ts";
import { sectionPath } from "./section-paths.ts";
import css from "./topics-card.module.css";

/** The answers in a line per topic; each leads to the form that changes it. */
export function TopicsCard({ topics }: { topics: readonly HealthTopic[] }) {
  return (
    <Card as="section" aria-label="Your answers" className={css["card"]}>
      <DividedList>
        {topics.map((topic) => (
          <Topic key={topic.step} topic={topic} />
        ))}
      </DividedList>
    </Card>
  );
}

function Topic({ topic: { step, title, facts, more, open, changedat } }: { topic: HealthTopic }) {
  return (
    <li className={css["topic"]}>
      <h2 className={css["title"]}>{title}</h2>
      <Link href={sectionPath(step)} className={css["edit"]}>
        {open > 0 ? "Answer" : "Edit"}
        <span className="visually-hidden">: {title}</span>
      </Link>
      <p className={css["facts"]}>
        {facts.length === 0 && open === 0 && <span>Nothing to report</span>}
        {facts.map(({ label, answer }) => (
          <span key={label}>
            {label}: {answer}
          </span>
        ))}
        {more > 0 && <span>{more} more</span>}
        {open > 0 && <StatusBadge tone="accent">{open === 1 ? "1 new question" : `${open} new questions`}</StatusBadge>}
      </p>
      {changedat && (
        <p className={css["changed"]}>
          Changed <time dateTime={changedat}>{formatMoment(changedat, serverClock.now())}</time>
        </p>
      )}
    </li>
  );
}
