import { useMutation } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import type { Doses as DosesType, DoseStatus } from "#contract/wellbeing/doses.ts";
import { usePresses } from "../use-presses.ts";
import { useKeepWellbeing, useWellbeing } from "../use-wellbeing.ts";
import { type DosePress, DosesCard } from "./doses-card.tsx";

/** The doses of the medicines at home: the patient's own log. Renders nothing while none is running; a failure is told by `HowYouFeel`. */
export function Doses() {
  const { data, isPending } = useWellbeing();
  if (data) return data.doses.items.length > 0 && <LoadedDoses doses={data.doses} />;
  return (
    isPending && (
      <Card as="section" aria-label="Your doses">
        <Skeleton shape="row" count={3} label="" />
      </Card>
    )
  );
}

function LoadedDoses({ doses }: { doses: DosesType }) {
  const { refetch } = useWellbeing();
  const keep = useKeepWellbeing();
  const presses = usePresses<DoseStatus | null>(
    async (key, status) => {
      const [id = "", day = ""] = key.split(" ");
      await keep((await call(wellbeing.noteDose, { params: { id, day }, body: { status } })).wellbeing);
    },
    () => void refetch(),
  );
  const pick = useMutation({
    networkMode: "always",
    mutationFn: async ({ id, ...body }: { id: string; days: number[]; remindat: number | null }) =>
      keep((await call(wellbeing.pickDays, { params: { id }, body })).wellbeing),
  });
  const end = useMutation({
    networkMode: "always",
    mutationFn: async (id: string) => keep((await call(wellbeing.endDays, { params: { id } })).wellbeing),
  });
  const pressed = (id: string, day: DosePress | null) => {
    const key = `${id} ${day?.day}`;
    return day && { ...day, status: presses.pending.has(key) ? (presses.pending.get(key) ?? null) : day.status };
  };
  return (
    <DosesCard
      id="doses"
      items={doses.items.map((dose) => ({
        ...dose,
        today: pressed(dose.id, dose.today),
        earlier: pressed(dose.id, dose.earlier),
      }))}
      timezone={doses.timezone}
      waiting={presses.waiting}
      error={presses.error}
      onNote={(id, day, status) => presses.press(`${id} ${day}`, status)}
      onPick={async (id, days, remindat) => pick.mutateAsync({ id, days: [...days], remindat })}
      onEnd={async (id) => end.mutateAsync(id)}
    />
  );
}
