import { Link } from "wouter";
import { serverClock } from "#app/api/server-clock.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import type { HealthTopic } from "#contract/account/health-answers.ts";
import { sectionPath } from "./section-paths.ts";
import css from "./topics-card.module.css";

/** The answers in a line per topic; each leads to the form that changes it. `since`: when all were given first. */
export function TopicsCard({ topics, since }: { topics: readonly HealthTopic[]; since: string }) {
  return (
    <Card as="section" aria-label="Your answers" className={css["card"]}>
      <DividedList>
        {topics.map((topic) => (
          <Topic key={topic.step} topic={topic} since={since} />
        ))}
      </DividedList>
    </Card>
  );
}

function Topic({ topic, since }: { topic: HealthTopic; since: string }) {
  const { formatMoment } = useDates();
  const { step, title, facts, more, open, changedat } = topic;
  const known = [...facts.map(({ label, answer }) => `${label}: ${answer}`), ...(more > 0 ? [`${more} more`] : [])];
  const action = open > 0 ? "Answer" : "Edit";
  return (
    <li className={css["topic"]}>
      <h2 className={css["title"]}>{title}</h2>
      <Link href={sectionPath(step)} className={css["edit"]} aria-label={`${action}: ${title}`}>
        {action}
      </Link>
      <p className={css["facts"]}>
        {known.length === 0 && open === 0 ? "Nothing to report" : known.join(" · ")}
        {open > 0 && <StatusBadge tone="accent">{open === 1 ? "1 new question" : `${open} new questions`}</StatusBadge>}
      </p>
      {changedat && changedat > since && (
        <p className={css["changed"]}>
          Changed <time dateTime={changedat}>{formatMoment(changedat, serverClock.now())}</time>
        </p>
      )}
    </li>
  );
}
