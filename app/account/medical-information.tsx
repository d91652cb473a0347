import { useSearch } from "wouter";
import { shownText } from "#app/api/api-error.ts";
import { useSession } from "#app/api/session.ts";
import { ErrorState } from "#app/ui/error-state.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { GrowingSeed } from "#app/ui/illustrations/growing-seed.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { AllAnswers } from "./medical/all-answers.tsx";
import css from "./medical/medical.module.css";
import { partIn } from "./medical/paths.ts";
import { useHealth } from "./medical/queries.ts";
import { SectionForm } from "./medical/section-form.tsx";
import { sectionsOf } from "./medical/sections.ts";

/** What she told us about her health: to read, and to change a part at a time. */
export default function MedicalInformation() {
  const part = partIn(useSearch());
  const owner = useSession().record?.id ?? "";
  const { data, error, isFetching, refetch } = useHealth();
  const section = data && sectionsOf(data.screens).find(({ step }) => step === part);
  if (section) return <SectionForm key={part} {...{ health: data, section, owner }} />;
  return (
    <div className={css["page"]}>
      <Heading lead="What you told us about your health. Please change it here whenever something changes.">
        Medical information
      </Heading>
      {data ? (
        <AllAnswers health={data} />
      ) : error ? (
        <ErrorState illustration={<GrowingSeed />} busy={isFetching} onRetry={() => void refetch()}>
          {shownText(error)}
        </ErrorState>
      ) : (
        <div className={css["columns"]}>
          <Skeleton kind="card" count={3} label="Loading your answers" />
          <Skeleton kind="row" count={3} label="" />
        </div>
      )}
    </div>
  );
}
