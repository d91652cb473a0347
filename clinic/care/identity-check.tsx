import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { formatCalendarDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { useScopes } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { NoAnswer } from "#clinic/ui/dialogs/no-answer.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { identityWords } from "#clinic/ui/words/care-status.ts";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import { HeldNotice } from "#clinic/work/held-notice.tsx";
import { sendProblem } from "#clinic/work/send-problem.ts";
import { useHold } from "#clinic/work/use-claims.ts";
import type { IdentityReason } from "#contract/account/identity.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import css from "./care.module.css";
import {
  identityChoices,
  identityDiffers,
  identityDone,
  type IdentityOutcome,
  mayCheckIdentity,
  reasonOptions,
  takesIdentityReason,
} from "./identity-decision.ts";
import { IdentityPhotos } from "./identity-photos.tsx";

/** Where an identity check stands, the photos, and deciding it or correcting what was decided. */
export function IdentityCheck({ record, withStatus = false }: { record: PatientRecord; withStatus?: boolean }) {
  const scopes = useScopes();
  const [deciding, setDeciding] = useState(false);
  const [done, setDone] = useState("");
  const said = useRef<HTMLOutputElement>(null);
  // The button that opened the dialog may be gone with what was decided.
  useEffect(() => {
    if (done) said.current?.focus();
  }, [done]);
  const { id, identitystatus, photos = [] } = record;
  const { tone, label } = identityWords[identitystatus];
  const mayDecide = mayCheckIdentity(scopes) && identityChoices(record).length > 0;
  return (
    <div className={css["identity"]}>
      {withStatus && (
        <p>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </p>
      )}
      {photos.length > 0 ? (
        <IdentityPhotos patientId={id} photos={photos} />
      ) : (
        withStatus && <p className={css["quiet"]}>No photos were sent.</p>
      )}
      {mayDecide && (
        <div>
          <Button variant={identitystatus === "review" ? "secondary" : "quiet"} onClick={() => setDeciding(true)}>
            {identitystatus === "review" ? "Check the identity" : "Correct the identity check"}
          </Button>
        </div>
      )}
      <output ref={said} tabIndex={-1} className={css["quiet"]}>
        {done}
      </output>
      {deciding && (
        <IdentityDialog
          record={record}
          onClose={() => setDeciding(false)}
          onDone={(text) => {
            setDeciding(false);
            setDone(text);
          }}
        />
      )}
    </div>
  );
}

function IdentityDialog({
  record,
  onClose,
  onDone,
}: {
  record: PatientRecord;
  onClose: () => void;
  onDone: (text: string) => void;
}) {
  const cache = useQueryClient();
  const name = useId();
  // What is decided on is what was there when the dialog opened, or was looked at again.
  const [seen, setSeen] = useState(record);
  const [outcome, setOutcome] = useState<IdentityOutcome | null>(null);
  const [reason, setReason] = useState<IdentityReason | null>(null);
  const [missing, setMissing] = useState(false);
  const [changed, setChanged] = useState("");
  const { hold, state: held } = useHold({ kind: "identity", id: record.id }, true);
  const { send, sending, failure, forget } = useSend();
  const problem = failure === null ? null : sendProblem(failure);
  const choices = identityChoices(seen);
  const { photos = [], birthday, state } = seen;
  const params = { id: record.id };

  function readAgain() {
    for (const key of [queryKey(care.patient), ["inbox"]]) void cache.invalidateQueries({ queryKey: key });
  }
  function seeAgain(now: PatientRecord) {
    setSeen(now);
    setOutcome(null);
    setChanged(
      now.identitystatus === seen.identitystatus
        ? "The patient sent other photos since you opened this. Look at them before you decide."
        : `Somebody else decided first: ${identityWords[now.identitystatus].label}. What you chose wasn’t kept.`,
    );
    readAgain();
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (outcome === null) {
      document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
      return setMissing(true);
    }
    setChanged("");
    const body = { outcome, ...(reason !== null && takesIdentityReason(outcome, seen) && { reason }) };
    await send([body, seen.revision], async () => {
      try {
        const now = await call(care.patient, { params });
        // The one before had worked, and its answer was lost; or a colleague decided the same.
        if (now.identitystatus !== outcome) {
          if (identityDiffers(seen, now)) return seeAgain(now);
          await (seen.identitystatus === "review" && outcome !== "review"
            ? call(care.decideIdentity, { params, body: { ...body, outcome } })
            : call(care.correctIdentity, { params, body }));
        }
        readAgain();
        onDone(identityDone[outcome]);
      } catch (error) {
        const found = sendProblem(error);
        if (found.kind === "claimed") hold.lost(found.holder);
        const now = found.kind === "outdated" ? await call(care.patient, { params }) : null;
        if (now && identityDiffers(seen, now)) return seeAgain(now);
        throw error;
      }
    });
  }

  return (
    <Modal
      wide
      title={seen.identitystatus === "review" ? "Check the identity" : "Correct the identity check"}
      description="Compare the photos with each other, and the ID with what the patient entered."
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          <HeldNotice hold={held} onTakeOver={() => void hold.takeOver().then(forget)}>
            You can look, and not decide.
          </HeldNotice>
          <dl className={css["entered"]}>
            <div>
              <dt>Name</dt>
              <dd>{patientName(seen)}</dd>
            </div>
            <div>
              <dt>Born</dt>
              <dd>{birthday ? formatCalendarDay(birthday) : "Not given"}</dd>
            </div>
            <div>
              <dt>State</dt>
              <dd>{state ?? "Not given"}</dd>
            </div>
          </dl>
          {photos.length > 0 ? (
            <IdentityPhotos patientId={seen.id} photos={photos} />
          ) : (
            <p className={css["quiet"]}>No photos were sent.</p>
          )}
          {changed && <Alert tone="warning">{changed}</Alert>}
          {choices.length > 0 && (
            <fieldset className={css["outcomes"]} aria-describedby={missing ? `${name}-missing` : undefined}>
              <legend>What did you find?</legend>
              {choices.map((choice) => (
                <div key={choice.outcome}>
                  <label>
                    <input
                      type="radio"
                      name={name}
                      checked={outcome === choice.outcome}
                      aria-describedby={`${name}-${choice.outcome}`}
                      onChange={() => {
                        setOutcome(choice.outcome);
                        setMissing(false);
                      }}
                    />
                    {choice.label}
                  </label>
                  <p id={`${name}-${choice.outcome}`} className={css["quiet"]}>
                    {choice.effect}
                  </p>
                </div>
              ))}
              <FieldError id={`${name}-missing`}>{missing && "Choose one."}</FieldError>
            </fieldset>
          )}
          {takesIdentityReason(outcome, seen) && (
            <Select
              label="Why"
              mark="optional"
              hint="The patient reads it, with what to do. Message them if it’s something else."
              value={reason ?? ""}
              options={[{ value: "", label: "The photos weren’t clear enough" }, ...reasonOptions]}
              onChange={({ target }) =>
                setReason(reasonOptions.find(({ value }) => value === target.value)?.value ?? null)
              }
            />
          )}
          {problem?.kind === "unclear" && <NoAnswer>Press again: it’s never decided twice.</NoAnswer>}
          {(problem?.kind === "refused" || problem?.kind === "outdated") && (
            <Alert tone="warning" title="Nothing was decided">
              {problem.message}
            </Alert>
          )}
          {held.status !== "theirs" && choices.length > 0 ? (
            <FormActions label="Save the decision" busy={sending} busyLabel="Please wait" onCancel={onClose} />
          ) : (
            <div>
              <Button variant="secondary" onClick={onClose}>
                Close
              </Button>
            </div>
          )}
        </Stack>
      </form>
    </Modal>
  );
}
