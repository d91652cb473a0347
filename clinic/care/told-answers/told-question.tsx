import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { TextButton } from "#clinic/ui/text-button.tsx";
import type { Question } from "#contract/onboarding/questions.ts";
import css from "./told-answers.module.css";
import { toggled, type TypedAnswer } from "./told-answers.ts";

/** A question of the visit with the answer that is typed down, and what is wrong with it. */
export function ToldQuestion({
  question,
  typed,
  error,
  othersError,
  onWrite,
  onRemove,
}: {
  question: Question;
  typed: TypedAnswer;
  error: string | undefined;
  othersError: string | undefined;
  onWrite: (answer: TypedAnswer) => void;
  onRemove: () => void;
}) {
  const chosen = [typed.answer].flat();
  const asksOthers = question.answerlist.some(({ id, asksothers }) => asksothers && chosen.includes(id));
  return (
    <fieldset className={css["question"]}>
      <legend>{question.question}</legend>
      <Stack gap={3}>
        <AnswerField {...{ question, typed, chosen, error, onWrite }} />
        {asksOthers && (
          <TextField
            label="Which?"
            value={typed.others ?? ""}
            error={othersError}
            onChange={({ target }) => onWrite({ ...typed, others: target.value })}
          />
        )}
        <div>
          <TextButton onClick={onRemove}>Leave it as it was</TextButton>
        </div>
      </Stack>
    </fieldset>
  );
}

function AnswerField({
  question,
  typed,
  chosen,
  error,
  onWrite,
}: {
  question: Question;
  typed: TypedAnswer;
  chosen: readonly string[];
  error: string | undefined;
  onWrite: (answer: TypedAnswer) => void;
}) {
  const { answertype, answerlist, id, unit } = question;
  const [value = ""] = chosen;
  const write = ({ target }: { target: { value: string } }) => onWrite({ ...typed, answer: target.value });
  switch (answertype) {
    case "array":
      return answerlist.map((option, index) => (
        <Checkbox
          key={option.id}
          label={option.name}
          checked={chosen.includes(option.id)}
          error={index === 0 ? error : undefined}
          onChange={() => onWrite({ ...typed, answer: toggled(question, chosen, option.id) })}
        />
      ));
    case "single":
    case "others":
    case "scale":
      return (
        <Select
          label="Answer"
          placeholder="Choose one"
          options={answerlist.map((option) => ({ value: option.id, label: option.name }))}
          {...{ value, error, onChange: write }}
        />
      );
    case "text":
      return <CountedTextarea label="Answer" rows={3} limit={2000} {...{ value, error, onChange: write }} />;
    default:
      return (
        <TextField
          key={id}
          label={unit === undefined ? "Answer" : `Answer, in ${unit}`}
          type={answertype === "date" ? "date" : "text"}
          {...{ value, error, onChange: write }}
        />
      );
  }
}
