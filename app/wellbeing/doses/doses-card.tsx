import { useId, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Disclosure } from "#app/ui/actions/disclosure.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { PatientTimezone } from "#contract/fields/timezone.ts";
import type { Dose, DoseStatus } from "#contract/wellbeing/doses.ts";
import { SaveState } from "../save-state.tsx";
import { useKeptFocus } from "#app/ui/use-kept-focus.ts";
import { DayButtons } from "./day-buttons.tsx";
import { DaysForm, type PickDays } from "./days-form.tsx";
import css from "./doses.module.css";

interface Actions {
  readonly timezone: PatientTimezone;
  readonly onNote: (id: string, day: string, status: DoseStatus | null) => void;
  readonly onPick: PickDays<[id: string]>;
  readonly onEnd: (id: string) => Promise<void>;
}

/** What is due, medicine by medicine. */
export function DosesCard({
  title = "Your doses",
  items,
  leading = [],
  waiting,
  error,
  id,
  ...actions
}: Actions & {
  items: readonly Dose[];
  /** What is due of these is said and noted above. */
  leading?: readonly string[];
  waiting: boolean;
  error: unknown;
  id?: string;
  title?: string;
}) {
  const titleId = useId();
  return (
    <Card as="section" id={id} gap={5} aria-labelledby={titleId}>
      <h2 id={titleId} className={css["title"]}>
        {title}
      </h2>
      <div>
        <ul className={css["list"]}>
          {items.map((dose) => (
            <li key={dose.id}>
              <DoseItem dose={dose} isLeading={leading.includes(dose.id)} {...actions} />
            </li>
          ))}
        </ul>
        <SaveState waiting={waiting} error={error} />
      </div>
    </Card>
  );
}

function DoseItem({ dose, isLeading, timezone, onNote, onPick, onEnd }: Actions & { dose: Dose; isLeading: boolean }) {
  const [changing, setChanging] = useState(false);
  const title = useKeptFocus<HTMLHeadingElement>(changing);
  const { id, name, dosage, schedule, earlier, missed, options } = dose;
  const saysLess = isLeading && dose.today !== null;
  const today = saysLess ? null : dose.today;
  const facts = [saysLess ? "" : name, dosage, schedule?.label ?? ""];
  /** What was noted here stays to be taken back; what was noted before is past. */
  const [notedHere, setNotedHere] = useState<string | null>(null);
  const showsEarlier = earlier !== null && (earlier.status !== "done" || earlier.day === notedHere);
  const note = (day: string) => (status: DoseStatus | null) => {
    setNotedHere(day);
    onNote(id, day, status);
  };
  return (
    <Stack gap={4}>
      <div className={css["head"]}>
        <img className={css["picture"]} src={dose.image} alt="" width={64} height={64} loading="lazy" />
        <div className={css["words"]}>
          <h3 ref={title} className={css["due"]} tabIndex={-1}>
            {saysLess ? name : dose.title}
          </h3>
          <p className={css["muted"]}>{facts.filter((fact) => fact !== "").join(" · ")}</p>
        </div>
      </div>
      {options.length === 0 && dose.directions !== null && <p>{dose.directions}</p>}
      {today && <DayButtons name={name} day={today} skipLabel="Skip" onNote={note(today.day)} />}
      {showsEarlier && (
        <Stack gap={2}>
          {earlier.status === null && <p>{earlier.name} isn't noted.</p>}
          <DayButtons name={name} day={earlier} skipLabel="I missed it" onNote={note(earlier.day)} />
        </Stack>
      )}
      {missed?.open && (
        <div className={css["missed"]}>
          <h4 className={css["missedTitle"]}>If you missed one</h4>
          <p>{missed.text}</p>
        </div>
      )}
      <div>
        {changing ? (
          <DaysForm
            dose={dose}
            timezone={timezone}
            onPick={(...picked) => onPick(id, ...picked)}
            onEnd={() => onEnd(id)}
            onClose={() => setChanging(false)}
          />
        ) : (
          <Cluster gap={3} rowGap={0}>
            {schedule && (
              <p className={css["muted"]}>
                {schedule.reminder}{" "}
                {schedule.action && <Link href={schedule.action.href}>{schedule.action.label}</Link>}
              </p>
            )}
            {options.length > 0 && (
              <Button
                variant={schedule ? "quiet" : "secondary"}
                className={schedule ? css["start"] : undefined}
                onClick={() => setChanging(true)}
              >
                {schedule ? "Change" : options.length > 1 ? "Pick your days" : "Keep track"}
                <span className="visually-hidden">: {name}</span>
              </Button>
            )}
          </Cluster>
        )}
        {missed && !missed.open && schedule && (
          <Disclosure summary="If you miss one">
            <p>{missed.text}</p>
          </Disclosure>
        )}
      </div>
    </Stack>
  );
}
