import { Button } from "#app/ui/actions/button.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { cx } from "#app/ui/cx.ts";
import { useKeptFocus } from "#app/ui/use-kept-focus.ts";
import type { DoseDay, DoseStatus } from "#contract/wellbeing/doses.ts";
import { useState } from "react";
import css from "./day-buttons.module.css";

/**
 * Done and skip for one day; once noted, what was noted and a way to take it back. `primary`: noting it is what the page asks for. A first dose has a
 * label of its own, and no skip.
 */
export function DayButtons({
  name,
  day,
  doneLabel = "Done",
  skipLabel,
  primary = false,
  onNote,
}: {
  /** Of the medicine. */
  name: string;
  day: Pick<DoseDay, "name" | "status">;
  doneLabel?: string;
  skipLabel: string | null;
  primary?: boolean;
  onNote: (status: DoseStatus | null) => void;
}) {
  const line = useKeptFocus<HTMLDivElement>(day.status);
  const [before] = useState(day.status);
  const about = <span className="visually-hidden">{`, ${name}, ${day.name}`}</span>;
  if (day.status !== null)
    return (
      <Cluster ref={line} gap={3}>
        <p className={cx(css["noted"], day.status !== before && css["now"])}>
          {day.status === "done" && <CheckIcon />}
          {day.name}: {day.status === "done" ? "done" : "skipped"}
        </p>
        <Button variant="quiet" onClick={() => onNote(null)}>
          Undo{about}
        </Button>
      </Cluster>
    );
  return (
    <Cluster ref={line} gap={3} stretch>
      <Button variant={primary ? "primary" : "secondary"} onClick={() => onNote("done")}>
        {doneLabel}
        {about}
      </Button>
      {skipLabel !== null && (
        <Button variant="secondary" onClick={() => onNote("skipped")}>
          {skipLabel}
          {about}
        </Button>
      )}
    </Cluster>
  );
}
