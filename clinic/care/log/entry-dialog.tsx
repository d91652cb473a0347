import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { useMember } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { useFields } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { LogKind } from "#contract/care/log-entry.ts";
import { logCalls } from "#contract/care/log.ts";
import { taskCalls } from "#contract/care/tasks.ts";
import { type EntryAbout, entryBody, hasOutcome, kindsToAdd, missingOfEntry, newEntryText } from "./new-entry.ts";

type DialogAbout = DialogProps & { readonly about: EntryAbout };

/** Logs something: the fields are those of the kind that is chosen. */
export function EntryDialog({ about, onDone, onClose }: DialogAbout) {
  const kinds = useQuery(queryOf(logCalls.logKinds, {}));
  return (
    <Modal
      title={["Log", about.order?.number && `order ${about.order.number}`, about.patient?.name]
        .filter(Boolean)
        .join(": ")}
      onClose={onClose}
    >
      <QueryContent query={kinds} rows={4}>
        {({ items }) => <Entry kinds={kindsToAdd(items, about)} about={about} onDone={onDone} onClose={onClose} />}
      </QueryContent>
    </Modal>
  );
}

function Entry({ kinds, about, onDone, onClose }: DialogAbout & { kinds: readonly LogKind[] }) {
  const cache = useQueryClient();
  const { id: memberId } = useMember();
  const { prefilled } = about;
  // What is filled in doesn't mix with what somebody began to write about the patient.
  const draft = useFields(
    { kind: "log", id: (prefilled && about.order?.id) ?? about.patient?.id ?? memberId },
    newEntryText,
    prefilled && newEntryText.toText(prefilled),
  );
  const act = useAct({ draft, asSent: true });
  const form = useRef<HTMLFormElement>(null);
  const { value } = draft;
  const kind = kinds.find(({ id }) => id === value.kind) ?? null;
  // What is missing is said from the first try on, of each field until it's filled.
  const [isTried, setTried] = useState(false);
  const missing = isTried ? (kind ? missingOfEntry(kind, value) : { kind: "Choose what you log." }) : {};
  const error = (field: string) => new Map(Object.entries(missing)).get(field) ?? act.fieldError(field);
  const locked = act.isUnknown;
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!draft.loaded) return;
    const fields = draft.latest();
    setTried(true);
    if (kind === null || Object.keys(missingOfEntry(kind, fields)).length > 0) return focusFirstInvalid(form.current);
    await act.send(
      entryBody(kind, fields, about),
      ({ orderid, ...body }, key) =>
        about.patient
          ? call(
              logCalls.addPatientLog,
              { params: { id: about.patient.id }, body: { ...body, ...(orderid !== undefined && { orderid }) } },
              { key },
            )
          : call(logCalls.addLog, { body }, { key }),
      () => {
        for (const changed of [
          ["inbox"],
          queryKey(logCalls.log),
          queryKey(logCalls.patientLog),
          queryKey(taskCalls.patientTasks),
          // A death is shown wherever the patient is named.
          queryKey(care.patient),
        ])
          void cache.invalidateQueries({ queryKey: changed });
        onDone(`${kind.label}: logged.`);
      },
    );
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={4}>
        <Select
          label="What"
          placeholder="Choose"
          options={kinds.map(({ id, label }) => ({ value: id, label }))}
          value={kind?.id ?? ""}
          error={error("kind")}
          disabled={locked}
          onChange={({ target }) => draft.change({ kind: target.value })}
        />
        {kind && (
          <>
            {kind.fields.map(({ id, label, type, choices, optional }) => {
              const shared = {
                label: optional ? `${label} (optional)` : label,
                value: value.fields[id] ?? "",
                error: error(`fields.${id}`),
                disabled: locked,
                onChange: ({ target }: { target: { value: string } }) =>
                  draft.change({ fields: { ...draft.latest().fields, [id]: target.value } }),
              };
              return type === "choice" ? (
                <Select
                  key={`${kind.id} ${id}`}
                  placeholder="Choose"
                  options={choices.map((choice) => ({ value: choice.id, label: choice.label }))}
                  {...shared}
                />
              ) : (
                <TextField
                  key={`${kind.id} ${id}`}
                  type={type === "day" ? "date" : type === "email" ? "email" : "text"}
                  {...shared}
                />
              );
            })}
            {hasOutcome(kind) && (
              <Select
                label="What came of it"
                placeholder="Choose"
                options={kind.outcomes.map(({ id, label }) => ({ value: id, label }))}
                value={value.outcome}
                error={error("outcome")}
                disabled={locked}
                onChange={({ target }) => draft.change({ outcome: target.value })}
              />
            )}
            <CountedTextarea
              label={kind.words}
              rows={3}
              limit={4000}
              value={value.words}
              error={error("words")}
              disabled={locked}
              onChange={({ target }) => draft.change({ words: target.value })}
            />
          </>
        )}
        <FailureNotice
          act={act}
          again="Press again: it’s never logged twice."
          fields={["kind", "words", "outcome", ...(kind?.fields ?? []).map(({ id }) => `fields.${id}`)]}
        />
        <FormActions label="Log it" busy={act.sending} busyLabel="Saving" disabled={!draft.loaded} onCancel={onClose} />
      </Stack>
    </form>
  );
}
