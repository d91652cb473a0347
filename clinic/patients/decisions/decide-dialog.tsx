import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { FollowupDayField } from "#clinic/care/followup-day-field.tsx";
import { Directions, OverrideReason, Refills } from "#clinic/care/prescription-fields.tsx";
import { draftOf, type PreparedTask } from "#clinic/care/prepared/prepared-fields.ts";
import { PreparedBy, signLabel, useSubmitKey, WordsToSigner } from "#clinic/care/prepared/signature-fields.tsx";
import { preparedText, useSignature } from "#clinic/care/prepared/use-signature.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { useVisitNote, VisitNoteField } from "#clinic/care/visit-notes/visit-note-field.tsx";
import { usePrescriberName } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { ClaimedNotice } from "#clinic/work/claimed-notice.tsx";
import { useFields } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import type { DecisionAction } from "#clinic/work/decision-path.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { useClaim } from "#clinic/work/use-claims.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { LookAgain, useSeenRevision } from "#clinic/care/look-again.tsx";
import { OnHold } from "./on-hold.tsx";
import { approvalStop, medicineNames, type RenewalOrUpsell, takesReason } from "./renewal-or-upsell.ts";
import {
  decidedText,
  type DecisionDraft,
  decisionDraft,
  decisionValues,
  directionsField,
  fieldsOf,
  missingFromDecision,
  preparedDecision,
  renewalBody,
  upsellBody,
} from "./decision-draft.ts";
import css from "./decisions.module.css";

const texts = {
  renewal: {
    approve: {
      verb: "Renew",
      busy: "Renewing",
      means: "It’s prescribed again, what waited for it is planned, and the patient is told.",
    },
    decline: {
      verb: "Decline",
      busy: "Declining",
      means:
        "Its subscriptions end, nothing more is charged, and what’s paid and not sent is refunded. The patient reads the reason.",
    },
  },
  upsell: {
    approve: {
      verb: "Approve",
      busy: "Approving",
      means: "It’s prescribed, the amount held is taken from the card, and the order is sent.",
    },
    decline: {
      verb: "Decline",
      busy: "Declining",
      means: "Nothing is prescribed or sent, and the hold on the card is released. The patient reads the reason.",
    },
  },
} as const;

interface Props {
  /** As it's known now; the decision is made on what was known when the dialog was opened, or looked at again. */
  readonly record: PatientRecord;
  readonly item: RenewalOrUpsell;
  readonly action: DecisionAction;
  /** It was prepared by somebody else. */
  readonly task?: PreparedTask | undefined;
  readonly onDone: (notice: string) => void;
}

/** The decision of a renewal or an upsell: its draft, the claim on it, and sending it. */
function useDecision({ record, item, action, task, onDone }: Props) {
  const cache = useQueryClient();
  const { kind, id } = item;
  const signature = useSignature({
    ...{
      decision: action === "approve" ? "renewal_approved" : "renewal_declined",
      patientId: record.id,
      refId: id,
      task,
    },
  });
  const claim = useClaim({ kind, id }, !signature.prepares);
  const draft = useFields(draftOf(task, { kind, id }), decisionDraft, preparedDecision(item, task));
  const seen = useSeenRevision(record.revision, [care.patient, care.prescriptionRenewals, care.upsells]);
  const act = useAct({
    ...{ claim, draft, fields: fieldsOf(item) },
    onFailure: (failure) => void ((failure.kind === "conflict" || failure.kind === "refused") && seen.readAgain()),
  });
  const note = useVisitNote({ patientId: record.id, refId: id, task, facts: noteFactsOf(item, action, draft.value) });
  async function decide(): Promise<void> {
    const { overridereason, ...missing } = missingFromDecision(action, draft.value, item);
    if (signature.prepares) {
      if (draft.isMissing(missing)) return;
      const values = { ...decisionValues(item, draft.value), visitnote: note.own };
      await signature.prepare(act, values, seen.revision, async () => {
        await note.drop();
        onDone(`Prepared: ${medicineNames(item)}. ${preparedText}`);
      });
      return;
    }
    if (draft.isMissing({ ...missing, ...(overridereason !== undefined && { overridereason }) })) return;
    const decision = decisionCall(item, action, draft.value, seen.revision, { ...note.body(), ...signature.body });
    await act.send(
      decision.body,
      (_, key) => decision.send(key),
      async () => {
        await note.drop();
        for (const key of [["inbox"], queryKey(care.followupDay)]) void cache.invalidateQueries({ queryKey: key });
        await seen.readAgain();
        onDone(decidedText(action, item));
      },
    );
  }
  return { claim, draft, seen, act, note, signature, decide };
}

