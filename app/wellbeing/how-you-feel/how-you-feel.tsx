import { useMutation } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import type { CheckIns } from "#contract/wellbeing/check-ins.ts";
import { usePresses } from "../use-presses.ts";
import { useKeepWellbeing, useWellbeing } from "../use-wellbeing.ts";
import { HowYouFeelCard } from "./how-you-feel-card.tsx";

/** How the patient feels since the start, and the weekly check-in. Renders nothing for a patient without one. */
export function HowYouFeel() {
  const { data, error, isFetching, refetch } = useWellbeing();
  if (data) return data.checkins && <CheckInOfWeek key={data.checkins.week} checkIns={data.checkins} />;
  if (error)
    return (
      <Card as="section" aria-label="How you feel">
        <ErrorState title="We couldn't load how you feel" busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      </Card>
    );
  return (
    <Card as="section" aria-label="How you feel">
      <Skeleton shape="row" count={4} label="" />
    </Card>
  );
}

function CheckInOfWeek({ checkIns }: { checkIns: CheckIns }) {
  const { refetch } = useWellbeing();
  const keep = useKeepWellbeing();
  const { week } = checkIns;
  const presses = usePresses<number>(
    async (symptomid, value) => {
      const answers = [{ symptomid, value }];
      await keep((await call(wellbeing.checkIn, { params: { week }, body: { answers } })).wellbeing);
    },
    () => void refetch(),
  );
  const turn = useMutation({
    networkMode: "always",
    mutationFn: async (on: boolean) => keep((await call(wellbeing.setCheckIns, { body: { on } })).wellbeing),
  });
  const symptoms = checkIns.symptoms.map((symptom) => {
    const thisweek = presses.pending.get(symptom.id) ?? symptom.thisweek;
    return { ...symptom, thisweek, now: thisweek ?? symptom.now };
  });
  return (
    <HowYouFeelCard
      checkIns={{ ...checkIns, symptoms }}
      waiting={presses.waiting}
      error={presses.error ?? turn.error}
      turning={turn.isPending}
      onAnswer={presses.press}
      onTurn={(on) => turn.mutate(on)}
    />
  );
}
