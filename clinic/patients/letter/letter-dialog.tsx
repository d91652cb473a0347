import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { QueryContent } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { plainText } from "#clinic/work/draft-text.ts";
import { type Draft, useDraft } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { draftOf, type PreparedTask, preparedValue } from "#clinic/care/prepared/prepared-fields.ts";
import { PreparedBy, useSubmitKey, WordsToSigner } from "#clinic/care/prepared/signature-fields.tsx";
import { mayPrepare, preparedText, type Signature, useSignature } from "#clinic/care/prepared/use-signature.ts";
import { care } from "#contract/care/calls.ts";
import type { Letterhead } from "#contract/care/letters.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import css from "./letter.module.css";
import { letterParagraphs, mayHaveLetter, replacedText } from "./letter.ts";

/** Writes a medical letter about a patient, where the person decides in a doctor's name and a doctor has accepted the patient. */
export function WriteLetter({ record }: { record: PatientRecord }) {
  const permissions = usePermissions();
  const prepares = mayPrepare(permissions);
  if ((!prepares && !permits(permissions, care.issueLetter.access.needs)) || !mayHaveLetter(record)) return null;
  return (
    <OpensDialog buttons={prepares ? "Prepare a letter" : "Write a letter"} takesFocus>
      {(dialog) => <LetterDialog record={record} {...dialog} />}
    </OpensDialog>
  );
}

/** Writes a medical letter, shows it as it will be, then issues it. */
export function LetterDialog({
  record,
  task,
  onClose,
  onDone,
}: DialogProps & {
  record: PatientRecord;
  /** It was prepared by somebody else. */
  task?: PreparedTask | undefined;
}) {
  const signature = useSignature({ decision: "letter", patientId: record.id, refId: record.id, task });
  const work = draftOf(task, { kind: "letter", id: record.id });
  const draft = useDraft(work, plainText, preparedValue(task, "text"));
  const form = useRef<HTMLFormElement>(null);
  useSubmitKey(form);
  const [missing, setMissing] = useState("");
  const [isRead, setRead] = useState(false);
  if (isRead)
    return (
      <IssueDialog
        record={record}
        draft={draft}
        signature={signature}
        onBack={() => setRead(false)}
        onClose={onClose}
        onIssued={() =>
          onDone(
            signature.prepares ? `Prepared. ${preparedText}` : "The letter is issued. The patient can download it now.",
          )
        }
      />
    );
  return (
    <Modal
      wide
      title={signature.prepares ? "Prepare a medical letter" : "Write a medical letter"}
      description={`About ${patientName(record)}. They can download it and show it to anybody, such as another doctor or an employer.`}
      onClose={onClose}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const checked = care.issueLetter.body.shape.text.safeParse(draft.value);
          setMissing(checked.error?.issues[0]?.message ?? "");
          if (checked.success) setRead(true);
        }}
      >
        <Stack gap={4}>
          <PreparedBy signature={signature} />
          <div className={css["text"]}>
            <CountedTextarea
              label="Letter"
              hint="The letterhead, names, your license and the day are added. A blank line begins a paragraph."
              rows={10}
              limit={10_000}
              value={draft.value}
              error={missing || undefined}
              onChange={({ target }) => {
                setMissing("");
                draft.write(target.value);
              }}
            />
          </div>
          <output className={css["quiet"]}>{draft.status === "saved" ? "Draft saved" : ""}</output>
          <FormActions label="Read it as it will be" disabled={!draft.loaded} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function IssueDialog({
  record,
  draft,
  signature,
  onBack,
  onClose,
  onIssued,
}: {
  record: PatientRecord;
  draft: Draft<string>;
  signature: Signature;
  onBack: () => void;
  onClose: () => void;
  onIssued: () => void;
}) {
  const cache = useQueryClient();
  const head = useQuery(queryOf(care.letterhead, { params: { id: record.id }, query: {} }));
  const readAgain = () => void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
  const act = useAct({ draft, onFailure: readAgain });
  const { sending, isUnknown } = act;
  const [text] = useState(() => draft.value.trim());
  // What was issued before this one, also once this one is among them.
  const [before] = useState(record.letters ?? []);
  const replaced = replacedText(before, text, formatDay);

  const issue = () => {
    if (signature.prepares) return signature.prepare(act, { text }, record.revision, onIssued);
    return act.send(
      { params: { id: record.id }, body: { text, ...signature.body } },
      (letter, key) => call(care.issueLetter, letter, { key }),
      () => {
        onIssued();
        readAgain();
      },
    );
  };

  return (
    <Modal
      wide
      title={signature.prepares ? "Send this letter for signature?" : "Issue this letter?"}
      description={
        signature.prepares
          ? preparedText
          : `${patientName(record)} can download it at once, signed in your name. It can be replaced, or withdrawn where it’s about another patient.`
      }
      onClose={sending ? undefined : onClose}
      actions={
        <>
          <Button disabled={!head.data} busy={sending} busyLabel="Please wait" onClick={() => void issue()}>
            {isUnknown ? "Ask again" : signature.prepares ? "Send for signature" : "Issue the letter"}
          </Button>
          {!isUnknown && (
            <Button variant="secondary" disabled={sending} onClick={onBack}>
              Back to the text
            </Button>
          )}
          <Button variant="secondary" data-first disabled={sending} onClick={onClose}>
            {isUnknown ? "Close" : "Cancel"}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <WordsToSigner signature={signature} />
        {replaced !== null && <Alert>{replaced}</Alert>}
        <QueryContent query={head} rows={4}>
          {(printed) => <LetterText text={text} head={printed} />}
        </QueryContent>
        <FailureNotice
          act={{ ...act, message: `${act.message} What you wrote is kept.` }}
          title={signature.prepares ? "The letter wasn’t prepared" : "The letter wasn’t issued"}
          again="Asking again is safe: it’s the same request, so it’s issued once at most."
          fields={[]}
        />
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
