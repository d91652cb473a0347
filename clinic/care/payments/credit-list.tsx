import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "#app/ui/actions/button.tsx";
import { formatDollars } from "#app/formats/money.ts";
import { formatDay } from "#app/formats/dates.ts";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { QueryContent } from "#clinic/ui/page.tsx";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import { type Credit, creditCalls } from "#contract/care/credits.ts";
import { permits } from "#contract/policy/policy.ts";
import { creditReasonLabels } from "./payment-labels.ts";
import css from "./payments.module.css";

/** What of a credit is left, or what became of it. */
export const creditState = ({ amount, left, withdrawnat }: Credit): string => {
  const used = amount - left;
  if (withdrawnat !== null && left === 0) return `withdrawn ${formatDay(withdrawnat)}`;
  if (left === 0) return "used";
  return used === 0 ? "not used yet" : `${formatDollars(left)} left`;
};

/** The credits a patient was given, and withdrawing one. */
export function CreditList({ patientId }: { patientId: string }) {
  const credits = useQuery(queryOf(creditCalls.credits, { params: { id: patientId } }));
  const mayWithdraw = permits(usePermissions(), creditCalls.withdrawCredit.access.needs);
  return (
    <QueryContent query={credits} rows={2}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={css["quiet"]}>No credits were given.</p>
        ) : (
          <ul className={css["rows"]} aria-label="Credits">
            {items.map((credit) => (
              <li key={credit.id}>
                <div>
                  <b>{formatDollars(credit.amount)}</b>, {creditState(credit)}
                </div>
                <div className={css["quiet"]}>
                  {[
                    creditReasonLabels[credit.reason],
                    credit.note,
                    `${formatDay(credit.givenat)} by ${credit.name ?? "a system"}`,
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </div>
                {mayWithdraw && credit.left > 0 && (
                  <OpensDialog
                    className={css["quiet"]}
                    buttons={(open) => (
                      <RowAction
                        label="Withdraw"
                        name={`Withdraw: credit of ${formatDollars(credit.amount)}`}
                        onClick={() => open(null)}
                      />
                    )}
                  >
                    {(dialog) => <WithdrawDialog patientId={patientId} credit={credit} {...dialog} />}
                  </OpensDialog>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </QueryContent>
  );
}

function WithdrawDialog({ patientId, credit, onClose, onDone }: DialogProps & { patientId: string; credit: Credit }) {
  const cache = useQueryClient();
  const act = useAct();
  const send = () =>
    act.send(
      credit.id,
      (creditid, key) => call(creditCalls.withdrawCredit, { params: { id: patientId, creditid }, body: {} }, { key }),
      ({ message }) => {
        for (const changed of [creditCalls.credits, care.patient])
          void cache.invalidateQueries({ queryKey: queryKey(changed) });
        onDone(message);
      },
    );
  return (
    <Modal
      title={`Withdraw ${formatDollars(credit.left)}?`}
      description="The patient was told of it by email. We’ll tell them that it’s taken back."
      onClose={act.sending ? undefined : onClose}
      actions={
        <>
          <Button variant="danger" busy={act.sending} busyLabel="Please wait" onClick={() => void send()}>
            Withdraw it
          </Button>
          <Button variant="secondary" data-first onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <FailureNotice act={act} again="Sending it again is safe: it’s the same request, so it’s done once at most." />
    </Modal>
  );
}
