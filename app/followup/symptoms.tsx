import { Controller } from "react-hook-form";
import { dayOf } from "#app/treatment/dates.ts";
import { MovementChart } from "#app/ui/movement-chart.tsx";
import { Scale } from "#app/ui/scale.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { movementOf } from "./movement.ts";
import { ReviewHeading } from "./review-heading.tsx";
import css from "./review.module.css";
import { nameOf } from "./values.ts";
import type { ViewProps } from "./views.tsx";

/** A scale for each symptom, with what she chose last time beside what she chooses now. */
export function Symptoms({ step, parts }: ViewProps) {
  const [first] = step.questions;
  const last = step.questions.find(({ lasttime }) => lasttime !== null)?.lasttime;
  const lead = last && `Below each you see what you said on ${dayOf(last.at)}.`;
  return (
    <>
      <ReviewHeading lead={first?.description ?? lead}>{first?.title ?? "How much do these bother you?"}</ReviewHeading>
      <Stack gap="lg">
        {step.questions.map((question) => {
          const name = nameOf(step, question);
          const options = question.answerlist;
          return (
            <Controller
              key={question.id}
              control={parts.form.control}
              name={name}
              render={({ field }) => {
                const chosen = options.findIndex(({ id }) => id === field.value);
                const movement = movementOf(question, typeof field.value === "string" ? field.value : null);
                return (
                  <div className={css["symptom"]}>
                    <Scale
                      ref={field.ref}
                      name={field.name}
                      label={question.question}
                      error={parts.error(name)}
                      max={options.length - 1}
                      labels={options.map((option) => option.name)}
                      compact
                      value={chosen < 0 ? null : chosen}
                      onValueChange={(place) => field.onChange(options[place]?.id ?? "")}
                    />
                    {movement && <MovementChart label={question.question} {...movement} />}
                  </div>
                );
              }}
            />
          );
        })}
      </Stack>
    </>
  );
}
