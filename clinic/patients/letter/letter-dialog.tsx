import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { NoAnswer } from "#clinic/ui/dialogs/no-answer.tsx";
import { Loaded } from "#clinic/ui/page.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import { joinParagraphs } from "#clinic/work/draft-text.ts";
import { useDraft } from "#clinic/work/use-draft.ts";
import { care } from "#contract/care/calls.ts";
import type { Letterhead } from "#contract/care/letters.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { letterParagraphs, replacedText } from "./letter.ts";
import css from "./letter.module.css";

/** Writes a medical letter, shows it as it will be, then issues it. */
export function LetterDialog({
  record,
  onClose,
  onDone,
}: {
  record: PatientRecord;
  onClose: () => void;
  onDone: (said: string) => void;
}) {
  const { draft, state } = useDraft({ kind: "letter", id: record.id }, joinParagraphs);
  const [missing, setMissing] = useState("");
  const [read, setRead] = useState(false);
  if (read)
    return (
      <IssueDialog
        record={record}
        text={state.text.trim()}
        onBack={() => setRead(false)}
        onClose={onClose}
        onIssued={async () => {
          await draft.drop();
          onDone("The letter is issued. The patient can download it now.");
        }}
      />
    );
  return (
    <Modal
      wide
      title="Write a medical letter"
      description={`About ${patientName(record)}. They can download it and show it to anybody, such as another doctor or an employer.`}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const written = care.issueLetter.body.shape.text.safeParse(state.text);
          setMissing(written.error?.issues[0]?.message ?? "");
          if (written.success) setRead(true);
        }}
      >
        <Stack gap={4}>
          <div className={css["text"]}>
            <Textarea
              label="Letter"
              hint="The letterhead, names, your license and the day are added. A blank line begins a paragraph."
              rows={10}
              maxLength={10_000}
              value={state.text}
              error={missing || undefined}
              onChange={({ target }) => {
                setMissing("");
                draft.write(target.value);
              }}
            />
          </div>
          <output className={css["quiet"]}>{state.kept === "saved" ? "Draft saved" : ""}</output>
          <FormActions label="Read it as it will be" disabled={!state.loaded} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function IssueDialog({
  record,
  text,
  onBack,
  onClose,
  onIssued,
}: {
  record: PatientRecord;
  text: string;
  onBack: () => void;
  onClose: () => void;
  onIssued: () => Promise<void>;
}) {
  const cache = useQueryClient();
  const head = useQuery(queryOf(care.letterhead, { params: { id: record.id }, query: {} }));
  const { send, sending, failure, problem } = useSend();
  const unknown = failure !== null && isOutcomeUnknown(failure);
  // What was issued before this one, also once this one is among them.
  const [before] = useState(record.letters ?? []);
  const replaced = replacedText(before, text, formatDay);

  const issue = () =>
    send(text, async (key) => {
      try {
        await call(care.issueLetter, { params: { id: record.id }, body: { text } }, { key });
        await onIssued();
      } finally {
        void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
      }
    });

  return (
    <Modal
      wide
      title="Issue this letter?"
      description={`${patientName(record)} can download it at once, signed in your name. It can’t be taken back, only replaced.`}
      onClose={sending ? undefined : onClose}
      actions={
        <>
          <Button disabled={!head.data} busy={sending} busyLabel="Please wait" onClick={() => void issue()}>
            {unknown ? "Ask again" : "Issue the letter"}
          </Button>
          {!unknown && (
            <Button variant="secondary" disabled={sending} onClick={onBack}>
              Back to the text
            </Button>
          )}
          <Button variant="secondary" data-first disabled={sending} onClick={onClose}>
            {unknown ? "Close" : "Cancel"}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {replaced !== null && <Alert>{replaced}</Alert>}
        <Loaded query={head} rows={4}>
          {(printed) => <LetterText text={text} head={printed} />}
        </Loaded>
        {unknown && <NoAnswer>Asking again is safe: it’s the same request, so it’s issued once at most.</NoAnswer>}
        {problem && !unknown && (
          <Alert tone="warning" title="The letter wasn’t issued">
            {problem} What you wrote is kept.
          </Alert>
        )}
      </Stack>
    </Modal>
  );
}

/** The letter in the order and the words of the document: the letterhead, the text, who signs. */
export const LetterText = ({ text, head }: { text: string; head: Letterhead }) => (
  <article className={css["letter"]} aria-label="The letter">
    <header className={css["head"]}>
      <p>
        <strong>{head.issuer}</strong>
      </p>
      <p className={css["quiet"]}>{head.issuedon}</p>
      <h3>{head.title}</h3>
    </header>
    <div className={css["parties"]}>
      {head.parties.map(({ title, lines }) => (
        <div key={title}>
          <h4>{title}</h4>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ))}
    </div>
    {letterParagraphs(text).map((paragraph, index) => (
      <p key={index}>{paragraph}</p>
    ))}
    <p>{head.closing}</p>
    <div>
      <p>
        <strong>{head.signer.name}</strong>
      </p>
      {head.signer.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  </article>
);
