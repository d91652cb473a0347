import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryOf } from "#clinic/api/query.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { useMember } from "#clinic/session/current.ts";
import { Section } from "#clinic/ui/page.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { isOutdated } from "#clinic/work/act.ts";
import { plainText } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import type { LoggedEntry } from "#contract/care/log-entry.ts";
import { type Task, taskCalls, type TaskEnding } from "#contract/care/tasks.ts";
import { whomOf, whomOptions } from "#clinic/care/tasks/new-task.ts";
import { peerReviewKind, readersOf, usePeerReview } from "./peer-review.tsx";

interface Acting {
  readonly task: Task;
  readonly onChanged: (task: Task) => void;
  /** Somebody was faster. */
  readonly onOutdated: () => void;
}

const wordsId = "task-words";

/** What the caller may do about it, as the server says. */
export function TaskActs(acting: Acting) {
  const { actions } = acting.task;
  const mayWrite = actions.some((each) => !["aside", "reassign", "verdict", "sign"].includes(each));
  return (
    <>
      {mayWrite && (acting.task.log ? <EntryEnds {...acting} log={acting.task.log} /> : <Words {...acting} />)}
      {actions.includes("aside") && <Aside {...acting} />}
      {actions.includes("reassign") && <Reassign {...acting} />}
    </>
  );
}

const endings: readonly (readonly [TaskEnding, "done" | "close" | "drop" | "talk"])[] = [
  ["done", "done"],
  ["answered", "close"],
  ["dropped", "drop"],
  ["talked", "talk"],
  ["not_reached", "talk"],
  ["declined", "talk"],
];

/** Its answer, or the words with which it ends: one field, and a button for each thing that can be done with it. */
function Words({ task: { id, kind, actions }, onChanged, onOutdated }: Acting) {
  const draft = useDraft({ kind: "task", id }, plainText);
  const act = useAct({ draft, onFailure: (failure) => (isOutdated(failure) ? onOutdated() : undefined) });
  const [isMissing, setMissing] = useState(false);
  const answers = actions.includes("answer");
  useKeys({ r: () => document.getElementById(wordsId)?.focus() });
  async function answer(event?: FormEvent) {
    event?.preventDefault();
    if (!draft.loaded) return;
    const words = draft.latest().trim();
    setMissing(words === "");
    if (words === "") return document.getElementById(wordsId)?.focus();
    await act.send(
      { params: { id }, body: { answer: words } },
      (input) => call(taskCalls.answerTask, input),
      onChanged,
    );
  }
  const end = (outcome: TaskEnding) => {
    const note = draft.latest().trim();
    return act.send(
      { params: { id }, body: { outcome, ...(note !== "" && { note }) } },
      (input) => call(taskCalls.endTask, input),
      onChanged,
    );
  };
  const offered = endings.filter(([, action]) => actions.includes(action));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = offered;
    if (answers) void answer();
    else if (first && draft.loaded) void end(first[0]);
  };
  const dropLabel =
    kind === "task"
      ? "Drop it"
      : kind === "aside"
        ? "Bring it back now"
        : kind === "order_question"
          ? "Withdraw it and let the order go"
          : "Withdraw it";
  const answerLabel =
    kind === "order_question" ? "Answer and let the order go" : kind === "prepared" ? "Give it back" : "Answer";
  const labels: Readonly<Record<TaskEnding, string>> = {
    ...{ done: "Done", answered: "Close it", dropped: dropLabel },
    ...{ talked: "We talked", not_reached: "Not reached", declined: "The patient didn’t want to", settled: "Save" },
  };
  return (
    <Section title={!answers ? "What came of it" : kind === "prepared" ? "If you don’t sign it" : "Your answer"}>
      <form noValidate onSubmit={submit}>
        <Stack gap={4}>
          <CountedTextarea
            id={wordsId}
            label={!answers ? "Note (optional)" : kind === "prepared" ? "Why it goes back" : "Answer"}
            hint="For the practice only. Ctrl and Enter sends it."
            rows={3}
            limit={2000}
            value={draft.value}
            error={
              (isMissing ? (kind === "prepared" ? "Write why it goes back." : "Write your answer.") : undefined) ??
              act.fieldError(answers ? "answer" : "note")
            }
            onChange={({ target }) => {
              setMissing(false);
              draft.write(target.value);
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
          <FailureNotice act={act} again="Press again: it never happens twice." fields={["answer", "note"]} />
          <Cluster gap={3}>
            {answers && (
              <Button type="submit" busy={act.sending} busyLabel="Sending">
                {answerLabel}
              </Button>
            )}
            {offered.map(([outcome], index) => (
              <Button
                key={outcome}
                variant={!answers && index === 0 ? "primary" : "secondary"}
                busy={act.sending && !answers}
                busyLabel="Saving"
                disabled={!draft.loaded}
                onClick={() => void end(outcome)}
              >
                {labels[outcome]}
              </Button>
            ))}
          </Cluster>
        </Stack>
      </form>
    </Section>
  );
}

/** What came of an entry, that it's no longer so, or that it was entered in error; with a note of why. */
function EntryEnds({ task: { id, actions, ended }, log, onChanged, onOutdated }: Acting & { log: LoggedEntry }) {
  const draft = useDraft({ kind: "task", id }, plainText);
  const act = useAct({ draft, onFailure: (failure) => (isOutdated(failure) ? onOutdated() : undefined) });
  const [outcome, setOutcome] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [isUnsaid, setUnsaid] = useState(false);
  useKeys({ r: () => document.getElementById(wordsId)?.focus() });
  const end = (ending: { outcome: TaskEnding; logoutcome?: string }) => {
    const note = draft.latest().trim();
    return act.send(
      { params: { id }, body: { ...ending, ...(note !== "" && { note }) } },
      (input) => call(taskCalls.endTask, input),
      onChanged,
    );
  };
  const settles = actions.includes("settle");
  const isRead = settles && log.why;
  /** What a note has to say; null: it may be left out. */
  const missing = isRead
    ? "Say why: the patient reads it."
    : (log.outcomes.find(({ id: each }) => each === outcome)?.note ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!draft.loaded || !settles) return;
    const lacksNote = missing !== null && draft.latest().trim() === "";
    setMissing(outcome === "");
    setUnsaid(lacksNote);
    if (outcome !== "" && !lacksNote) void end({ outcome: "settled", logoutcome: outcome });
  };
  return (
    <Section title={settles && ended === null ? "What came of it" : "If this is no longer right"}>
      <form noValidate onSubmit={submit}>
        <Stack gap={4}>
          {settles && (
            <Select
              label="Outcome"
              placeholder="Choose"
              options={log.outcomes.map((each) => ({ value: each.id, label: each.label }))}
              value={outcome}
              error={(isMissing ? "Choose what came of it." : undefined) ?? act.fieldError("logoutcome")}
              onChange={({ target }) => {
                setMissing(false);
                setOutcome(target.value);
              }}
            />
          )}
          <CountedTextarea
            id={wordsId}
            label={isRead ? "Why" : missing === null ? "Note (optional)" : "Note"}
            hint={isRead ? "The patient reads it. Make any change before you save." : "For the practice only."}
            rows={3}
            limit={2000}
            value={draft.value}
            error={isUnsaid && missing !== null ? missing : act.fieldError("note")}
            onChange={({ target }) => {
              setUnsaid(false);
              draft.write(target.value);
            }}
          />
          <FailureNotice act={act} again="Press again: it never happens twice." fields={["note", "logoutcome"]} />
          <Cluster gap={3}>
            {settles && (
              <Button type="submit" busy={act.sending} busyLabel="Saving" disabled={!draft.loaded}>
                Save
              </Button>
            )}
            {actions.includes("done") && (
              <Button
                variant="secondary"
                busy={act.sending}
                busyLabel="Saving"
                disabled={!draft.loaded}
                onClick={() => void end({ outcome: "done" })}
              >
                No longer so
              </Button>
            )}
            {actions.includes("drop") && (
              <Button
                variant="secondary"
                busy={act.sending}
                busyLabel="Saving"
                disabled={!draft.loaded}
                onClick={() => void end({ outcome: "dropped" })}
              >
                Entered in error
              </Button>
            )}
          </Cluster>
        </Stack>
      </form>
    </Section>
  );
}

