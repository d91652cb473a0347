import { formatShortDay } from "#contract/fields/formats.ts";
import { useId, useState } from "react";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { directionOf, directionTexts, TrendChart } from "#app/ui/data/trend-chart.tsx";
import { Scale } from "#app/ui/forms/choices/scale.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Bar, Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { CheckIns, SymptomLine } from "#contract/wellbeing/check-ins.ts";
import { SaveState } from "../save-state.tsx";
import { useKeptFocus } from "#app/ui/use-kept-focus.ts";
import css from "./how-you-feel.module.css";

/** Three lines of what moved since the start, the week's check-in in place of them while it is open, and a way to turn it off. */
export function HowYouFeelCard({
  title = "How you feel",
  checkIns,
  waiting,
  error,
  turning,
  onAnswer,
  onTurn,
}: {
  title?: string;
  checkIns: CheckIns;
  waiting: boolean;
  error: unknown;
  turning: boolean;
  onAnswer: (symptomId: string, value: number) => void;
  onTurn: (on: boolean) => void;
}) {
  const [open, setOpen] = useState(false);
  const [closed, setClosed] = useState(false);
  const titleId = useId();
  const { on, symptoms, note } = checkIns;
  const heading = useKeptFocus<HTMLHeadingElement>(`${on} ${open}`);
  const saved = symptoms.every(({ thisweek }) => thisweek !== null);
  const head = (
    <h2 ref={heading} id={titleId} className={css["title"]} tabIndex={-1}>
      {title}
    </h2>
  );

  const turn = (
    <Button variant="quiet" className={css["end"]} busy={turning} busyLabel="One moment" onClick={() => onTurn(!on)}>
      {on ? "Turn off" : "Turn on"}
      <span className="visually-hidden"> weekly check-ins</span>
    </Button>
  );

  if (!on)
    return (
      <Card as="section" aria-labelledby={titleId}>
        <Bar>
          {head}
          {turn}
        </Bar>
        <p className={css["muted"]}>Weekly check-ins are off.</p>
        <SaveState waiting={false} error={error} />
      </Card>
    );

  if (open)
    return (
      <Card as="section" gap={5} aria-labelledby={titleId}>
        <Stack gap={2}>
          {head}
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
        <Stack gap={3} align="start">
          <Button
            variant="secondary"
            onClick={() => {
              setOpen(false);
              setClosed(true);
            }}
          >
            Done
          </Button>
          <p className={css["muted"]}>Each answer is saved as you go.</p>
          <SaveState waiting={waiting} error={error} />
        </Stack>
      </Card>
    );

  return (
    <Card as="section" gap={5} aria-labelledby={titleId}>
      <Bar>
        {head}
        {turn}
      </Bar>
      <Stack gap={4} className={closed ? css["done"] : undefined}>
        {symptoms.map((symptom) => (
          <Movement key={symptom.id} symptom={symptom} max={checkIns.scale.length - 1} />
        ))}
      </Stack>
      <div>
        {!saved && checkIns.latestweek !== null && (
          <p className={css["muted"]}>Last check-in: week of {formatShortDay(checkIns.latestweek)}.</p>
        )}
        <p className={note.kind === "worse" ? css["worse"] : css["muted"]}>{note.text}</p>
        <SaveState waiting={waiting} error={error} />
      </div>
      <Cluster gap={4} rowGap={2}>
        {note.action && (
          <ButtonLink href={note.action.href} variant="secondary">
            {note.action.label}
          </ButtonLink>
        )}
        <Button
          variant={saved ? "quiet" : "secondary"}
          className={saved ? css["start"] : undefined}
          onClick={() => setOpen(true)}
        >
          {saved ? "Change this week's answers" : "Check in: 10 seconds"}
        </Button>
      </Cluster>
    </Card>
  );
}

function Movement({ symptom: { name, then, now }, max }: { symptom: SymptomLine; max: number }) {
  const direction = now === null ? null : directionOf(then, now);
  const text =
    direction === null ? `${then} at the start` : `${then} at the start, ${now} now: ${directionTexts[direction]}`;
  return (
    <Stack gap={1}>
      <h3 className={css["symptom"]}>{name}</h3>
      <TrendChart label={name} then={then} now={now} max={max} direction={direction} text={text} />
    </Stack>
  );
}
