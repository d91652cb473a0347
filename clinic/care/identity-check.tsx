import { formatCalendarDay } from "#contract/fields/formats.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { identityStatus } from "#clinic/ui/labels/care-status.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { isOutdated } from "#clinic/work/act.ts";
import { ClaimedNotice } from "#clinic/work/claimed-notice.tsx";
import { Choices, focusChoices } from "#clinic/ui/choices.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { useClaim } from "#clinic/work/use-claims.ts";
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
  const permissions = usePermissions();
  const { id, identitystatus, photos = [] } = record;
  const { tone, label } = identityStatus[identitystatus];
  const mayDecide = mayCheckIdentity(permissions) && identityChoices(record).length > 0;
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
      <OpensDialog
        takesFocus
        className={css["quiet"]}
        buttons={(open) =>
          mayDecide && (
            <div>
              <Button variant={identitystatus === "review" ? "secondary" : "quiet"} onClick={() => open(null)}>
                {identitystatus === "review" ? "Check the identity" : "Correct the identity check"}
              </Button>
            </div>
          )
        }
      >
        {(dialog) => <IdentityDialog record={record} {...dialog} />}
      </OpensDialog>
    </div>
  );
}

/** The decision about an identity: what was seen, what is chosen, the claim, and sending it. */
function useIdentityDecision(record: PatientRecord, onDone: (notice: string) => void) {
  const cache = useQueryClient();
  // What is decided on is what was there when the dialog opened, or was looked at again.
  const [seen, setSeen] = useState(record);
  const [outcome, setOutcome] = useState<IdentityOutcome | null>(null);
  const [reason, setReason] = useState<IdentityReason | null>(null);
  const [changed, setChanged] = useState("");
  const params = { id: record.id };
  const claim = useClaim({ kind: "identity", id: record.id }, true);
  const act = useAct({
    claim,
    onFailure: async (failure) => isOutdated(failure) && seeNewer(await call(care.patient, { params })),
  });

  function readAgain() {
    for (const key of [queryKey(care.patient), ["inbox"]]) void cache.invalidateQueries({ queryKey: key });
  }
  /** Whether it isn't any more what was looked at. */
  function seeNewer(now: PatientRecord): boolean {
    if (!identityDiffers(seen, now)) return false;
    setSeen(now);
    setOutcome(null);
    setReason(null);
    setChanged(
      now.identitystatus === seen.identitystatus
        ? "The patient sent other photos since you opened this. Look at them before you decide."
        : `Somebody else decided first: ${identityStatus[now.identitystatus].label}. What you chose wasn’t kept.`,
    );
    readAgain();
    return true;
  }
  function decide(chosen: IdentityOutcome) {
    setChanged("");
    const body = { outcome: chosen, ...(reason !== null && takesIdentityReason(chosen, seen) && { reason }) };
    return act.send(
      [body, seen.revision],
      async () => {
        const now = await call(care.patient, { params });
        // The one before had worked, and its answer was lost; or a colleague decided the same.
        if (now.identitystatus === chosen) return true;
        if (seeNewer(now)) return false;
        await (seen.identitystatus === "review" && chosen !== "review"
          ? call(care.decideIdentity, { params, body: { ...body, outcome: chosen } })
          : call(care.correctIdentity, { params, body }));
        return true;
      },
      (isDecided) => {
        if (!isDecided) return;
        readAgain();
        onDone(identityDone[chosen]);
      },
    );
  }
  return { seen, outcome, setOutcome, reason, setReason, changed, claim, act, decide };
}
type IdentityDecision = ReturnType<typeof useIdentityDecision>;

function IdentityDialog({
  record,
  onClose,
  onDone,
}: DialogProps & {
  record: PatientRecord;
}) {
  const name = useId();
  const [isMissing, setMissing] = useState(false);
  const decision = useIdentityDecision(record, onDone);
  const { seen, outcome, changed, claim, act } = decision;
  const choices = identityChoices(seen);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(outcome === null);
    if (outcome !== null) await decision.decide(outcome);
    else focusChoices(name);
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
          <ClaimedNotice claim={claim} onTakeOver={() => void act.takeOver()}>
            You can look, and not decide.
          </ClaimedNotice>
          <Entered record={seen} />
          {changed && <Alert tone="warning">{changed}</Alert>}
          {choices.length > 0 && (
            <OutcomeFields
              name={name}
              decision={decision}
              choices={choices}
              isMissing={isMissing}
              onChosen={() => setMissing(false)}
            />
          )}
          <FailureNotice
            act={act}
            title="Nothing was decided"
            again="Press again: it’s never decided twice."
            fields={[]}
          />
          {claim.status !== "taken" && choices.length > 0 ? (
            <FormActions label="Save the decision" busy={act.sending} busyLabel="Please wait" onCancel={onClose} />
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

/** What the patient entered, and their photos. */
function Entered({ record }: { record: PatientRecord }) {
  const { id, photos = [], birthday, state } = record;
  return (
    <>
      <Facts as="strip">
        <Fact name="Name">{patientName(record)}</Fact>
        <Fact name="Born">{birthday ? formatCalendarDay(birthday) : "Not given"}</Fact>
        <Fact name="State">{state ?? "Not given"}</Fact>
      </Facts>
      {photos.length > 0 ? (
        <IdentityPhotos patientId={id} photos={photos} />
      ) : (
        <p className={css["quiet"]}>No photos were sent.</p>
      )}
    </>
  );
}

/** What was found, and why it can't be confirmed where the patient is asked for photos again. */
function OutcomeFields({
  name,
  decision: { seen, outcome, setOutcome, reason, setReason },
  choices,
  isMissing,
  onChosen,
}: {
  /** Of the choice, in the form. */
  name: string;
  decision: IdentityDecision;
  choices: ReturnType<typeof identityChoices>;
  isMissing: boolean;
  onChosen: () => void;
}) {
  return (
    <>
      <Choices
        name={name}
        legend="What did you find?"
        choices={choices.map(({ outcome: value, ...each }) => ({ ...each, value }))}
        chosen={outcome}
        isMissing={isMissing}
        onChoose={(value) => {
          setOutcome(value);
          onChosen();
        }}
      />
      {takesIdentityReason(outcome, seen) && (
        <Select
          label="Why can’t it be confirmed?"
          hint="The patient reads it, and what to do. With none of these, that the photos weren’t clear enough."
          placeholder="None of these"
          options={reasonOptions}
          value={reason ?? ""}
          onChange={({ target }) => setReason(reasonOptions.find(({ value }) => value === target.value)?.value ?? null)}
        />
      )}
    </>
  );
}
