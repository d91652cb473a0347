import type { Question } from "#contract/questions.ts";
import css from "./medical.module.css";
import { wordsOf } from "./sections.ts";

/** Questions with her answers, to read. */
export function AnswersList({ questions }: { questions: readonly Question[] }) {
  return (
    <dl className={css["answers"]}>
      {questions.map((question) => (
        <div key={question.id} className={css["pair"]}>
          <dt>{question.question}</dt>
          <dd>
            <Words question={question} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Words({ question }: { question: Question }) {
  const words = wordsOf(question);
  if (question.answer === null) return <span className={css["open"]}>Not answered yet</span>;
  if (words.length === 0) return <span className={css["muted"]}>Nothing added</span>;
  return words.map((word) => (
    <span key={word} className={css["word"]}>
      {word}
    </span>
  ));
}
