import { useQueryClient } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { refetchShowing } from "#app/api/query.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import type { DoseStatus } from "#contract/wellbeing/doses.ts";
import { deviceTimezone } from "#app/forms/timezone-options.ts";
import { usePresses } from "../use-presses.ts";
import { useKeepWellbeing, useWellbeing } from "../use-wellbeing.ts";

/** What the patient notes of doses on a page. */
export interface DoseNotes {
  /** There is no connection; what was pressed is kept. */
  readonly waiting: boolean;
  /** Why the last press was refused. */
  readonly error: unknown;
  /** As pressed, else as saved; null: not noted. */
  readonly statusOf: (id: string, day: string) => DoseStatus | null;
  readonly note: (id: string, day: string, status: DoseStatus | null) => void;
}

/** One for the whole page: its lead and its list note the same doses, and each shows at once what was pressed on the other. */
export function useDoseNotes(): DoseNotes {
  const { data } = useWellbeing();
  const keep = useKeepWellbeing();
  const cache = useQueryClient();
  const refetch = () => void refetchShowing(cache, ["wellbeing"]);
  const { pending, waiting, error, press } = usePresses<DoseStatus | null>(async (key, status) => {
    const [id = "", day = ""] = key.split(" ");
    await keep(
      (await call(wellbeing.noteDose, { params: { id, day }, body: { status, timezone: deviceTimezone() } })).wellbeing,
    );
    refetch();
  }, refetch);

  function savedStatus(id: string, day: string): DoseStatus | null {
    const dose = data?.doses.items.find((item) => item.id === id);
    return [dose?.today, dose?.earlier].find((each) => each?.day === day)?.status ?? null;
  }
  return {
    waiting,
    error,
    statusOf(id, day) {
      const pressed = pending.get(keyOf(id, day));
      return pressed === undefined ? savedStatus(id, day) : pressed;
    },
    note: (id, day, status) => press(keyOf(id, day), status),
  };
}

const keyOf = (id: string, day: string) => `${id} ${day}`;