/** It isn't seen before that day. */
function Aside({ task: { id }, onChanged, onOutdated }: Acting) {
  const [until, setUntil] = useState("");
  const act = useAct({ onFailure: (failure) => (isOutdated(failure) ? onOutdated() : undefined) });
  const put = (event: FormEvent) => {
    event.preventDefault();
    if (until !== "")
      void act.send({ params: { id }, body: { until } }, (input) => call(taskCalls.putTaskAside, input), onChanged);
  };
  return (
    <Section title="Put it aside">
      <form noValidate onSubmit={put}>
        <Stack gap={4}>
          <TextField
            type="date"
            label="Until"
            min={practiceToday()}
            value={until}
            error={act.fieldError("until")}
            onChange={({ target }) => setUntil(target.value)}
          />
          <FailureNotice act={act} fields={["until"]} />
          <div>
            <Button type="submit" variant="secondary" busy={act.sending} busyLabel="Saving" disabled={until === ""}>
              Put it aside
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}

function Reassign({ task: { id, kind, log }, onChanged, onOutdated }: Acting) {
  const { id: memberId } = useMember();
  const who = useQuery(queryOf(taskCalls.whoIsAsked, {})).data?.items ?? [];
  const isPeerReview = log?.kind === peerReviewKind;
  const review = usePeerReview(id, isPeerReview);
  const [whom, setWhom] = useState<string | null>(null);
  const act = useAct({ onFailure: (failure) => (isOutdated(failure) ? onOutdated() : undefined) });
  const give = (event: FormEvent) => {
    event.preventDefault();
    if (whom !== null)
      void act.send({ params: { id }, body: whomOf(whom) }, (input) => call(taskCalls.reassignTask, input), onChanged);
  };
  const choices = isPeerReview
    ? readersOf(who, { memberId, deciderId: review.data?.memberid ?? null })
    : whomOptions(who, kind, memberId);
  const options = choices.map(({ value, label }) => ({ value: value || "myself", label }));
  return (
    <Section title="Give it to somebody else">
      <form noValidate onSubmit={give}>
        <Stack gap={4}>
          <Select
            label="Who it’s for now"
            placeholder="Choose"
            options={options}
            value={whom === "" ? "myself" : (whom ?? "")}
            error={act.fieldError("memberid") ?? act.fieldError("role")}
            onChange={({ target }) => setWhom(target.value === "myself" ? "" : target.value)}
          />
          <FailureNotice act={act} fields={["memberid", "role"]} />
          <div>
            <Button type="submit" variant="secondary" busy={act.sending} busyLabel="Saving" disabled={whom === null}>
              Reassign it
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}
