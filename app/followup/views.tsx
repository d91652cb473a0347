import { Controller } from "react-hook-form";
import type { FormParts } from "#app/forms/form.tsx";
import { CheckCards } from "#app/ui/check-cards.tsx";
import { RadioCards } from "#app/ui/radio-cards.tsx";
import { StatusMessage } from "#app/ui/status-message.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import type { FollowupQuestion, FollowupStep } from "#contract/followup.ts";
import { FormPicture } from "./form-picture.tsx";
import type { View } from "./questions.ts";
import type { Waiting } from "./review.ts";
import { ReviewHeading } from "./review-heading.tsx";
import { Symptoms } from "./symptoms.tsx";
import { nameOf, othersOf, shownBy, type Values } from "./values.ts";
import { Words } from "./words.tsx";

/** A step and the form it is asked in. */
export interface ViewProps {
  readonly step: FollowupStep;
  readonly parts: FormParts<Values>;
}

/** A step in the view its question asks for (spec §4). */
export function Questions({ view, step, parts, waiting }: ViewProps & { view: View; waiting: Waiting }) {
  const [first] = step.questions;
  if (!first) return <ReviewHeading>There is nothing more to ask here</ReviewHeading>;
  if (view === "nothing")
    return <Words question={first} percent={step.previousstep === null ? waiting.percent : null} />;
  if (view === "symptoms") return <Symptoms step={step} parts={parts} />;
  const [shown = first, ...inline] = shownBy(step, parts.form.watch());
  return (
    <>
      <ReviewHeading lead={shown.description}>{shown.title ?? shown.question}</ReviewHeading>
      <Answer question={shown} step={step} parts={parts} alone />
      <StatusMessage>{inline.length > 0 && "One more question has come below."}</StatusMessage>
      {inline.map((question) => (
        <Answer key={question.id} question={question} step={step} parts={parts} />
      ))}
    </>
  );
}

/** The control of one question; `alone` has the screen's heading as its label. */
function Answer({ question, step, parts, alone = false }: ViewProps & { question: FollowupQuestion; alone?: boolean }) {
  const name = nameOf(step, question);
  const common = {
    label: question.question,
    hideLabel: alone,
    hint: alone ? undefined : question.description,
    error: parts.error(name),
  };
  const options = question.answerlist.map(({ id, name: label }) => ({
    value: id,
    label: question.type === "treatmentform" ? <FormPicture id={id} name={label} /> : label,
  }));
  switch (question.answertype) {
    case "nothing":
      return alone ? null : <p>{question.question}</p>;
    case "text":
      return <Textarea {...common} maxLength={2000} {...parts.form.register(name)} />;
    case "single":
      return <RadioCards {...common} options={options} {...parts.form.register(name)} />;
    case "array":
    case "others":
      return (
        <>
          <Controller
            control={parts.form.control}
            name={name}
            render={({ field }) => (
              <CheckCards
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
            <TextField
              label="In your own words"
              hint="You can leave it empty."
              maxLength={500}
              {...parts.field(othersOf(name))}
            />
          )}
        </>
      );
  }
}
