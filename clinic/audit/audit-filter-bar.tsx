import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { TextButton } from "#clinic/ui/text-button.tsx";
import { auditKinds } from "#contract/care/audit.ts";
import { type AuditFilter, dayBefore, kindNames } from "./audit-filter.ts";
import css from "./audit-page.module.css";
import { AuditSubjectSearch } from "./audit-subject-search.tsx";

const quickDays = [
  { label: "Today", before: 0 },
  { label: "7 days", before: 6 },
  { label: "30 days", before: 29 },
] as const;

/** Whose rows, of which kind and of which days. Whatever is changed is shown at once. */
export function AuditFilterBar({
  filter,
  patientName,
  actorName,
  onFilter,
}: {
  filter: AuditFilter;
  /** What the chosen ones are called. */
  patientName: string;
  actorName: string;
  onFilter: (filter: AuditFilter) => void;
}) {
  const change = (part: Partial<AuditFilter>) => onFilter({ ...filter, ...part });
  return (
    <search className={css["filters"]}>
      <AuditSubjectSearch onPatient={(patient) => change({ patient })} onActor={(actor) => change({ actor })} />
      {(filter.patient || filter.actor) && (
        <ul className={css["chosen"]} aria-label="Whose rows are shown">
          {filter.patient && <Chosen label="Patient" name={patientName} onDrop={() => change({ patient: "" })} />}
          {filter.actor && <Chosen label="By" name={actorName} onDrop={() => change({ actor: "" })} />}
        </ul>
      )}
      <div className={css["limits"]}>
        <Select
          label="What"
          placeholder="Everything"
          value={filter.what}
          options={auditKinds.map((value) => ({ value, label: kindNames[value] }))}
          onChange={({ target }) => change({ what: auditKinds.find((kind) => kind === target.value) ?? "" })}
        />
        <TextField
          label="From"
          type="date"
          value={filter.from}
          max={filter.to || undefined}
          onChange={({ target }) => change({ from: target.value })}
        />
        <TextField
          label="To"
          type="date"
          value={filter.to}
          min={filter.from || undefined}
          onChange={({ target }) => change({ to: target.value })}
        />
        <p className={css["quick"]}>
          {quickDays.map(({ label, before }) => (
            <TextButton key={label} onClick={() => change({ from: dayBefore(before), to: dayBefore(0) })}>
              {label}
            </TextButton>
          ))}
          {(filter.from || filter.to) && <TextButton onClick={() => change({ from: "", to: "" })}>All days</TextButton>}
        </p>
      </div>
    </search>
  );
}

const Chosen = ({ label, name, onDrop }: { label: string; name: string; onDrop: () => void }) => (
  <li>
    <span>
      {label}: <b>{name}</b>
    </span>
    <TextButton onClick={onDrop} aria-label={`Remove ${name}`}>
      Remove
    </TextButton>
  </li>
);
