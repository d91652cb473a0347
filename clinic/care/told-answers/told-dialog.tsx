import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { useFields } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { permits } from "#contract/policy/policy.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import css from "./told-answers.module.css";
import { LookAgain, useSeenRevision } from "../look-again.tsx";
import {
  answerNow,
  answersToSend,
  mayRecordTold,
  missingFromTold,
  proofTexts,
  questionsToAnswer,
  sourceTexts,
  tellerTexts,
  toldDraft,
  toldOf,
} from "./told-answers.ts";
import { ToldQuestion } from "./told-question.tsx";

type HealthQuestions = Output<typeof care.healthAnswers>;

/** Records what a patient told of their health, where the person's role may. */
export function RecordTold({ patient }: { patient: PatientSummary }) {
  if (!mayRecordTold(usePermissions())) return null;
  return (
    <OpensDialog buttons="Record what the patient told">
      {({ onClose, onDone }) => <ToldDialog {...{ patient, onClose, onDone }} />}
    </OpensDialog>
  );
}

interface DialogOf {
  readonly patient: PatientSummary;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

function ToldDialog({ patient, onClose, onDone }: DialogOf) {
  const questions = useQuery(queryOf(care.healthAnswers, { params: { id: patient.id } }));
  const [sending, setSending] = useState(false);
  return (
    <Modal
      wide
      title="Record what the patient told"
      description="It becomes a new version of the health answers, and the rules run at once. We’ll ask the patient to check it."
      onClose={sending ? undefined : onClose}
    >
      <QueryContent query={questions} rows={6}>
        {(data) =>
          data.version === 0 ? (
            <p>The patient hasn’t finished the visit, so there are no answers to change yet.</p>
          ) : (
            <ToldForm {...{ patient, onClose, onDone, onSending: setSending }} questions={data} />
          )
        }
      </QueryContent>
    </Modal>
  );
}

function ToldForm({
  patient,
  questions: { version, screens },
  onClose,
  onDone,
  onSending,
}: DialogOf & { readonly questions: HealthQuestions; readonly onSending: (sending: boolean) => void }) {
  const cache = useQueryClient();
  const permissions = usePermissions();
  const form = useRef<HTMLFormElement>(null);
  const draft = useFields({ kind: "told_answers", id: patient.id }, toldDraft);
  const seen = useSeenRevision(String(version), [care.healthAnswers]);
  const act = useAct({ draft, onFailure: ({ kind }) => void (kind === "conflict" && seen.readAgain()) });
  const look = useAct();
  const [preview, setPreview] = useState<Output<typeof care.previewTold> | null>(null);
  const { value: typed } = draft;
  const today = practiceToday();
  const shown = preview?.screens ?? screens;
  const all = questionsToAnswer(shown);
  const entries = Object.entries(typed.answers ?? {});
  const answers = answersToSend(typed.answers, shown);

  const write = (change: typeof typed.answers) => {
    draft.change({ answers: change });
    setPreview(preview && { ...preview, follows: [] });
    look.forget();
  };
  const lookAhead = () =>
    look.send({ answers }, (body) => call(care.previewTold, { params: { id: patient.id }, body }), setPreview);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (draft.isMissing(missingFromTold(typed))) return focusFirstInvalid(form.current);
    const told = toldOf(typed, today);
    const body = { told, answers, version: Number(seen.revision), ...(typed.reviewed && { reviewed: true }) };
    onSending(true);
    await act.send(
      body,
      (_, key) => call(care.recordTold, { params: { id: patient.id }, body }, { key }),
      ({ message }) => {
        for (const shows of [care.patient, care.healthAnswers])
          void cache.invalidateQueries({ queryKey: queryKey(shows) });
        onDone(message);
      },
    );
    onSending(false);
    focusFirstInvalid(form.current);
  }

  const errorOf = (path: string) => act.fieldError(path) ?? look.fieldError(path);
  const choice = (name: "source" | "teller" | "callerproved", texts: Readonly<Record<string, string>>) => ({
    placeholder: "Choose one",
    options: Object.entries(texts).map(([value, label]) => ({ value, label })),
    value: typed[name] ?? "",
    error: act.fieldError(name) ?? act.fieldError(`told.${name}`),
    onChange: ({ target }: { target: { value: string } }) => draft.change({ [name]: target.value }),
  });
  return (
    <form ref={form} className={css["form"]} noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={5}>
        <Alert title={`${patientName(patient)}, ${birthdayLabel(patient)}`}>
          On the phone, ask for the birthday and one more thing first. Don’t read them out.
        </Alert>
        <div className={css["two"]}>
          <Select label="How did we learn of it?" {...choice("source", sourceTexts)} />
          <Select label="Who told it?" {...choice("teller", tellerTexts)} />
          <TextField
            label="On which day?"
            type="date"
            max={today}
            value={typed.on ?? today}
            error={act.fieldError("told.on")}
            onChange={({ target }) => draft.change({ on: target.value })}
          />
          <Select label="How did they show it’s this patient?" {...choice("callerproved", proofTexts)} />
        </div>
        {entries.map(([id, answer], index) => {
          const question = all.find((each) => each.question.id === id)?.question;
          return (
            question && (
              <ToldQuestion
                key={id}
                question={question}
                typed={answer}
                error={errorOf(`answers.${index}.answer`) ?? errorOf(`answers.${index}.questionid`)}
                othersError={errorOf(`answers.${index}.others`)}
                onWrite={(next) => write({ ...typed.answers, [id]: next })}
                onRemove={() => write(Object.fromEntries(entries.filter(([each]) => each !== id)))}
              />
            )
          );
        })}
        <Select
          label={entries.length === 0 ? "What is it about?" : "What else is it about?"}
          placeholder="Choose a question"
          options={all
            .filter(({ question }) => !(question.id in (typed.answers ?? {})))
            .map(({ question, section }) => ({ value: question.id, label: `${section}: ${question.question}` }))}
          value=""
          error={draft.missing["answers"]}
          onChange={({ target }) => {
            const picked = all.find(({ question }) => question.id === target.value)?.question;
            if (picked) write({ ...typed.answers, [picked.id]: answerNow(picked) });
          }}
        />
        <CountedTextarea
          label="What was said"
          hint="Optional. For the practice."
          rows={2}
          limit={500}
          value={typed.note ?? ""}
          error={act.fieldError("told.note")}
          onChange={({ target }) => draft.change({ note: target.value })}
        />
        {permits(permissions, ["write:prescribing"]) && (
          <Checkbox
            label="I’ve looked at what this means. Nobody else needs to."
            checked={typed.reviewed === true}
            error={act.fieldError("reviewed")}
            onChange={({ target }) => draft.change({ reviewed: target.checked })}
          />
        )}
        {answers.length > 0 && (
          <div>
            <Button variant="secondary" busy={look.sending} busyLabel="Looking" onClick={() => void lookAhead()}>
              See what follows
            </Button>
          </div>
        )}
        {preview && preview.follows.length > 0 && (
          <Alert tone="warning" title="What follows">
            {preview.follows.map((follow) => (
              <p key={follow}>{follow}</p>
            ))}
          </Alert>
        )}
        <FailureNotice act={look} again="Looking again changes nothing." />
        <FailureNotice
          act={act}
          again="Sending it again is safe: it’s the same request, so it’s done once at most."
          conflict={<LookAgain title="Nothing was recorded" act={act} seen={seen} />}
        />
        <FormActions
          label="Record it"
          busy={act.sending}
          busyLabel="Recording"
          disabled={!draft.loaded || act.failure?.kind === "conflict"}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
