import { formatCalendarDay } from "#contract/fields/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { useDebouncedValue } from "#app/browser/use-delayed.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { type AuditActor, type AuditPatient, auditCalls } from "#contract/care/audit.ts";
import { foldedWords } from "#contract/fields/fold-letters.ts";
import css from "./audit-page.module.css";

/** How long typing rests before it is looked for, ms. */
const restMs = 250;

/** The people and keys of whom each typed word begins a part of the name. */
export function actorsNamed(actors: readonly AuditActor[], typed: string): readonly AuditActor[] {
  const typedWords = foldedWords(typed);
  if (typedWords.length === 0) return [];
  return actors.filter(({ name }) => {
    const parts = foldedWords(name);
    return typedWords.every((word) => parts.some((part) => part.startsWith(word)));
  });
}

/** Finds a patient, a person of the practice or a key by name. What is typed is never in the address: it would end up in the history. */
export function AuditSubjectSearch({
  onPatient,
  onActor,
}: {
  onPatient: (id: string) => void;
  onActor: (actor: string) => void;
}) {
  const [typed, setTyped] = useState("");
  const q = useDebouncedValue(typed.trim(), restMs);
  const listId = useId();
  const actors = useQuery({ ...queryOf(auditCalls.auditActors, {}), staleTime: 60_000 });
  const patients = useQuery({
    queryKey: queryKey(auditCalls.findAuditPatients, q),
    queryFn: ({ signal }) => call(auditCalls.findAuditPatients, { body: { q } }, { signal }),
    enabled: q !== "",
  });
  const people = actorsNamed(actors.data?.items ?? [], typed);
  const found = q === "" ? [] : (patients.data?.items ?? []);
  const choose = (take: () => void) => () => {
    setTyped("");
    take();
  };
  const problem = actors.error ?? patients.error;
  return (
    <div className={css["find"]}>
      <TextField
        type="search"
        label="Whose rows?"
        hint="A patient’s name, email, birthday or order number, or a colleague’s name."
        autoComplete="off"
        spellCheck={false}
        aria-controls={listId}
        value={typed}
        error={problem ? errorMessage(problem) : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          document.querySelector<HTMLElement>(`[id="${listId}"] button`)?.focus();
        }}
      />
      <div id={listId} aria-live="polite">
        {typed.trim() !== "" && (
          <ul className={css["found"]} aria-label="Found">
            {people.map(({ actor, kind, name, left }) => (
              <li key={actor}>
                <button type="button" onClick={choose(() => onActor(actor))}>
                  <b>{name}</b>
                  <span>{[kind === "key" ? "API key" : "Team", left && "no longer"].filter(Boolean).join(", ")}</span>
                </button>
              </li>
            ))}
            {found.map((patient) => (
              <li key={patient.id}>
                <button type="button" onClick={choose(() => onPatient(patient.id))}>
                  <b>{nameOf(patient)}</b>
                  <span>Patient{patient.birthday ? `, born ${formatCalendarDay(patient.birthday)}` : ""}</span>
                </button>
              </li>
            ))}
            {people.length + found.length === 0 && (
              <li className={css["none"]}>
                {patients.isFetching || q !== typed.trim() ? "Looking …" : "Nobody found."}
              </li>
            )}
          </ul>
        )}
      </div>
    </div>
  );
}

const nameOf = ({ firstname, lastname, id }: AuditPatient): string =>
  [firstname, lastname].filter(Boolean).join(" ") || `Patient …${id.slice(-8)}`;
