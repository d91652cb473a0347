import { Columns } from "#app/ui/layout/columns.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useSearch } from "wouter";
import { type Dates, useDates } from "#app/formats/use-dates.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { useSession } from "#app/api/session/session.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { sectionInQuery } from "./section-paths.ts";
import { useHealthAnswers } from "./queries.ts";
import { SectionForm } from "./section-form.tsx";
import type { HealthAnswers } from "#contract/account/health-answers.ts";
import { groupBySection } from "./sections.ts";
import { visitMinutes } from "#contract/onboarding/visit-minutes.ts";
import { StopNotice } from "#app/emergency/stop-notice.tsx";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import css from "./medical-information.module.css";
import { PharmacyCard } from "./pharmacy-card.tsx";
import { SavedNotice, SavedEmergency } from "./saved-notice.tsx";
import { ToldNotice } from "./told-notice.tsx";
import { TopicsCard } from "./topics-card.tsx";
import { VersionsCard } from "./versions-card.tsx";

/** The patient's health answers: to read, and to change one section at a time. */
export default function MedicalInformation() {
  const { formatDay } = useDates();
  const requestedStep = sectionInQuery(useSearch());
  const patientId = useSession().record?.id ?? "";
  const { data, error, isFetching, refetch } = useHealthAnswers();
  const section = data && groupBySection(data.screens).find(({ step }) => step === requestedStep);
  if (section) return <SectionForm key={requestedStep} {...{ health: data, section, patientId }} />;
  return (
    <Stack gap={6}>
      <Heading lead={leadText(data, formatDay)}>Medical information</Heading>
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

function leadText(health: HealthAnswers | undefined, formatDay: Dates["formatDay"]): string {
  const first = health?.versions.at(-1);
  return first
    ? `You told us this on ${formatDay(first.answeredat)}. Has anything changed?`
    : "What you tell us about your health. You can change it here any time.";
}

/** What the health answers say by topic, with the pharmacy and the version history. */
function AllAnswers({ health }: { health: HealthAnswers }) {
  return (
    <>
      <SavedEmergency />
      {health.stop ? (
        <Stack gap={4} className={css["stop"]}>
          <StopNotice key={health.stop.ruleid} stop={health.stop} level={2} />
          <p>
            Your answers are saved, and your doctor will see them. For now, you can't order a new prescription here.
          </p>
        </Stack>
      ) : (
        <SavedNotice />
      )}
      <ToldNotice told={health.told} />
      <Columns first={1.9}>
        <Stack>
          {health.version === 0 ? (
            <NoAnswers />
          ) : (
            <TopicsCard topics={health.topics} since={health.versions.at(-1)?.answeredat ?? ""} />
          )}
        </Stack>
        <Stack>
          <PharmacyCard />
          <VersionsCard versions={health.versions} />
        </Stack>
      </Columns>
    </>
  );
}

function NoAnswers() {
  const { record } = useSession();
  const visitStarted = (record?.onboardingstep ?? 0) > 2;
  return (
    <Card>
      <EmptyState
        illustration={<MoonLeaves />}
        title="No answers yet"
        action={<ButtonLink href="/onboarding">{visitStarted ? "Continue your visit" : "Start your visit"}</ButtonLink>}
      >
        We'll ask about your health in your visit. It takes about {visitMinutes} minutes. Once it's done, you can read
        and change your answers here.
      </EmptyState>
    </Card>
  );
}
