import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { practiceToday } from "#clinic/care/practice-today.ts";
import type { ListFilter } from "#contract/care/lists.ts";
import { careStatusOptions, type ListChoices, type ListForm } from "./list-form.ts";
import css from "./lists.module.css";

type Choice = { readonly id: string; readonly label: string };
const any = { value: "", label: "Any" };
const optionsOf = (choices: readonly Choice[]) => [any, ...choices.map(({ id, label }) => ({ value: id, label }))];

/** By what patients are listed: what the person's role lists by, and nothing else. */
export function FilterFields({
  choices,
  form,
  onChange,
}: {
  choices: ListChoices;
  form: ListForm;
  onChange: (change: Partial<ListForm>) => void;
}) {
  const offers = (filter: ListFilter) => choices.filters.includes(filter);
  const select = (name: keyof ListForm, label: string, options: readonly { value: string; label: string }[]) => (
    <Select
      label={label}
      options={options}
      value={String(form[name])}
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  );
  const medicine = choices.medicines.find(({ id }) => id === form.medicine);
  const question = choices.questions.find(({ id }) => id === form.questionid);
  const checkup = choices.checkups.find(({ id }) => id === form.checkup);
  return (
    <div className={css["filters"]}>
      {offers("medicine") && select("medicine", "Medicine", optionsOf(choices.medicines))}
      {offers("strength") && medicine && select("strength", "Strength", optionsOf(medicine.strengths))}
      {offers("lotnumber") && (
        <TextField
          label="Lot"
          hint={form.medicine === "" ? undefined : "Packed of this medicine, prescribed now or not."}
          autoComplete="off"
          spellCheck={false}
          value={form.lotnumber}
          onChange={({ target }) => onChange({ lotnumber: target.value })}
        />
      )}
      {offers("doctor") && select("doctor", "Doctor", optionsOf(choices.doctors))}
      {offers("state") && select("state", "State", optionsOf(choices.states))}
      {offers("carestatus") && select("carestatus", "Care", [any, ...careStatusOptions])}
      {offers("notseensince") && (
        <TextField
          type="date"
          label="Not seen since"
          hint="No message of theirs, no decision, no review."
          max={practiceToday()}
          value={form.notseensince}
          onChange={({ target }) => onChange({ notseensince: target.value })}
        />
      )}
      {offers("answer") && select("questionid", "Health question", optionsOf(choices.questions))}
      {offers("answer") && question && select("value", "Answer", optionsOf(question.values))}
      {offers("checkup") && (
        <Select
          label="Overdue"
          hint={checkup?.source}
          options={optionsOf(choices.checkups)}
          value={form.checkup}
          onChange={({ target }) => onChange({ checkup: target.value })}
        />
      )}
      {offers("reviewopen") && (
        <Checkbox
          label="Review not answered"
          checked={form.reviewopen}
          onChange={({ target }) => onChange({ reviewopen: target.checked })}
        />
      )}
      {offers("awaitsreply") && (
        <Checkbox
          label="We wait for their answer"
          checked={form.awaitsreply}
          onChange={({ target }) => onChange({ awaitsreply: target.checked })}
        />
      )}
    </div>
  );
}
