import { useEffect, useRef } from "react";
import type { AnswerNotice } from "#contract/onboarding/steps.ts";
import { AnswerNoticeList } from "./answer-notice-list.tsx";
import { useAnsweredStep } from "./answered-step.ts";
import css from "./notices-left.module.css";
import type { SeenNotices } from "./use-answer-notices.ts";

/**
 * Above Continue: the notices that stand beside no question of this screen, and, where the patient has pressed Continue before they could be read,
 * a word about it.
 */
export function NoticesLeft({
  notices = [],
  questions = [],
  seen,
}: {
  /** Notices of answers not saved yet. */
  notices?: readonly AnswerNotice[] | undefined;
  /** Ids of the questions on the screen. */
  questions?: readonly string[] | undefined;
  seen: SeenNotices;
}) {
  const answered = useAnsweredStep();
  const hint = useRef<HTMLParagraphElement>(null);
  const isLeft = answered !== null;
  useEffect(() => {
    if (isLeft) (document.querySelector("[data-left]") ?? hint.current)?.scrollIntoView({ block: "nearest" });
  }, [isLeft]);
  const shown = noticesBeside(null, notices, answered?.notices, questions);
  return (
    // Announced from the start, but without a place of its own while it is empty.
    <div className={shown.length === 0 && !isLeft ? css["empty"] : undefined}>
      <AnswerNoticeList notices={shown} seen={seen} />
      <div aria-live="polite">
        {isLeft && (
          <p ref={hint} className={css["hint"]}>
            Please read our note about your answers, then continue.
          </p>
        )}
      </div>
    </div>
  );
}

/** The notices to show beside a question; `null`: those beside none of `questions`. */
export function noticesBeside(
  questionid: string | null,
  given: readonly AnswerNotice[],
  saved: readonly AnswerNotice[] = [],
  questions: readonly string[] = [],
): AnswerNotice[] {
  const texts = new Set(given.map(({ text }) => text));
  return [...given, ...saved.filter(({ text }) => !texts.has(text))].filter((notice) =>
    questionid === null
      ? notice.questionid === null || !questions.includes(notice.questionid)
      : notice.questionid === questionid,
  );
}
