import { Stack } from "#app/ui/layout/stack.tsx";
import { LoadError } from "#app/api/load-error.tsx";
import { useDates } from "#app/formats/use-dates.ts";
import { Dialog } from "#app/ui/layout/overlays/dialog.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import type { HealthAnswers } from "#contract/account/health-answers.ts";
import css from "./medical-information.module.css";
import { useHealthAnswersVersion } from "./queries.ts";
import { questionsIn, groupBySection, answerTexts } from "./sections.ts";
import type { Question } from "#contract/onboarding/questions.ts";

/** All answers of a version, with the wording the patient saw then. */
export default function VersionDialog({
  version: { version, contentversion, answeredat, told },
  current,
  onOpenChange,
}: {
  version: HealthAnswers["versions"][number];
  /** It is the latest. */
  current: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { formatDayAndTime } = useDates();
  const { data, error, isFetching, refetch } = useHealthAnswersVersion(version);
  return (
    <Dialog
      open
      title={current ? "Your answers" : `Your answers, version ${version}`}
      description={`${told === null ? "Given by you" : `${told} We wrote it down`} on ${formatDayAndTime(answeredat)}, to our questions of ${contentversion}.`}
      onOpenChange={onOpenChange}
    >
      {data ? (
        <Stack gap={6}>
          {groupBySection(data.screens).map((section) => (
            <Stack key={section.step} as="section" gap={4} aria-labelledby={`then-${section.step}`}>
              <h3 id={`then-${section.step}`} className={css["title"]}>
                {section.title}
              </h3>
              <AnswersList questions={questionsIn(section)} />
            </Stack>
          ))}
        </Stack>
      ) : error ? (
        <LoadError query={{ error, isFetching, refetch }} />
      ) : (
        <Skeleton shape="row" count={6} />
      )}
    </Dialog>
  );
}

/** Questions with their answers, read-only. */
function AnswersList({ questions }: { questions: readonly Question[] }) {
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
