import type { Question } from "#contract/onboarding/questions.ts";
import css from "./medical-information.module.css";
import { answerTexts } from "./sections.ts";

/** Questions with their answers, read-only. */
export function AnswersList({ questions }: { questions: readonly Question[] }) {
  return (
    <dl className={css["answers"]}>
      {questions.map((question) => (
        <div key={question.id} className={css["pair"]}>
          <dt>{question.question}</dt>
          <dd>
            <AnswerText question={question} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function AnswerText({ question }: { question: Question }) {
  const texts = answerTexts(question);
  if (question.answer === null) return <span className={css["open"]}>Not answered yet</span>;
  if (texts.length === 0) return <span className={css["muted"]}>Nothing added</span>;
  return texts.map((text) => (
    <span key={text} className={css["word"]}>
      {text}
    </span>
  ));
}
