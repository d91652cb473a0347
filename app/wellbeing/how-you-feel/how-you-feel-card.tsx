import { useId, useState } from "react";
import { formatCalendarDay } from "#app/formats/dates.ts";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { directionOf, directionTexts, TrendChart } from "#app/ui/data/trend-chart.tsx";
import { Scale } from "#app/ui/forms/choices/scale.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Bar, Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { CheckIns, SymptomLine } from "#contract/wellbeing/check-ins.ts";
import { SaveState } from "../save-state.tsx";
import { useKeptFocus } from "../use-kept-focus.ts";
import css from "./how-you-feel.module.css";

/** Three lines of what moved since the start, the week's check-in in place of them while it is open, and a way to turn it off. */
export function HowYouFeelCard({
  checkIns,
  waiting,
  error,
  turning,
  onAnswer,
  onTurn,
}: {
  checkIns: CheckIns;
  waiting: boolean;
  error: unknown;
  turning: boolean;
  onAnswer: (symptomId: string, value: number) => void;
  onTurn: (on: boolean) => void;
}) {
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const { on, symptoms, note } = checkIns;
  const title = useKeptFocus<HTMLHeadingElement>(`${on} ${open}`);
  const saved = symptoms.every(({ thisweek }) => thisweek !== null);
  const heading = (
    <h2 ref={title} id={titleId} className={css["title"]} tabIndex={-1}>
      How you feel
    </h2>
  );

  if (!on)
    return (
      <Card as="section" gap={3} aria-labelledby={titleId}>
        {heading}
        <Bar>
          <p className={css["muted"]}>Weekly check-ins are off.</p>
          <Button variant="secondary" busy={turning} busyLabel="One moment" onClick={() => onTurn(true)}>
            Turn on
          </Button>
        </Bar>
        <SaveState waiting={false} error={error} />
      </Card>
    );

  if (open)
    return (
      <Card as="section" gap={5} aria-labelledby={titleId}>
        <Stack gap={2}>
          {heading}
          <p>This week, how much did each of these bother you?</p>
        </Stack>
        {symptoms.map((symptom) => (
          <Scale
            key={symptom.id}
            label={symptom.question}
            labels={checkIns.scale}
            compact
            value={symptom.thisweek}
            onValueChange={(value) => onAnswer(symptom.id, value)}
          />
        ))}
        <SaveState waiting={waiting} error={error} />
        <Cluster gap={4}>
          <Button variant="secondary" onClick={() => setOpen(false)}>
            Done
          </Button>
          <p className={css["muted"]}>Each answer is saved as you go.</p>
        </Cluster>
      </Card>
    );

  return (
    <Card as="section" gap={5} aria-labelledby={titleId}>
      {heading}
      <Stack gap={4}>
        {symptoms.map((symptom) => (
          <Movement
            key={symptom.id}
            symptom={symptom}
            max={checkIns.scale.length - 1}
            latestWeek={checkIns.latestweek}
          />
        ))}
      </Stack>
      <Stack gap={2}>
        {note.kind === "worse" && note.action ? (
          <>
            <p className={css["worse"]}>{note.text}</p>
            <div>
              <ButtonLink href={note.action.href} variant="secondary">
                {note.action.label}
              </ButtonLink>
            </div>
          </>
        ) : (
          <p className={css["muted"]}>{note.text}</p>
        )}
      </Stack>
      <SaveState waiting={waiting} error={error} />
      <Cluster gap={4} rowGap={2}>
        <Button variant={saved ? "quiet" : "secondary"} onClick={() => setOpen(true)}>
          {saved ? "Change this week's answers" : "Check in for this week"}
        </Button>
        {!saved && <span className={css["muted"]}>10 seconds</span>}
        <Button variant="quiet" busy={turning} busyLabel="One moment" onClick={() => onTurn(false)}>
          Turn off<span className="visually-hidden"> weekly check-ins</span>
        </Button>
      </Cluster>
    </Card>
  );
}

function Movement({
  symptom: { name, then, now, thisweek },
  max,
  latestWeek,
}: {
  symptom: SymptomLine;
  max: number;
  latestWeek: string | null;
}) {
  const direction = now === null ? null : directionOf(then, now);
  const when = thisweek === null && latestWeek !== null ? `in the week of ${formatCalendarDay(latestWeek)}` : "now";
  const text =
    now === null || direction === null
      ? `${then} at the start`
      : `${then} at the start, ${now} ${when}: ${directionTexts[direction]}`;
  return (
    <Stack gap={1}>
      <h3 className={css["symptom"]}>{name}</h3>
      <TrendChart label={name} then={then} now={now} max={max} direction={direction} text={text} />
    </Stack>
  );
}
