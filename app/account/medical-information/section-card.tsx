import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Link } from "wouter";
import { Card } from "#app/ui/layout/card.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { AnswersList } from "./answers-list.tsx";
import css from "./medical-information.module.css";
import { sectionPath } from "./section-paths.ts";
import { openQuestionCount, questionsIn, type Section } from "./sections.ts";

/** One section of the answers, with a button to change it. */
export function SectionCard({ section }: { section: Section }) {
  const id = `part-${section.step}`;
  const open = openQuestionCount(section);
  return (
    <Card as="section" gap={4} aria-labelledby={id}>
      <Cluster rowGap={1} className={css["head"]}>
        <h2 id={id} className={css["title"]}>
          {section.title}
        </h2>
        {open > 0 && <StatusBadge tone="accent">{open === 1 ? "1 new question" : `${open} new questions`}</StatusBadge>}
        <Link href={sectionPath(section.step)} className={css["change"]}>
          <span>
            {open > 0 ? "Answer" : "Change"}
            <span className="visually-hidden">: {section.title}</span>
          </span>
        </Link>
      </Cluster>
      <AnswersList questions={questionsIn(section)} />
    </Card>
  );
}
