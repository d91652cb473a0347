import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef } from "react";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { useMember, usePermissions } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { useFields } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { taskKindOf, type TaskField, type AskedKind } from "#contract/care/task-kinds.ts";
import { type ListAction, listCalls } from "#contract/care/lists.ts";
import { type Task, taskCalls } from "#contract/care/tasks.ts";
import {
  chosenKind,
  missingOf,
  newTaskText,
  offeredKinds,
  readsNoHealth,
  type TaskAbout,
  taskBody,
  whomOptions,
} from "./new-task.ts";
import { addedText, taskLabels } from "./task-labels.ts";

/** Sends the draft with the key of its press, so that it's opened once. */
function useOpening(about: TaskAbout, kinds: readonly AskedKind[], onDone: (notice: string) => void) {
  const cache = useQueryClient();
  const { id: memberId } = useMember();
  const draft = useFields({ kind: "task", id: about.patient?.id ?? memberId }, newTaskText);
  const act = useAct({ draft, asSent: true });
  async function open(): Promise<boolean> {
    const fields = draft.latest();
    const kind = chosenKind(kinds, fields);
    if (draft.isMissing(missingOf(kind, fields))) return false;
    const opened = await act.send(
      { kind, fields },
      (sent, key) => send(about, sent, key),
      (task) => {
        if ("count" in task) {
          void cache.invalidateQueries({ queryKey: queryKey(listCalls.listActions) });
          return onDone("Begun. One for each is being added.");
        }
        void cache.invalidateQueries({ queryKey: ["inbox"] });
        void cache.invalidateQueries({ queryKey: queryKey(taskCalls.patientTasks) });
        void cache.invalidateQueries({ queryKey: queryKey(taskCalls.tasksAsked) });
        onDone(addedText(task, practiceToday()));
      },
    );
    return opened !== null;
  }
  return { draft, act, open };
}

function send(
  about: TaskAbout,
  { kind, fields }: { kind: AskedKind; fields: ReturnType<typeof newTaskText.fromText> },
  key: string,
): Promise<Task | ListAction> {
  const { patient, order, list } = about;
  if (kind === "order_question")
    return call(
      taskCalls.askAboutOrder,
      { params: { id: order?.id ?? "" }, body: { words: fields.words.trim() } },
      { key },
    );
  const body = taskBody(kind, fields, about);
  if (list) return call(listCalls.listTasks, { body: { ...body, ...list } }, { key });
  return patient
    ? call(taskCalls.addPatientTask, { params: { id: patient.id }, body }, { key })
    : call(taskCalls.addTask, { body }, { key });
}

/** Adds a task or asks a question: the fields are those of the kind that is chosen. */
export function TaskDialog({ about, onDone, onClose }: DialogProps & { about: TaskAbout }) {
  const permissions = usePermissions();
  const { id: memberId } = useMember();
  const kinds = offeredKinds(permissions, about);
  const { draft, act, open } = useOpening(about, kinds, onDone);
  const who = useQuery(queryOf(taskCalls.whoIsAsked, {})).data?.items ?? [];
  const form = useRef<HTMLFormElement>(null);
  const { value } = draft;
  const kind = chosenKind(kinds, value);
  const error = (field: string) => act.fieldError(field);
  const locked = act.isUnknown;
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (draft.loaded && !(await open())) focusFirstInvalid(form.current);
  }
  const fields: Readonly<Record<TaskField, () => ReactNode>> = {
    words: () => (
      <CountedTextarea
        key="words"
        label={taskLabels[kind].words}
        hint={
          readsNoHealth(who, value.whom)
            ? "Who you ask doesn’t read about health. Write nothing about it."
            : "For the practice only. The patient never sees it."
        }
        rows={3}
        limit={2000}
        value={value.words}
        error={error("words")}
        disabled={locked}
        onChange={({ target }) => draft.change({ words: target.value })}
      />
    ),
    for: () => (
      <Select
        key="for"
        label="Who it’s for"
        {...(taskKindOf(kind).ends === "answer" && { placeholder: "Choose" })}
        options={whomOptions(who, kind, memberId)}
        value={value.whom}
        error={error("whom") ?? error("role") ?? error("memberid")}
        disabled={locked}
        onChange={({ target }) => draft.change({ whom: target.value })}
      />
    ),
    dueon: () => (
      <TextField
        key="dueon"
        type="date"
        label={taskKindOf(kind).day === "unseen_until" ? "Comes up on" : "Answer needed by (optional)"}
        min={practiceToday()}
        value={value.dueon}
        error={error("dueon")}
        disabled={locked}
        onChange={({ target }) => draft.change({ dueon: target.value })}
      />
    ),
  };
  return (
    <Modal title={titleOf(about)} description={kind === "order_question" ? holdText : undefined} onClose={onClose}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={4}>
          {kinds.length > 1 && (
            <Select
              label="What"
              options={kinds.map((each) => ({ value: each, label: taskLabels[each].ask }))}
              value={kind}
              disabled={locked}
              onChange={({ target }) => draft.change({ kind: target.value })}
            />
          )}
          {taskKindOf(kind).fields.map((field) => fields[field]())}
          <FailureNotice
            act={act}
            again="Press again: it’s never added twice."
            fields={["words", "whom", "role", "memberid", "dueon"]}
          />
          <FormActions
            label={kind === "task" ? "Add the task" : "Ask"}
            busy={act.sending}
            busyLabel="Sending"
            disabled={!draft.loaded}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

const holdText =
  "The order is neither packed nor sent until the prescriber has answered, or you withdraw the question.";

const titleOf = ({ patient, order, list }: TaskAbout): string =>
  [
    list ? `Task or question for each of ${list.count}` : "Task or question",
    order?.number && `order ${order.number}`,
    patient?.name,
  ]
    .filter(Boolean)
    .join(": ");
