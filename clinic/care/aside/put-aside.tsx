import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
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
import type { AsideKind } from "#contract/care/task-kinds.ts";
import { taskCalls } from "#contract/care/tasks.ts";
import { formatWeekday } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";
import { asideBody, type AsideForm, missingFromAside } from "./aside.ts";

interface AsideProps {
  readonly patientId: string;
  readonly kind: AsideKind;
  /** A renewal or an upsell; of a case its patient. */
  readonly refId: string;
  /** Of several on a page: what it’s about. */
  readonly name?: string;
}

/** Puts what waits for a decision aside, so that it isn’t in the inbox while the patient is asked. */
export function PutAside(props: AsideProps) {
  if (!permits(usePermissions(), taskCalls.putAside.access.needs)) return null;
  const label = props.name === undefined ? "Put aside" : `Put aside: ${props.name}`;
  return (
    <OpensDialog buttons={label} takesFocus>
      {(dialog) => <AsideDialog {...props} {...dialog} />}
    </OpensDialog>
  );
}

function AsideDialog({ patientId, kind, refId, onClose, onDone }: AsideProps & DialogProps) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const act = useAct();
  const [value, setValue] = useState<AsideForm>({ until: "", foranswer: true, words: "" });
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const change = (next: Partial<AsideForm>) => {
    setMissing({});
    setValue((before) => ({ ...before, ...next }));
  };
  async function put() {
    const found = missingFromAside(value, practiceToday());
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    const body = { of: kind, refid: refId, ...asideBody(value) };
    await act.send(
      body,
      (_, key) => call(taskCalls.putAside, { params: { id: patientId }, body }, { key }),
      (task) => {
        for (const read of [["inbox"], queryKey(taskCalls.patientTasks)])
          void cache.invalidateQueries({ queryKey: read });
        const answered = value.foranswer ? "once the patient writes, or " : "";
        onDone(`Put aside. It’s back ${answered}on ${formatWeekday(task.seenon)}.`);
      },
    );
  }
  return (
    <Modal
      title="Put it aside?"
      description="It isn’t in the inbox until then. It comes back in time before the bank lets go of the payment."
      onClose={onClose}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void put().then(() => focusFirstInvalid(form.current));
        }}
      >
        <Stack gap={4}>
          <Checkbox
            label="Back as soon as the patient writes to the doctor"
            checked={value.foranswer}
            onChange={({ target }) => change({ foranswer: target.checked })}
          />
          <TextField
            label="Back on"
            mark={value.foranswer ? "optional" : undefined}
            type="date"
            min={practiceToday()}
            value={value.until}
            error={missing["until"] ?? act.fieldError("until")}
            onChange={({ target }) => change({ until: target.value })}
          />
          <CountedTextarea
            label="What it waits for"
            mark="optional"
            hint="For the practice only."
            rows={2}
            limit={2000}
            value={value.words}
            onChange={({ target }) => change({ words: target.value })}
          />
          <FailureNotice act={act} title="It wasn’t put aside" fields={["until"]} />
          <FormActions label="Put it aside" busy={act.sending} busyLabel="Saving" onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
