import { Stack } from "#app/ui/layout/stack.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import css from "./medical-information.module.css";
import type { ChangedAnswer } from "./sections.ts";

const listAnswers = (texts: readonly string[]) => (texts.length > 0 ? texts.join("; ") : "no answer");

/** The answers were changed in another tab or on another device while the patient was typing. */
export function ConflictAlert({ answers }: { answers: readonly ChangedAnswer[] }) {
  return (
    <div ref={scrollIntoViewAndFocus} tabIndex={-1}>
      <Alert tone="warning" title="Your answers were changed somewhere else">
        {answers.length > 0 ? (
          <Stack as="ul" gap={2} className={css["changes"]}>
            {answers.map(({ id, question, before, now }) => (
              <li key={id}>
                {question} It was “{listAnswers(before)}”. Now it’s “{listAnswers(now)}”.
              </li>
            ))}
          </Stack>
        ) : (
          <p>The change is in another part of your answers.</p>
        )}
        <p>What you typed is still here. Please check it, then press “Save” again.</p>
      </Alert>
    </div>
  );
}

function scrollIntoViewAndFocus(notice: HTMLElement | null): void {
  moveFocusTo(notice);
  notice?.scrollIntoView({ block: "center" });
}
