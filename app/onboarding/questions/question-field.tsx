import { Stack } from "#app/ui/layout/stack.tsx";
import type { ReactNode } from "react";
import { Controller } from "react-hook-form";
import type { FormControls } from "#app/forms/form.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { Scale } from "#app/ui/forms/choices/scale.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import type { Question } from "#contract/onboarding/questions.ts";
import css from "./question-field.module.css";
import { asksForOthers, othersFieldName, type AnswerValues } from "./answer-values.ts";
import { HeightField } from "./height-field.tsx";
import { WhyWeAsk } from "./why-we-ask.tsx";
import { CountedTextField, CountedTextarea } from "#app/ui/forms/counted.tsx";

/** Options whose press can send the answers of the screen; `onQuickPress` where it now does. */
export interface QuickPress {
  readonly quick: readonly string[];
  readonly onQuickPress?: (option: string, form: HTMLFormElement | null) => void;
}

/** A question with the control for its answer type, and what the practice says about the answer. `headingIsLabel`: the screen's heading is its label. */
export function QuestionField({
  question,
  headingIsLabel,
  controls,
  notices,
  quick,
}: {
  question: Question;
  headingIsLabel: boolean;
  controls: FormControls<AnswerValues>;
  notices?: ReactNode;
  quick?: QuickPress | undefined;
}) {
  const value = controls.form.watch(question.id);
  const others = othersFieldName(question.id);
  return (
    <Stack gap={4}>
      <div>
        <Stack gap={4}>
          <AnswerControl {...{ question, headingIsLabel, controls, quick }} />
          {asksForOthers(question, value) && (
            <CountedTextField label="Please tell us more" limit={500} {...textFieldProps(controls, others)} />
          )}
        </Stack>
        {notices}
      </div>
      {!headingIsLabel && question.why && <WhyWeAsk>{question.why}</WhyWeAsk>}
    </Stack>
  );
}

/** Props of a text control, without the list types. */
const textFieldProps = (controls: FormControls<AnswerValues>, name: string) => controls.field(name);

function AnswerControl({
  question,
  headingIsLabel,
  controls,
  quick,
}: {
  question: Question;
  headingIsLabel: boolean;
  controls: FormControls<AnswerValues>;
  quick: QuickPress | undefined;
}) {
  const { id, answertype, answerlist } = question;
  const commonProps = {
    label: question.question,
    hideLabel: headingIsLabel,
    hint: headingIsLabel ? undefined : question.description,
    error: controls.error(id),
    mark: question.allowempty ? ("optional" as const) : undefined,
  };
  const options = answerlist.map((option) => ({
    value: option.id,
    label: option.name,
    description: option.description,
  }));
  switch (answertype) {
    case "single":
      return <ChoiceCards {...commonProps} {...quick} options={options} {...controls.form.register(id)} />;
    case "array":
      return (
        <ChoiceCards
          multiple
          {...commonProps}
          {...quick}
          options={options}
          exclusive={answerlist.find((option) => option.exclusive)?.id}
          {...controls.form.register(id)}
        />
      );
    case "scale":
      return (
        <Controller
          control={controls.form.control}
          name={id}
          render={({ field }) => (
            <Scale
              {...commonProps}
              ref={field.ref}
              name={field.name}
              max={answerlist.length - 1}
              compact
              labels={answerlist.map((option) => option.name)}
              value={field.value === "" || field.value === undefined ? null : Number(field.value)}
              onValueChange={(chosen) => field.onChange(String(chosen))}
            />
          )}
        />
      );
    case "number":
      if (question.unit === "inches")
        return (
          <Controller
            control={controls.form.control}
            name={id}
            render={({ field: { value, ...field } }) => (
              <HeightField
                {...commonProps}
                hideLabel={false}
                {...field}
                value={typeof value === "string" ? value : ""}
              />
            )}
          />
        );
      return (
        <div className={css["number"]}>
          <TextField
            {...commonProps}
            label={question.unit ? `${question.question} (${question.unit})` : question.question}
            hideLabel={false}
            inputMode="numeric"
            autoComplete="off"

            {...controls.form.register(id)}
          />
        </div>
      );
    case "date":
      return <TextField {...commonProps} hideLabel={false} type="date" {...controls.form.register(id)} />;
    case "text":
    case "others":
      return <CountedTextarea {...commonProps} limit={2000} {...controls.form.register(id)} />;
    case "nothing":
      return headingIsLabel ? null : <p>{question.question}</p>;
  }
}
