import { Controller } from "react-hook-form";
import type { FormControls } from "#app/forms/form.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { FollowupQuestion, FollowupStep } from "#contract/followup.ts";
import { DosageFormPicture } from "#app/catalogue/dosage-form-picture.tsx";
import type { QuestionView } from "../questions.ts";
import type { PendingFollowup } from "../followup-session.ts";
import { FollowupHeading } from "./followup-heading.tsx";
import { SymptomScales } from "./symptom-scales.tsx";
import { fieldName, othersFieldName, visibleWithValues, type Values } from "../answer-values.ts";
import { Statement } from "./statement.tsx";
import { CountedTextField, CountedTextarea } from "#app/ui/forms/counted.tsx";

/** A step and its form controls. */
export interface QuestionViewProps {
  readonly step: FollowupStep;
  readonly controls: FormControls<Values>;
}

/** The questions of a step, in the step's view (spec §4). */
export function FollowupQuestions({
  view,
  step,
  controls,
  waiting: pendingFollowup,
}: QuestionViewProps & { view: QuestionView; waiting: PendingFollowup }) {
  const [first] = step.questions;
  if (!first) return <FollowupHeading>That's all for this part</FollowupHeading>;
  if (view === "nothing")
    return <Statement question={first} percent={step.previousstep === null ? pendingFollowup.percent : null} />;
  if (view === "symptoms") return <SymptomScales step={step} controls={controls} />;
  const [shown = first, ...inline] = visibleWithValues(step, controls.form.watch());
  return (
    <>
      <FollowupHeading lead={shown.description}>{shown.title ?? shown.question}</FollowupHeading>
      <AnswerControl question={shown} step={step} controls={controls} headingIsLabel />
      <StatusMessage>{inline.length > 0 && "There's one more question below."}</StatusMessage>
      {inline.map((question) => (
        <AnswerControl key={question.id} question={question} step={step} controls={controls} />
      ))}
    </>
  );
}

/** The control of one question; `headingIsLabel`: the screen's heading is its label. */
function AnswerControl({
  question,
  step,
  controls,
  headingIsLabel = false,
}: QuestionViewProps & { question: FollowupQuestion; headingIsLabel?: boolean }) {
  const name = fieldName(step, question);
  const common = {
    label: question.question,
    hideLabel: headingIsLabel,
    hint: headingIsLabel ? undefined : question.description,
    error: controls.error(name),
    mark: question.allowempty ? ("optional" as const) : undefined,
  };
  const options = question.answerlist.map(({ id, name: label }) => ({
    value: id,
    label: question.type === "treatmentform" ? <DosageFormPicture id={id} name={label} /> : label,
  }));
  switch (question.answertype) {
    case "nothing":
      return headingIsLabel ? null : <p>{question.question}</p>;
    case "text":
      return <CountedTextarea {...common} limit={2000} {...controls.form.register(name)} />;
    case "single":
      return <ChoiceCards {...common} options={options} {...controls.form.register(name)} />;
    case "array":
    case "others":
      return (
        <>
          <Controller
            control={controls.form.control}
            name={name}
            render={({ field }) => (
              <ChoiceCards
                multiple
                {...common}
                ref={field.ref}
                name={field.name}
                options={options}
                exclusive={question.answerlist.find((option) => option.exclusive)?.id}
                value={Array.isArray(field.value) ? field.value : []}
                onValueChange={field.onChange}
              />
            )}
          />
          {question.answertype === "others" && (
            <CountedTextField
              label="In your own words"
              mark="optional"
              limit={500}
              {...controls.field(othersFieldName(name))}
            />
          )}
        </>
      );
  }
}
