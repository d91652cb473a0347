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
import { RuleList } from "#clinic/care/rule-list.tsx";
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
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { LookAgain, useSeenRevision } from "#clinic/care/look-again.tsx";
import { OnHold } from "./on-hold.tsx";
import { approvalStop, medicineNames, type RenewalOrUpsell, takesReason } from "./renewal-or-upsell.ts";
import {
  decidedText,
  type DecisionDraft,
  decisionDraft,
  directionsField,
  fieldsOf,
  missingFromDecision,
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
  readonly onDone: (notice: string) => void;
}

/** The decision of a renewal or an upsell: its draft, the claim on it, and sending it. */
function useDecision({ record, item, action, onDone }: Props) {
  const cache = useQueryClient();
  const { kind, id } = item;
  const claim = useClaim({ kind, id }, true);
  const draft = useFields({ kind, id }, decisionDraft);
  const seen = useSeenRevision(record.revision, [care.patient, care.prescriptionRenewals, care.upsells]);
  const act = useAct({
    ...{ claim, draft, fields: fieldsOf(item) },
    onFailure: (failure) => void ((failure.kind === "conflict" || failure.kind === "refused") && seen.readAgain()),
  });
  async function decide(): Promise<void> {
    if (draft.isMissing(missingFromDecision(action, draft.value, item))) return;
    const decision = decisionCall(item, action, draft.value, seen.revision);
    await act.send(
      decision.body,
      (_, key) => decision.send(key),
      async () => {
        for (const key of [["inbox"], queryKey(care.followupDay)]) void cache.invalidateQueries({ queryKey: key });
        await seen.readAgain();
        onDone(decidedText(action, item));
      },
    );
  }
  return { claim, draft, seen, act, decide };
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
  const { claim, draft, seen, act, decide } = useDecision(props);
  const { verb, busy, means } = texts[item.kind][action];
  const stop = action === "approve" ? approvalStop(item) : null;
  async function submit(event: FormEvent) {
    event.preventDefault();
    await decide();
    focusFirstInvalid(form.current);
  }
  return (
    <Modal wide title={`${verb} ${medicineNames(item)}?`} description={means} onClose={onClose}>
      <form ref={form} className={css["form"]} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
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
            <ApprovalFields item={item} draft={draft.value} errors={act.errors} onChange={draft.change} />
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
          <FailureNotice
            act={act}
            title="Nothing was decided"
            again="Press again: it’s never decided twice."
            conflict={<LookAgain title="Look again before you decide" act={act} seen={seen} />}
          />
          <Cluster gap={3}>
            {claim.status !== "taken" && !stop && (
              <Button
                type="submit"
                variant={action === "decline" ? "danger" : "primary"}
                busy={act.sending}
                busyLabel={busy}
                disabled={!draft.loaded}
              >
                {verb}
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

/** What a press sends, to which call. */
function decisionCall(item: RenewalOrUpsell, action: DecisionAction, draft: DecisionDraft, revision: string) {
  const params = { id: item.id };
  const renews = item.kind === "renewal";
  if (action === "decline") {
    const body = { reason: draft.reason.trim(), revision };
    const endpoint = renews ? care.declinePrescriptionRenewal : care.declineUpsell;
    return { body, send: (key: string): Promise<unknown> => call(endpoint, { params, body }, { key }) };
  }
  if (renews) {
    const body = renewalBody(item, draft, revision);
    const send = (key: string): Promise<unknown> => call(care.approvePrescriptionRenewal, { params, body }, { key });
    return { body, send };
  }
  const body = upsellBody(item, draft, revision);
  return { body, send: (key: string): Promise<unknown> => call(care.approveUpsell, { params, body }, { key }) };
}

/** What can be written with an approval, below in whose name it's made and what speaks against it. */
export function ApprovalFields({
  item,
  draft,
  errors,
  onChange,
}: {
  item: Omit<RenewalOrUpsell, "facts" | "changed">;
  draft: DecisionDraft;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (change: Partial<DecisionDraft>) => void;
}) {
  const prescriber = usePrescriberName();
  const { kind, medicines, rules } = item;
  return (
    <>
      <Facts as="rows">
        <Fact name="Prescribed by">{prescriber}</Fact>
      </Facts>
      <OnHold item={item} />
      <RuleList rules={rules} label="Rules raised" />
      {takesReason(item) && (
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
