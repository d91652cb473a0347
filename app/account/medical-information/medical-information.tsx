import { Columns } from "#app/ui/layout/columns.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useSearch } from "wouter";
import { formatDay } from "#app/formats/dates.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { useSession } from "#app/api/session/session.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { AllAnswers } from "./all-answers.tsx";
import { sectionInQuery } from "./section-paths.ts";
import { useHealthAnswers } from "./queries.ts";
import { SectionForm } from "./section-form.tsx";
import type { HealthAnswers } from "#contract/account/health-answers.ts";
import { groupBySection } from "./sections.ts";

/** The patient's health answers: to read, and to change one section at a time. */
export default function MedicalInformation() {
  const requestedStep = sectionInQuery(useSearch());
  const patientId = useSession().record?.id ?? "";
  const { data, error, isFetching, refetch } = useHealthAnswers();
  const section = data && groupBySection(data.screens).find(({ step }) => step === requestedStep);
  if (section) return <SectionForm key={requestedStep} {...{ health: data, section, patientId }} />;
  return (
    <Stack gap={6}>
      <Heading lead={leadText(data)}>Medical information</Heading>
      {data ? (
        <AllAnswers health={data} />
      ) : error ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <Columns first={1.9}>
          <Skeleton shape="card" count={3} label="Loading your answers" />
          <Skeleton shape="row" count={3} label="" />
        </Columns>
      )}
    </Stack>
  );
}

function leadText(health: HealthAnswers | undefined): string {
  const first = health?.versions.at(-1);
  return first
    ? `You told us this on ${formatDay(first.answeredat)}. Has anything changed?`
    : "What you tell us about your health. You can change it here any time.";
}
