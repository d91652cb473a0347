import { Controller } from "react-hook-form";
import type { FormParts } from "#app/forms/form.tsx";
import { CheckCards } from "#app/ui/check-cards.tsx";
import { RadioCards } from "#app/ui/radio-cards.tsx";
import { Scale } from "#app/ui/scale.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import type { Question } from "#contract/questions.ts";
import css from "./question-field.module.css";
import { asksOthers, othersName, type Values } from "./values.ts";
import { Why } from "./why.tsx";

const botherWords = ["Not at all", "A little", "Somewhat", "Quite a bit", "Very much"];

/** One question with the control its answer type asks for. `alone` shows the screen's heading as its label. */
export function QuestionField({
  question,
  alone,
  parts,
}: {
  question: Question;
  alone: boolean;
  parts: FormParts<Values>;
}) {
  const value = parts.form.watch(question.id);
  const others = othersName(question.id);
  return (
    <div className={css["question"]}>
      <Answer question={question} alone={alone} parts={parts} />
      {asksOthers(question, value) && (
        <TextField label="Please tell us more" maxLength={500} {...text(parts, others)} />
      )}
      {!alone && question.why && <Why>{question.why}</Why>}
    </div>
  );
}

/** A text control's props without the types of a list. */
const text = (parts: FormParts<Values>, name: string) => parts.field(name);

function Answer({ question, alone, parts }: { question: Question; alone: boolean; parts: FormParts<Values> }) {
  const { id, answertype, answerlist } = question;
  const common = {
    label: question.question,
    hideLabel: alone,
    hint: alone ? undefined : question.description,
    error: parts.error(id),
  };
  const options = answerlist.map((option) => ({
    value: option.id,
    label: option.name,
    description: option.description,
  }));
  switch (answertype) {
    case "single":
      return <RadioCards {...common} options={options} {...parts.form.register(id)} />;
    case "array":
      return (
        <CheckCards
          {...common}
          options={options}
          exclusive={answerlist.find((option) => option.exclusive)?.id}
          {...parts.form.register(id)}
        />
      );
    case "scale":
      return (
        <Controller
          control={parts.form.control}
          name={id}
          render={({ field }) => (
            <Scale
              {...common}
              ref={field.ref}
              name={field.name}
              max={Math.max(answerlist.length, botherWords.length) - 1}
              labels={answerlist.length > 0 ? answerlist.map((option) => option.name) : botherWords}
              value={field.value === "" || field.value === undefined ? null : Number(field.value)}
              onValueChange={(chosen) => field.onChange(String(chosen))}
            />
          )}
        />
      );
    case "number":
      return (
        <div className={css["number"]}>
          <TextField
            {...common}
            label={question.unit ? `${question.question} (${question.unit})` : question.question}
            hideLabel={false}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            {...parts.form.register(id)}
          />
        </div>
      );
    case "date":
      return <TextField {...common} hideLabel={false} type="date" {...parts.form.register(id)} />;
    case "text":
    case "others":
      return <Textarea {...common} maxLength={2000} {...parts.form.register(id)} />;
    case "nothing":
      return alone ? null : <p>{question.question}</p>;
  }
}
