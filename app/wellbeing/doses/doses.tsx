import { useMutation } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import type { DoseDay, Doses as DosesType } from "#contract/wellbeing/doses.ts";
import { useKeepWellbeing, useWellbeing } from "../use-wellbeing.ts";
import { DosesCard } from "./doses-card.tsx";
import type { DoseNotes } from "./use-dose-notes.ts";

/**
 * The doses of the medicines at home: the patient's own log. Renders nothing while none is running; a failure is told by `HowYouFeel`. `leading`: of
 * these prescriptions the page's lead says what is due, notes it, and tells what became of the press.
 */
export function Doses({ notes, leading = [] }: { notes: DoseNotes; leading?: readonly string[] }) {
  const { data, isPending } = useWellbeing();
  if (data) return data.doses.items.length > 0 && <LoadedDoses doses={data.doses} notes={notes} leading={leading} />;
  return (
    isPending && (
      <Card as="section" aria-label="Your doses">
        <Skeleton shape="row" count={3} label="" />
      </Card>
    )
  );
}

function LoadedDoses({ doses, notes, leading }: { doses: DosesType; notes: DoseNotes; leading: readonly string[] }) {
  const quiet = leading.length > 0;
  const keep = useKeepWellbeing();
  const pick = useMutation({
    networkMode: "always",
    mutationFn: async ({
      id,
      ...body
    }: {
      id: string;
      days: number[];
      remindat: number | null;
      timezone?: string | undefined;
    }) => keep((await call(wellbeing.pickDays, { params: { id }, body })).wellbeing),
  });
  const end = useMutation({
    networkMode: "always",
    mutationFn: async (id: string) => keep((await call(wellbeing.endDays, { params: { id } })).wellbeing),
  });
  const pressed = (id: string, day: DoseDay | null) => day && { ...day, status: notes.statusOf(id, day.day) };
  return (
    <DosesCard
      id="doses"
      items={doses.items.map((dose) => ({
        ...dose,
        today: pressed(dose.id, dose.today),
        earlier: pressed(dose.id, dose.earlier),
      }))}
      leading={leading}
      timezone={doses.timezone}
      waiting={!quiet && notes.waiting}
      error={quiet ? null : notes.error}
      onNote={notes.note}
      onPick={async (id, days, remindat, timezone) => pick.mutateAsync({ id, days: [...days], remindat, timezone })}
      onEnd={async (id) => end.mutateAsync(id)}
    />
  );
}
