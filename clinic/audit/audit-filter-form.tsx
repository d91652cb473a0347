import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Id } from "#contract/fields/fields.ts";
import type { StaffMember } from "#contract/staff/members.ts";
import * as z from "zod/mini";
import css from "./audit-page.module.css";
import type { AuditFilter } from "./audit-filter.ts";

/** Whose rows, and of which days. */
export function AuditFilterForm({
  filter,
  team,
  onFilter,
}: {
  filter: AuditFilter;
  team: readonly StaffMember[];
  onFilter: (filter: AuditFilter) => void;
}) {
  const [draft, setDraft] = useState(filter);
  const [error, setError] = useState<string>();
  const change = (part: Partial<AuditFilter>) => {
    setDraft({ ...draft, ...part });
    setError(undefined);
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    const { by, patient, actor } = draft;
    if (by === "patient" && !z.safeParse(Id, patient.trim()).success) return setError("Please enter a patient’s ID.");
    if (by === "person" && actor.trim() === "") return setError("Please choose a person.");
    onFilter({ ...draft, patient: patient.trim(), actor: actor.trim() });
  }
  const people = team.map(({ id, name }) => ({ value: `staff:${id}`, label: name }));
  const listed = draft.actor === "" || people.some(({ value }) => value === draft.actor);
  return (
    <search>
      <form className={css["filter"]} noValidate onSubmit={submit}>
        <Select
          label="Show"
          value={draft.by}
          options={[
            { value: "patient", label: "By patient" },
            { value: "person", label: "By person" },
          ]}
          onChange={(event) => change({ by: event.target.value === "person" ? "person" : "patient" })}
        />
        {draft.by === "patient" ? (
          <TextField
            label="Patient’s ID"
            className={css["whose"]}
            autoComplete="off"
            spellCheck={false}
            value={draft.patient}
            error={error}
            onChange={(event) => change({ patient: event.target.value })}
          />
        ) : team.length > 0 ? (
          <Select
            label="Person"
            className={css["whose"]}
            placeholder="Choose a person"
            value={draft.actor}
            error={error}
            options={listed ? people : [...people, { value: draft.actor, label: draft.actor }]}
            onChange={(event) => change({ actor: event.target.value })}
          />
        ) : (
          <TextField
            label="Person"
            className={css["whose"]}
            autoComplete="off"
            spellCheck={false}
            value={draft.actor}
            error={error}
            onChange={(event) => change({ actor: event.target.value })}
          />
        )}
        <TextField
          label="From"
          type="date"
          value={draft.from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <TextField label="To" type="date" value={draft.to} onChange={(event) => change({ to: event.target.value })} />
        <Button type="submit">Show</Button>
      </form>
    </search>
  );
}
