import { useRef, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { queryClient, queryKey } from "#clinic/api/query.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { care } from "#contract/care/calls.ts";
import type { Order } from "#contract/orders/orders.ts";
import { isSettled, type MoneyDecision, sendStep } from "./money-step.ts";
import { decisionWords } from "./money-words.ts";
import { pendingSteps, usePendingStep } from "./pending-steps.ts";

/**
 * Asks once more before money moves, with who gets what. Where the outcome is unknown it says so, and asks the server again about the same press: only
 * its answer makes another one possible.
 */
export function StepDialog({
  order,
  patientName,
  decision,
  onDone,
  onBack,
  onClose,
}: {
  order: Order;
  patientName: string;
  decision: MoneyDecision;
  onDone: (said: string) => void;
  /** To what was typed. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
}) {
  const pending = usePendingStep(order.id);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState("");
  const inFlight = useRef(false);
  const busy = useDelayedBusy(sending);
  const words = decisionWords(pending?.decision ?? decision, patientName, order);

  async function send() {
    if (inFlight.current) return;
    inFlight.current = true;
    setSending(true);
    setProblem("");
    const step = pending ?? { orderId: order.id, decision, key: randomUuid() };
    try {
      const outcome = await sendStep(call, step);
      if (outcome === "unknown") {
        pendingSteps.keep(step);
        // If it worked, the list of the server has it.
        void queryClient.invalidateQueries({ queryKey: queryKey(care.orders) });
        void queryClient.invalidateQueries({ queryKey: queryKey(care.orderByNumber) });
        return;
      }
      pendingSteps.forget(order.id);
      onDone(words.done);
    } catch (error) {
      // Refused, so nothing was done: the next press is another one.
      if (isSettled(error)) pendingSteps.forget(order.id);
      setProblem(errorMessage(error));
    } finally {
      inFlight.current = false;
      setSending(false);
    }
  }

  return (
    <Modal
      title={words.question}
      description={words.detail}
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
            {pending ? "Ask again" : words.label}
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
      {pending && !problem && (
        <Alert tone="warning" title="We don’t know whether it worked">
          The server didn’t answer. Asking again is safe: it’s the same request, so money moves once at most.
        </Alert>
      )}
      {problem && <Alert tone="warning">{problem}</Alert>}
    </Modal>
  );
}
