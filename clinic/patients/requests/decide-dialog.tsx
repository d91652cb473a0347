import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { Directions, OverrideReason, Refills } from "#clinic/care/prescription-fields.tsx";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { usePrescriberName } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { NoAnswer } from "#clinic/ui/dialogs/no-answer.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import type { RequestAction } from "#clinic/work/request-path.ts";
import { HeldNotice } from "#clinic/work/held-notice.tsx";
import { useHold } from "#clinic/work/use-claims.ts";
import { useWritten } from "#clinic/work/use-written.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { LookAgain, useReadAgain } from "../look-again.tsx";
import { OnHold } from "./on-hold.tsx";
import { medicineName } from "#clinic/ui/words/medicine-name.ts";
import { approvalStop, medicineNames, type RequestToDecide, takesReason } from "./request.ts";
import {
  decidedText,
  decisionDraft,
  directionsField,
  missingFromDecision,
  renewalBody,
  requestProblem,
  upsellBody,
  type WrittenDecision,
} from "./request-decision.ts";
import css from "./requests.module.css";

type Request = Omit<RequestToDecide, "facts" | "changed">;

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

/** Approves or declines a renewal or an upsell. While it's open it's this person's; what they write is kept until they send it. */
export function DecideDialog({
  record,
  request,
  action,
  waits,
  onClose,
  onDone,
}: {
  /** As it's known now; the decision is made on what was known when the dialog was opened, or looked at again. */
  record: PatientRecord;
  request: RequestToDecide;
  action: RequestAction;
  /** It's still to be decided. */
  waits: boolean;
  onClose: () => void;
  onDone: (text: string) => void;
}) {
  const cache = useQueryClient();
  const { kind, id } = request;
  const form = useRef<HTMLFormElement>(null);
  const { hold, state: held } = useHold({ kind, id }, true);
  const { written, loaded, missing, isMissing, write, drop } = useWritten({ kind, id }, decisionDraft);
  const [revision, setRevision] = useState(record.revision);
  const { send, sending, failure, forget } = useSend();
  const problem = failure === null ? null : requestProblem(failure, request);
  const errors: Readonly<Record<string, string | undefined>> = {
    ...(problem?.kind === "refused" ? problem.fields : {}),
    ...missing,
  };
  const { verb, busy, means } = texts[kind][action];
  const { readAgain, isReading } = useReadAgain([care.patient, care.prescriptionRenewals, care.upsells]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isMissing(missingFromDecision(action, written, request))) return focusFirstInvalid(form.current);
    const decision = decisionCall(request, action, written, revision);
    await send(decision.body, async (key) => {
      try {
        await decision.send(key);
        await drop();
        void cache.invalidateQueries({ queryKey: ["inbox"] });
        await readAgain();
        onDone(decidedText(action, request));
      } catch (error) {
        const found = requestProblem(error, request);
        if (found.kind === "claimed") hold.lost(found.holder);
        if (found.kind === "conflict" || found.kind === "refused") void readAgain();
        throw error;
      }
    });
    focusFirstInvalid(form.current);
  }

  const theirs = held.status === "theirs";
  const stop = action === "approve" ? approvalStop(request) : null;
  return (
    <Modal wide title={`${verb} ${medicineNames(request)}?`} description={means} onClose={onClose}>
      <form ref={form} className={css["form"]} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          <HeldNotice
            hold={held}
            onTakeOver={() => {
              forget();
              void hold.takeOver();
            }}
          >
            Take it over if you agreed on that. What you wrote is kept.
          </HeldNotice>
          {!waits && !sending && problem === null && (
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
            <ApprovalFields request={request} written={written} errors={errors} onWrite={write} />
          ) : (
            <Textarea
              label="Reason"
              hint="In words for the patient."
              rows={4}
              maxLength={2000}
              value={written.reason}
              error={errors["reason"]}
              onChange={({ target }) => write({ reason: target.value })}
            />
          )}
          {problem?.kind === "conflict" && (
            <LookAgain
              title="Look again before you decide"
              message={problem.message}
              isReading={isReading}
              isNew={record.revision !== revision}
              onLoad={() => void readAgain()}
              onLooked={() => {
                setRevision(record.revision);
                forget();
              }}
            />
          )}
          {problem?.kind === "unclear" && <NoAnswer>Press again: it’s never decided twice.</NoAnswer>}
          {problem?.kind === "refused" && Object.keys(problem.fields).length === 0 && (
            <Alert tone="warning" title="Nothing was decided">
              {problem.message}
            </Alert>
          )}
          <Cluster gap={3}>
            {!theirs && !stop && (
              <Button
                type="submit"
                variant={action === "decline" ? "danger" : "primary"}
                busy={sending}
                busyLabel={busy}
                disabled={!loaded}
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
function decisionCall(request: RequestToDecide, action: RequestAction, written: WrittenDecision, revision: string) {
  const params = { id: request.id };
  const renews = request.kind === "renewal";
  if (action === "decline") {
    const body = { reason: written.reason.trim(), revision };
    const endpoint = renews ? care.declinePrescriptionRenewal : care.declineUpsell;
    return { body, send: (key: string): Promise<unknown> => call(endpoint, { params, body }, { key }) };
  }
  if (renews) {
    const body = renewalBody(request, written, revision);
    const send = (key: string): Promise<unknown> => call(care.approvePrescriptionRenewal, { params, body }, { key });
    return { body, send };
  }
  const body = upsellBody(request, written, revision);
  return { body, send: (key: string): Promise<unknown> => call(care.approveUpsell, { params, body }, { key }) };
}

/** What can be written with an approval, below in whose name it's made and what speaks against it. */
export function ApprovalFields({
  request,
  written,
  errors,
  onWrite,
}: {
  request: Request;
  written: WrittenDecision;
  errors: Readonly<Record<string, string | undefined>>;
  onWrite: (change: Partial<WrittenDecision>) => void;
}) {
  const prescriber = usePrescriberName();
  const { kind, medicines, rules } = request;
  return (
    <>
      <Facts as="rows">
        <Fact name="Prescribed by">{prescriber}</Fact>
      </Facts>
      <OnHold request={request} />
      <RuleList rules={rules} label="Rules raised" />
      {takesReason(request) && (
        <OverrideReason
          value={written.overridereason}
          error={errors["overridereason"]}
          onWrite={(overridereason) => onWrite({ overridereason })}
        />
      )}
      <Textarea
        label="Note"
        mark="optional"
        hint="The patient reads it as a message from the doctor."
        rows={2}
        maxLength={2000}
        value={written.note}
        error={errors["note"]}
        onChange={({ target }) => onWrite({ note: target.value })}
      />
      {medicines
        .filter(({ prescription }) => prescription)
        .map(({ productid, ...medicine }) => (
          <Directions
            key={productid}
            of={medicines.length > 1 ? medicineName(medicine) : undefined}
            hint={`Without your own, the patient reads ${kind === "renewal" ? "the same as before" : "the catalogue’s"}.`}
            value={written.directions[productid] ?? ""}
            error={errors[directionsField(productid)]}
            onWrite={(text) => onWrite({ directions: { ...written.directions, [productid]: text } })}
          />
        ))}
      {kind === "renewal" && (
        <Refills
          hint="After the next order. Without a number, as many as at first."
          value={written.refills}
          error={errors["refills"]}
          onWrite={(refills) => onWrite({ refills })}
        />
      )}
    </>
  );
}
