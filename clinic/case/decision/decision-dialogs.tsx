import { cardText } from "#app/formats/cards.ts";
import { formatCalendarDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { formatCents } from "#app/ui/data/price.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import css from "../case.module.css";
import { type Choice, choiceOf, type Decision, type PrescribedOf } from "./decision.ts";
import { fillsText, type Prescribed } from "./prescribed.ts";
import { chargeOf, orderToDecide } from "./order-to-decide.ts";
import { overriddenBy } from "./overridden.ts";
import { bySeverity } from "#clinic/care/rule-severity.ts";
import type { ReplacementOption } from "#clinic/care/replacements.ts";
import { OverrideReason } from "#clinic/care/prescription-fields.tsx";
import { RuleList } from "#clinic/care/rule-list.tsx";

interface DialogProps {
  readonly record: PatientRecord;
  readonly decision: Decision;
  readonly sending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** What happens when the plan is approved, before it does: what is prescribed, who pays what, what is sent, and in whose name. */
export function ApproveDialog({
  record,
  decision,
  sending,
  doctor,
  replacements,
  prescribed,
  problem,
  onReason,
  onClose,
  onConfirm,
}: DialogProps & {
  readonly problem: string;
  readonly onReason: (reason: string) => void;
  readonly doctor: string;
  readonly replacements: (productid: string) => readonly ReplacementOption[];
  readonly prescribed: PrescribedOf;
}) {
  const order = orderToDecide(record);
  const overridden = overriddenBy(record, decision);
  const raised = (record.flags ?? []).filter(({ current }) => current);
  const items = record.requested ?? [];
  const sentNow = items.filter(({ productid }) => choiceOf(decision, productid).kind === "approve");
  return (
    <Modal
      wide
      title={`Approve the plan of ${patientName(record)}?`}
      onClose={onClose}
      actions={
        <>
          <Button data-first={overridden ? undefined : ""} busy={sending} busyLabel="Approving" onClick={onConfirm}>
            {sentNow.length === items.length ? "Approve all of it" : "Approve as chosen"}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <dl className={css["outcome"]}>
        <div>
          <dt>Prescribed by</dt>
          <dd>{doctor}</dd>
        </div>
        {items.map((item) => (
          <div key={item.productid}>
            <dt>
              {item.name} {item.dosage}
            </dt>
            <dd>
              {outcomeOf(choiceOf(decision, item.productid), replacements(item.productid))}
              <PrescribedText prescribed={prescribed(decision, item)} />
            </dd>
          </div>
        ))}
        <div>
          <dt>The patient pays</dt>
          <dd>{order ? paymentText(record, decision, order) : "Nothing now"}</dd>
        </div>
        <div>
          <dt>The patient reads</dt>
          <dd className={css["written"]}>{decision.note.trim() || "That the plan is approved, without a note"}</dd>
        </div>
      </dl>
      <Stack gap={3}>
        {overridden && overridden.unanswered.length > 0 && (
          <p className={css["problem"]}>Decided without an answer to: {overridden.unanswered.join(", ")}</p>
        )}
        <RuleList rules={bySeverity(raised)} label="Rules raised" />
        {overridden && (
          <OverrideReason
            id="case-override"
            value={decision.overridereason}
            error={problem || undefined}
            onWrite={onReason}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              onConfirm();
            }}
          />
        )}
      </Stack>
    </Modal>
  );
}

/** The prescription in full: what the patient reads on its label, and how often it's filled. */
const PrescribedText = ({ prescribed }: { prescribed: Prescribed | null }) =>
  prescribed && (
    <>
      <p className={css["written"]}>{prescribed.directions.trim()}</p>
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
export function DeclineDialog({
  record,
  decision,
  sending,
  problem,
  onReason,
  onClose,
  onConfirm,
}: DialogProps & { readonly problem: string; readonly onReason: (reason: string) => void }) {
  return (
    <Modal
      wide
      title={`Decline the plan of ${patientName(record)}?`}
      description="Nothing will be prescribed or sent. The hold on the card is released, and the patient reads the reason."
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" busy={sending} busyLabel="Declining" onClick={onConfirm}>
            Decline the plan
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Textarea
        label="Reason"
        hint="In words for the patient."
        rows={4}
        maxLength={2000}
        value={decision.declinereason}
        error={problem || undefined}
        onChange={({ target }) => onReason(target.value)}
      />
    </Modal>
  );
}
