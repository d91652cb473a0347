import { Stack } from "#app/ui/layout/stack.tsx";
import { LoadError } from "#app/api/load-error.tsx";
import { formatDayAndTime } from "#app/formats/dates.ts";
import { Dialog } from "#app/ui/layout/overlays/dialog.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import type { HealthAnswers } from "#contract/account/health-answers.ts";
import { AnswersList } from "./answers-list.tsx";
import css from "./medical-information.module.css";
import { useHealthAnswersVersion } from "./queries.ts";
import { questionsIn, groupBySection } from "./sections.ts";

/** All answers of a version, with the wording the patient saw then. */
export default function VersionDialog({
  version: { version, contentversion, answeredat },
  current,
  onOpenChange,
}: {
  version: HealthAnswers["versions"][number];
  /** It is the latest. */
  current: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { data, error, isFetching, refetch } = useHealthAnswersVersion(version);
  return (
    <Dialog
      open
      title={current ? "Your answers" : `Your answers, version ${version}`}
      description={`Given by you on ${formatDayAndTime(answeredat)}, to our questions of ${contentversion}.`}
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
