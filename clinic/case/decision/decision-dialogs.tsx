import type { KeyboardEvent } from "react";
import { formatCents } from "#contract/fields/numbers.ts";
import { formatCalendarDay, formatWeekday } from "#contract/fields/formats.ts";
import { cardText } from "#app/formats/cards.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { usePrescriberName } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import css from "../case.module.css";
import type { CaseDecision } from "./use-case-decision.ts";
import { chargeOf, type Choice, choiceOf, type Decision } from "./decision.ts";
import { fillsText, type Prescribed } from "./prescribed.ts";
import { orderToDecide } from "../evidence/order-to-decide.ts";
import { overriddenBy } from "./overridden.ts";
import { bySeverity } from "#clinic/care/rule-severity.ts";
import type { ReplacementOption } from "#clinic/care/replacements.ts";
import { OverrideReason } from "#clinic/care/prescription-fields.tsx";
import { VisitNoteField } from "#clinic/care/visit-notes/visit-note-field.tsx";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

/** What is asked before a decision is sent; nothing while none is. */
export function DecisionDialog({ decision }: { decision: CaseDecision }) {
  if (decision.question === null) return null;
  return decision.question === "approve" ? (
    <ApproveDialog decision={decision} />
  ) : (
    <DeclineDialog decision={decision} />
  );
}

/** What happens when the plan is approved, before it does: what is prescribed, who pays what, what is sent, and in whose name. */
function ApproveDialog({ decision: all }: { decision: CaseDecision }) {
  const { record, act, replacements, prescribed, close, decide } = all;
  const decision = all.draft.value;
  const doctor = usePrescriberName();
  const order = orderToDecide(record);
  const overridden = overriddenBy(record, decision);
  const raised = (record.flags ?? []).filter(({ current }) => current);
  const items = record.requested ?? [];
  const note = all.notes.approve;
  const sentNow = items.filter(({ productid }) => choiceOf(decision, productid).kind === "approve");
  const sendsOn = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void decide("approve");
  };
  return (
    <Modal
      wide
      title={`Approve the plan of ${patientName(record)}?`}
      onClose={close}
      actions={
        <>
          <Button
            data-first={overridden ? undefined : ""}
            busy={act.sending}
            busyLabel="Approving"
            onClick={() => void decide("approve")}
          >
            {sentNow.length === items.length ? "Approve all of it" : "Approve as chosen"}
          </Button>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
        </>
      }
    >
      <Facts as="rows">
        <Fact name="Prescribed by">{doctor}</Fact>
        {items.map((item) => (
          <Fact key={item.productid} name={`${item.name} ${item.dosage}`}>
            {outcomeOf(choiceOf(decision, item.productid), replacements(item.productid))}
            <PrescribedText prescribed={prescribed(decision, item)} />
          </Fact>
        ))}
        <Fact name="The patient pays">{order ? paymentText(record, decision, order) : "Nothing now"}</Fact>
        <Fact name="The patient reads">
          <span className={css["lines"]}>{decision.note.trim() || "That the plan is approved, without a note"}</span>
        </Fact>
        {decision.followupon !== "" && <Fact name="Next review">{formatWeekday(decision.followupon)}</Fact>}
      </Facts>
      <Stack gap={3}>
        {overridden && overridden.unanswered.length > 0 && (
          <p className={css["problem"]}>Decided without an answer to: {overridden.unanswered.join(", ")}</p>
        )}
        <RuleList rules={bySeverity(raised)} label="Rules raised" />
        {overridden && (
          <OverrideReason
            id="case-override"
            value={decision.overridereason}
            error={all.reasonMissing || undefined}
            onWrite={(overridereason) => all.change({ overridereason })}
            onKeyDown={sendsOn}
          />
        )}
        <VisitNoteField note={note} error={act.fieldError("visitnote")} onKeyDown={sendsOn} />
      </Stack>
    </Modal>
  );
}

/** The prescription in full: what the patient reads on its label, and how often it's filled. */
const PrescribedText = ({ prescribed }: { prescribed: Prescribed | null }) =>
  prescribed && (
    <>
      <p className={css["lines"]}>{prescribed.directions.trim()}</p>
      <p className={css["quiet"]}>{fillsText(prescribed)}</p>
    </>
  );

function outcomeOf(choice: Choice, replacements: readonly ReplacementOption[]): React.ReactNode {
  if (choice.kind === "approve") return "Prescribed, and sent with the first package";
  if (choice.kind === "later")
    return (
      <>
        <StatusBadge tone="info">Later</StatusBadge> Begins on {choice.day && formatCalendarDay(choice.day)}
      </>
    );
  if (choice.kind === "leave_out")
    return (
      <>
        <StatusBadge tone="warning">Left out</StatusBadge> {choice.reason}
      </>
    );
  const label = replacements.find(({ pricingid }) => pricingid === choice.pricingid)?.label;
  return (
    <>
      <StatusBadge tone="info">Replaced</StatusBadge> {label}. {choice.reason}
    </>
  );
}

function paymentText(record: PatientRecord, decision: Decision, order: NonNullable<ReturnType<typeof orderToDecide>>) {
  const { now, back, later } = chargeOf(decision, order);
  const card = order.card ? ` from ${cardText(order.card)}` : "";
  return [
    now > 0 ? `${formatCents(now)} now${card}` : "Nothing now",
    back > 0 && `${formatCents(back)} is given back`,
    later && "what comes later is charged on its own",
  ]
    .filter(Boolean)
    .join("; ");
}

/** Why the plan is declined, in words the patient reads. */
function DeclineDialog({
  decision: { record, draft, notes, act, reasonMissing, change, close, decide },
}: {
  decision: CaseDecision;
}) {
  return (
    <Modal
      wide
      title={`Decline the plan of ${patientName(record)}?`}
      description="Nothing will be prescribed or sent. The hold on the card is released, and the patient reads the reason."
      onClose={close}
      actions={
        <>
          <Button variant="danger" busy={act.sending} busyLabel="Declining" onClick={() => void decide("decline")}>
            Decline the plan
          </Button>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
        </>
      }
    >
      <CountedTextarea
        label="Reason"
        hint="In words for the patient."
        rows={4}
        limit={2000}
        value={draft.value.declinereason}
        error={reasonMissing || undefined}
        onChange={({ target }) => change({ declinereason: target.value })}
      />
      <VisitNoteField note={notes.decline} error={act.fieldError("visitnote")} />
    </Modal>
  );
}
