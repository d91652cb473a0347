import { Controller } from "react-hook-form";
import { useDates } from "#app/formats/use-dates.ts";
import { TrendChart } from "#app/ui/data/trend-chart.tsx";
import { Scale } from "#app/ui/forms/choices/scale.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { symptomTrend } from "../symptom-trend.ts";
import { FollowupHeading } from "./followup-heading.tsx";
import css from "../followup.module.css";
import { fieldName } from "../answer-values.ts";
import type { QuestionViewProps } from "./question-view.tsx";

/** A scale per symptom, with the last answer beside the current one. */
export function SymptomScales({ step, controls }: QuestionViewProps) {
  const { formatDay } = useDates();
  const [first] = step.questions;
  const lastAnswered = step.questions.find(({ lasttime }) => lasttime !== null)?.lasttime;
  const lead = lastAnswered && `Under each one, you'll see what you said on ${formatDay(lastAnswered.at)}.`;
  return (
    <>
      <FollowupHeading lead={first?.description ?? lead}>
        {first?.title ?? "How much do these bother you?"}
      </FollowupHeading>
      <Stack gap={6}>
        {step.questions.map((question) => {
          const name = fieldName(step, question);
          const options = question.answerlist;
          return (
            <Controller
              key={question.id}
              control={controls.form.control}
              name={name}
              render={({ field }) => {
                const chosen = options.findIndex(({ id }) => id === field.value);
                const trend = symptomTrend(question, typeof field.value === "string" ? field.value : null);
                return (
                  <Stack gap={3} className={css["symptom"]}>
                    <Scale
                      ref={field.ref}
                      name={field.name}
                      label={question.question}
                      error={controls.error(name)}
                      max={options.length - 1}
                      labels={options.map((option) => option.name)}
                      compact
                      value={chosen < 0 ? null : chosen}
                      onValueChange={(position) => field.onChange(options[position]?.id ?? "")}
                    />
                    {trend && <TrendChart label={question.question} {...trend} />}
                  </Stack>
                );
              }}
            />
          );
        })}
      </Stack>
    </>
  );
}
