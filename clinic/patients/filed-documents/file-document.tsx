import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { acceptedFiles, fileProblem } from "#app/browser/file-rules.ts";
import { CountedTextField } from "#app/ui/forms/counted.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import { type FiledDocument, filedBody, kindOptions, missingFromFiled, nothingFiled } from "./filed-document.ts";
import css from "./filed-documents.module.css";

/** Files a fax, another doctor's letter or a result among a patient's documents. */
export function FileDocument({ record }: { record: PatientRecord }) {
  if (!permits(usePermissions(), care.fileDocument.access.needs)) return null;
  return (
    <OpensDialog buttons="File a document" takesFocus>
      {(dialog) => <FileDialog record={record} {...dialog} />}
    </OpensDialog>
  );
}

function useFiling({ record: { id }, onDone }: DialogProps & { record: PatientRecord }) {
  const cache = useQueryClient();
  const act = useAct();
  const [value, setValue] = useState(nothingFiled);
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState<Readonly<Record<string, string | undefined>>>({});
  const change = (next: Partial<FiledDocument>) => {
    setValue((before) => ({ ...before, ...next }));
    setMissing((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in next))));
  };
  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    const problem = await fileProblem(chosen);
    setFile(problem === undefined ? chosen : null);
    setMissing(({ file: _before, ...rest }) => ({ ...rest, ...(problem !== undefined && { file: problem }) }));
  }
  async function send() {
    const found = missingFromFiled(value, file, practiceToday());
    setMissing(found);
    if (file === null || Object.keys(found).length > 0) return;
    const body = filedBody(value);
    await act.send(
      { body, file: [file.name, file.size, file.lastModified] },
      (_, key) => call(care.fileDocument, { params: { id }, body, file }, { key }),
      () => {
        for (const read of [queryKey(care.patient), ["inbox"]]) void cache.invalidateQueries({ queryKey: read });
        onDone("Filed. It waits for somebody to look at it.");
      },
    );
  }
  return { act, value, change, choose, send, errors: { ...act.errors, ...missing } };
}

function FileDialog({ record, ...dialog }: DialogProps & { record: PatientRecord }) {
  const form = useRef<HTMLFormElement>(null);
  const { act, value, change, choose, send, errors } = useFiling({ record, ...dialog });
  return (
    <Modal
      wide
      title="File a document"
      description="A fax, another doctor’s letter, a result. It’s among the patient’s documents at once, and waits to be looked at."
      onClose={act.sending ? undefined : dialog.onClose}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void send().then(() => focusFirstInvalid(form.current));
        }}
      >
        <Stack gap={4}>
          <label className={css["choose"]}>
            File
            <input
              type="file"
              accept={acceptedFiles}
              aria-invalid={errors["file"] !== undefined || undefined}
              aria-describedby="filed-problem"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
            <span id="filed-problem" className={css["problem"]} role="alert">
              {errors["file"]}
            </span>
          </label>
          <Select
            label="What it is"
            placeholder="Choose"
            options={kindOptions}
            value={value.kind}
            error={errors["kind"]}
            onChange={({ target }) => change({ kind: target.value })}
          />
          <CountedTextField
            label="Who sent it"
            hint="The doctor, the laboratory, the hospital."
            limit={200}
            value={value.from}
            error={errors["from"]}
            onChange={({ target }) => change({ from: target.value })}
          />
          <TextField
            label="The day it bears"
            mark="optional"
            type="date"
            max={practiceToday()}
            value={value.datedon}
            error={errors["datedon"]}
            onChange={({ target }) => change({ datedon: target.value })}
          />
          <CountedTextField
            label="Name"
            mark="optional"
            hint="The patient reads it."
            limit={120}
            value={value.title}
            error={errors["title"]}
            onChange={({ target }) => change({ title: target.value })}
          />
          <FailureNotice
            act={act}
            title="Nothing was filed"
            again="Press again: it’s filed once."
            fields={["kind", "from", "datedon", "title"]}
          />
          <FormActions label="File it" busy={act.sending} busyLabel="Sending" onCancel={dialog.onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
