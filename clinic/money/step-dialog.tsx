import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { call } from "#clinic/api/call.ts";
import { queryClient, queryKey } from "#clinic/api/query.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { Order } from "#contract/orders/orders.ts";
import { type MoneyDecision, sendDecision } from "./money-step.ts";
import { decisionTexts } from "./money-labels.ts";
import { pendingSteps, usePendingStep } from "./pending-steps.ts";

/**
 * Asks before money moves, with who gets what. Where the outcome is unknown it says so, and asks the server again about the same press: only
 * its answer makes another one possible.
 */
export function StepDialog({
  order,
  patientName,
  decision,
  onDone,
  onBack,
  onClose,
}: DialogProps & {
  order: Order;
  patientName: string;
  decision: MoneyDecision;
  /** To what was typed. */
  onBack?: (() => void) | undefined;
}) {
  const pending = usePendingStep(order.id);
  const act = useAct<MoneyDecision>({
    asSent: true,
    pending: pendingSteps.get(order.id),
    onPending: (press) => pendingSteps.set(order.id, press),
    onFailure: ({ kind }) => {
      if (kind !== "outcome_unknown") return;
      // If it worked, the list of the server has it.
      void queryClient.invalidateQueries({ queryKey: queryKey(care.orders) });
      void queryClient.invalidateQueries({ queryKey: queryKey(care.orderByNumber) });
    },
  });
  const { sending } = act;
  const busy = useDelayedBusy(sending);
  const texts = decisionTexts(pending ?? decision, patientName, order);
  const send = () =>
    act.send(
      decision,
      (decided, key) => sendDecision(call, order.id, decided, key),
      () => onDone(texts.done),
    );
  return (
    <Modal
      title={texts.question}
      description={texts.detail}
      // Nobody walks away from money that is under way without learning what became of it.
      onClose={sending ? undefined : onClose}
      actions={
        <>
          <Button
            variant={pending ? "primary" : "danger"}
            busy={busy}
            busyLabel={pending ? "Asking" : "Please wait"}
            onClick={() => void send()}
          >
            {pending ? "Ask again" : texts.label}
          </Button>
          {onBack && !pending && (
            <Button variant="secondary" disabled={sending} onClick={onBack}>
              Back
            </Button>
          )}
          <Button variant="secondary" data-first disabled={sending} onClick={onClose}>
            {pending ? "Close" : "Cancel"}
          </Button>
        </>
      }
    >
      <FailureNotice
        act={act}
        again="Asking again is safe: it’s the same request, so money moves once at most."
        fields={[]}
      />
    </Modal>
  );
}
