import { visitMinutes } from "#contract/onboarding/visit-minutes.ts";
import { Columns } from "#app/ui/layout/columns.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useSession } from "#app/api/session/session.ts";
import { StopNotice } from "#app/emergency/stop-notice.tsx";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import type { HealthAnswers } from "#contract/account/health-answers.ts";
import css from "./medical-information.module.css";
import { PharmacyCard } from "../pharmacy/pharmacy-card.tsx";
import { SavedNotice, SavedEmergency } from "./saved-notice.tsx";
import { TopicsCard } from "./topics-card.tsx";
import { VersionsCard } from "./versions-card.tsx";

/** What the health answers say by topic, with the pharmacy and the version history. */
export function AllAnswers({ health }: { health: HealthAnswers }) {
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