/** Approves or declines a renewal or an upsell. It's claimed while it's open, and what is written stays a draft until it's sent. */
export function DecideDialog({
  waits,
  onClose,
  ...props
}: Props & {
  /** It's still to be decided. */
  readonly waits: boolean;
  readonly onClose: () => void;
}) {
  const { item, action } = props;
  const form = useRef<HTMLFormElement>(null);
  useSubmitKey(form);
  const { claim, draft, seen, act, note, signature, decide } = useDecision(props);
  const { verb, busy, means } = texts[item.kind][action];
  const stop = action === "approve" ? approvalStop(item) : null;
  async function submit(event: FormEvent) {
    event.preventDefault();
    await decide();
    focusFirstInvalid(form.current);
  }
  return (
    <Modal
      wide
      title={`${signature.prepares ? "Prepare: " : ""}${verb} ${medicineNames(item)}?`}
      description={signature.prepares ? preparedText : means}
      onClose={onClose}
    >
      <form ref={form} className={css["form"]} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          <PreparedBy signature={signature} />
          <ClaimedNotice claim={claim} onTakeOver={() => void act.takeOver()}>
            Take it over if you agreed on that. What you wrote is kept.
          </ClaimedNotice>
          {!waits && !act.sending && act.failure === null && (
            <Alert tone="warning" title="It doesn’t wait any more">
              Somebody decided it, or it was withdrawn.
            </Alert>
          )}
          {stop && (
            <Alert tone="danger" title="This can’t be approved">
              {stop}
            </Alert>
          )}
          {action === "approve" ? (
            <ApprovalFields
              item={item}
              draft={draft.value}
              errors={act.errors}
              prepares={signature.prepares}
              onChange={draft.change}
            />
          ) : (
            <CountedTextarea
              label="Reason"
              hint="In words for the patient."
              rows={4}
              limit={2000}
              value={draft.value.reason}
              error={act.errors["reason"]}
              onChange={({ target }) => draft.change({ reason: target.value })}
            />
          )}
          <VisitNoteField note={note} error={act.errors["visitnote"]} />
          <WordsToSigner signature={signature} />
          <FailureNotice
            act={act}
            title={signature.prepares ? "Nothing was prepared" : "Nothing was decided"}
            again="Press again: it never happens twice."
            conflict={<LookAgain title="Look again before you decide" act={act} seen={seen} />}
          />
          <Cluster gap={3}>
            {claim.status !== "taken" && !stop && (
              <Button
                type="submit"
                variant={action === "decline" ? "danger" : "primary"}
                busy={act.sending}
                busyLabel={signature.prepares ? "Sending" : busy}
                disabled={!draft.loaded || !note.loaded}
              >
                {signLabel(signature, verb)}
              </Button>
            )}
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          </Cluster>
        </Stack>
      </form>
    </Modal>
  );
}

/** What the note of the decision is drafted from. */
function noteFactsOf(item: RenewalOrUpsell, action: DecisionAction, draft: DecisionDraft) {
  const medicines = item.medicines.map(({ productid }) => productid);
  if (action === "decline") return visitNoteFacts(`${item.kind}_declined`, medicines, { message: draft.reason });
  const body = item.kind === "renewal" ? renewalBody(item, draft, "") : upsellBody(item, draft, "");
  return visitNoteFacts(`${item.kind}_approved`, medicines, { ...body, message: draft.note });
}

/** What a press sends, to which call. */
function decisionCall(
  item: RenewalOrUpsell,
  action: DecisionAction,
  draft: DecisionDraft,
  revision: string,
  note: { readonly visitnote?: string; readonly preparedid?: string },
) {
  const params = { id: item.id };
  const renews = item.kind === "renewal";
  if (action === "decline") {
    const body = { reason: draft.reason.trim(), revision, ...note };
    const endpoint = renews ? care.declinePrescriptionRenewal : care.declineUpsell;
    return { body, send: (key: string): Promise<unknown> => call(endpoint, { params, body }, { key }) };
  }
  if (renews) {
    const body = { ...renewalBody(item, draft, revision), ...note };
    const send = (key: string): Promise<unknown> => call(care.approvePrescriptionRenewal, { params, body }, { key });
    return { body, send };
  }
  const body = { ...upsellBody(item, draft, revision), ...note };
  return { body, send: (key: string): Promise<unknown> => call(care.approveUpsell, { params, body }, { key }) };
}

/** What can be written with an approval, below in whose name it's made and what speaks against it. */
export function ApprovalFields({
  item,
  draft,
  errors,
  prepares = false,
  onChange,
}: {
  item: Omit<RenewalOrUpsell, "facts" | "changed">;
  draft: DecisionDraft;
  errors: Readonly<Record<string, string | undefined>>;
  /** A prescriber signs it later, and says then why it goes against a rule. */
  prepares?: boolean;
  onChange: (change: Partial<DecisionDraft>) => void;
}) {
  const prescriber = usePrescriberName();
  const { kind, medicines, rules } = item;
  return (
    <>
      <Facts as="rows">
        <Fact name={prepares ? "Prepared by" : "Prescribed by"}>{prescriber}</Fact>
      </Facts>
      <OnHold item={item} />
      <RuleList rules={rules} label="Rules raised" />
      {takesReason(item) && !prepares && (
        <OverrideReason
          value={draft.overridereason}
          error={errors["overridereason"]}
          onWrite={(overridereason) => onChange({ overridereason })}
        />
      )}
      <CountedTextarea
        label="Note"
        mark="optional"
        hint="The patient reads it as a message from the doctor."
        rows={2}
        limit={2000}
        value={draft.note}
        error={errors["note"]}
        onChange={({ target }) => onChange({ note: target.value })}
      />
      {medicines
        .filter(({ prescription }) => prescription)
        .map(({ productid, ...medicine }) => (
          <Directions
            key={productid}
            of={medicines.length > 1 ? medicineName(medicine) : undefined}
            hint={`Without your own, the patient reads ${kind === "renewal" ? "the same as before" : "the catalogue’s"}.`}
            value={draft.directions[productid] ?? ""}
            error={errors[directionsField(productid)]}
            onWrite={(text) => onChange({ directions: { ...draft.directions, [productid]: text } })}
          />
        ))}
      {kind === "renewal" && (
        <Refills
          hint="After the next order. Without a number, as many as at first."
          value={draft.refills}
          error={errors["refills"]}
          onWrite={(refills) => onChange({ refills })}
        />
      )}
      <FollowupDayField
        value={draft.followupon}
        error={errors["followupon"]}
        onWrite={(followupon) => onChange({ followupon })}
      />
    </>
  );
}
