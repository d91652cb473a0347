import { Link } from "wouter";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { HealthAnswers } from "#contract/account/health-answers.ts";
import css from "./medical-information.module.css";
import { sectionPath } from "./section-paths.ts";

/** What the practice wrote down for the patient, to check: each leads to the form that changes it. */
export function ToldNotice({ told }: Pick<HealthAnswers, "told">) {
  if (told.length === 0) return null;
  return (
    <Alert title="We wrote this down for you">
      <Stack as="ul" gap={2} className={css["changes"]}>
        {told.map(({ questionid, question, answer, step, text }) => (
          <li key={questionid}>
            {question}: {answer}. {text} Not right?{" "}
            <Link href={sectionPath(step)} aria-label={`Change it: ${question}`}>
              Change it
            </Link>
          </li>
        ))}
      </Stack>
    </Alert>
  );
}
