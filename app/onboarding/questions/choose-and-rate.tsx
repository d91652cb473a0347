import { Controller } from "react-hook-form";
import type { FormControls } from "#app/forms/form.tsx";
import { CheckCard, choiceListClassName } from "#app/ui/forms/choices/choice-cards.tsx";
import { Scale } from "#app/ui/forms/choices/scale.tsx";
import { FieldGroup } from "#app/ui/forms/field.tsx";
import type { Question } from "#contract/onboarding/questions.ts";
import { type AnswerValues, notChosen, unrated } from "./answer-values.ts";

/** Symptoms to choose from; only those chosen are rated, in words. What is left unchosen is answered 0. */
export function SymptomPicker({
  label,
  symptoms,
  controls: { form, error },
  quickNone,
}: {
  label: string;
  symptoms: readonly Question[];
  controls: FormControls<AnswerValues>;
  /** Where a press of “none of these” can be all the screen needs; `onQuickPress` where it now is. */
  quickNone?: { readonly onQuickPress?: ((form: HTMLFormElement | null) => void) | undefined } | undefined;
}) {
  const values = form.watch(symptoms.map(({ id }) => id));
  const isChosen = (id: string) => !["", undefined, notChosen].includes(form.getValues(id) as string | undefined);
  const untouched = symptoms.filter(({ id }) => !form.getValues(id));
  const [missing] = untouched.flatMap(({ id }) => error(id) ?? []);

  function answer(changed: Readonly<Record<string, string>>) {
    const rest = Object.fromEntries(untouched.map(({ id }) => [id, notChosen]));
    for (const [id, value] of Object.entries({ ...rest, ...changed })) {
      form.clearErrors(id);
      form.setValue(id, value, { shouldDirty: true });
    }
  }

  const answerNone = (none: boolean) =>
    answer(Object.fromEntries(symptoms.map(({ id }) => [id, none ? notChosen : ""])));
  const { onQuickPress } = quickNone ?? {};

  return (
    <FieldGroup label={label} hideLabel error={missing && "Please choose what bothered you, or “None of these.”"}>
      <div className={choiceListClassName}>
        <CheckCard
          label="None of these"
          checked={values.every((value) => value === notChosen)}
          onCheckedChange={answerNone}
          quick={quickNone !== undefined}
          onQuickPress={
            onQuickPress &&
            ((element) => {
              answerNone(true);
              onQuickPress(element);
            })
          }
        />
        {symptoms.map(({ id, question, answerlist }) => {
          const degrees = answerlist.filter((option) => option.id !== notChosen);
          return (
            <Controller
              key={id}
              control={form.control}
              name={id}
              render={({ field }) => (
                <CheckCard
                  ref={isChosen(id) ? undefined : field.ref}
                  label={question}
                  checked={isChosen(id)}
                  onCheckedChange={(chosen) => answer({ [id]: chosen ? unrated : notChosen })}
                >
                  {isChosen(id) && (
                    <Scale
                      ref={field.ref}
                      name={field.name}
                      label={question}
                      hideLabel
                      error={error(id)}
                      min={1}
                      max={degrees.length}
                      labels={degrees.map(({ name }) => name)}
                      compact
                      value={field.value === unrated ? null : Number(field.value)}
                      onValueChange={(degree) => field.onChange(String(degree))}
                    />
                  )}
                </CheckCard>
              )}
            />
          );
        })}
      </div>
    </FieldGroup>
  );
}
